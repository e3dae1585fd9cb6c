#!/bin/sh
# Installs missing dependencies, and prints what it installs.
#
#     scripts/dependencies.sh build       what `make build`, `make release` and `make install` need
#     scripts/dependencies.sh demo        that, and what `make demo` needs
#     scripts/dependencies.sh packages    what `make build` needs, and what `make dist` needs
#     scripts/dependencies.sh test        that, and what `make test` needs: the default
#
# LLVM is expected in MLIR_SYS_220_PREFIX (default: Debian's prefix). Without apt, only prints what is missing.
set -eu

purpose=${1:-test}
case $purpose in
build | demo | packages | test) ;;
*)
    echo "dependencies: unknown purpose '$purpose'; one of build, demo, packages, test" >&2
    exit 2
    ;;
esac

prefix=${MLIR_SYS_220_PREFIX:-/usr/lib/llvm-22}
packages=
missing=

# need DESCRIPTION PACKAGES TEST...: adds the packages to the list unless the test succeeds.
need() {
    what=$1 from=$2
    shift 2
    if ! "$@" >/dev/null 2>&1; then
        missing="$missing
  $what"
        packages="$packages $from"
    fi
}

# header NAME: succeeds if the C++ compiler finds the header.
header() { echo "#include <$1>" | "${CXX:-g++}" -x c++ -fsyntax-only -; }

# jemalloc: succeeds if the C++ compiler finds the archive of position-independent code.
jemalloc() { test -e "$("${CXX:-g++}" -print-file-name=libjemalloc_pic.a)"; }

# archives: succeeds if every static library that llvm-config lists exists. The crate tblgen links them.
archives() {
    names=$("$prefix/bin/llvm-config" --link-static --libnames) || return 1
    for name in $names; do
        test -e "$prefix/lib/$name" || return 1
    done
}

need "a C++ tool chain (g++)" "g++" command -v g++
need "LLVM 22 ($prefix/bin/llvm-config)" "llvm-22-dev" test -x "$prefix/bin/llvm-config"
need "LLVM 22 static libraries (Polly)" "libpolly-22-dev" archives
need "clang 22 ($prefix/bin/clang++)" "clang-22" test -x "$prefix/bin/clang++"
need "libclang 22" "libclang-22-dev" test -e "$prefix/lib/libclang.so"
need "MLIR 22 headers and libraries" "libmlir-22-dev" test -e "$prefix/include/mlir-c/IR.h" -a -e "$prefix/lib/libMLIR.so"
need "MLIR 22 tools" "mlir-22-tools" test -x "$prefix/bin/mlir-tblgen" -a -x "$prefix/bin/mlir-opt"
need "jemalloc as an archive" "libjemalloc-dev" jemalloc
need "cmake" "cmake" command -v cmake
need "python3 (3.11 or newer)" "python3" python3 -c "import tomllib"
need "zlib headers" "zlib1g-dev" header zlib.h
need "zstd headers" "libzstd-dev" header zstd.h
need "libxml2 headers" "libxml2-dev" test -e /usr/include/libxml2/libxml/parser.h
need "libffi headers" "libffi-dev" header ffi.h
need "z3 headers" "libz3-dev" header z3.h

if [ "$purpose" != build ]; then
    need "python3 with pip" "python3-pip" python3 -m pip --version
fi

if [ "$purpose" = packages ] || [ "$purpose" = test ]; then
    need "git" "git" git --version
    need "python3 with venv" "python3-venv" python3 -c "import ensurepip, venv"
    need "dpkg-shlibdeps" "dpkg-dev" command -v dpkg-shlibdeps
fi

if [ "$purpose" = test ]; then
    need "LLVM 22 test tools (FileCheck, lit)" "llvm-22-tools" test -x "$prefix/bin/FileCheck"
    need "lit" "llvm-22-tools" sh -c 'command -v "${LIT:-lit-22}" || command -v lit'
    need "ninja" "ninja-build" command -v ninja
    need "bazel" "bazel-bootstrap" command -v bazel
    # Debian's lit runs with Debian's Python, which need not be the one of PATH.
    need "Debian's python3 with jsonschema" "python3-jsonschema" /usr/bin/python3 -c "import jsonschema"
    need "man" "man-db" man --version
    need "zsh" "zsh" zsh --version
    need "fish" "fish" fish --version
    need "a browser for the test of reports" "chromium" command -v chromium
fi

if ! command -v cargo >/dev/null 2>&1; then
    echo "dependencies: cargo is missing; install Rust first (1.91 or newer)" >&2
    exit 1
fi
# cuda: installs the pinned programs of CUDA in .tools, with links in .tools/bin, where the tests expect them.
cuda() {
    wanted=scripts/cuda-tools.txt
    if ! cmp -s "$wanted" .tools/cuda-tools.txt; then cuda_wheels; fi
    for tool in ptxas nvlink fatbinary cuobjdump; do
        ln -sf "../cuda/nvidia/cu13/bin/$tool" ".tools/bin/$tool"
    done
}

cuda_wheels() {
    echo "dependencies: pip install --requirement $wanted, into .tools"
    rm -rf .tools/cuda .tools/bin
    mkdir -p .tools/bin
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps --require-hashes \
        --target .tools/cuda --requirement "$wanted"
    cp "$wanted" .tools/cuda-tools.txt
}

# python: installs the pinned Python programs in the environment .tools/python.
python() {
    wanted=scripts/python-tools.txt
    if cmp -s "$wanted" .tools/python/python-tools.txt; then return; fi
    echo "dependencies: pip install --requirement $wanted, into .tools/python"
    python3 -m venv --clear .tools/python
    .tools/python/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary=:all: --requirement "$wanted"
    cp "$wanted" .tools/python/python-tools.txt
}

# pinned: installs the pinned programs that the purpose needs.
pinned() {
    case $purpose in packages | test) python ;; esac
    case $purpose in demo | test) cuda ;; esac
}

cd "$(dirname "$0")/.."
if [ -z "$packages" ]; then
    pinned
    echo "dependencies: everything is here (for: $purpose)"
    exit 0
fi
echo "dependencies: missing:$missing"
if ! command -v apt-get >/dev/null 2>&1; then
    echo "dependencies: no apt-get here; install these and set MLIR_SYS_220_PREFIX and TABLEGEN_220_PREFIX to LLVM's folder" >&2
    exit 1
fi
packages=$(printf '%s\n' $packages | sort -u | tr '\n' ' ')
echo "dependencies: apt-get install $packages"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends $packages >/dev/null
pinned
echo "dependencies: done"
