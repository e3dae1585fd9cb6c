#!/bin/sh
# Installs the packages in a folder on a bare Debian 12, and runs the main job there: `make dist-test`.
#
#     scripts/dist-test.sh target/dist [BASE]
#
# Needs root, debootstrap and Debian's mirror. BASE is the root that debootstrap has made, or makes: with it, a second
# run is faster. TILEIRAS_PTXAS names the ptxas that is copied (default: that of `make dependencies`).
set -eu

dist=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
ptxas=$(realpath "${TILEIRAS_PTXAS:-$here/../.tools/bin/ptxas}")
mirror=${DEBIAN_MIRROR:-http://deb.debian.org}
work=$(mktemp -d)
base=${2:-$work/base}
root=

# Unmounts and removes the root in use.
leave() {
    if [ -n "$root" ]; then
        umount "$root/proc" 2>/dev/null || :
        rm -rf --one-file-system "$root"
    fi
    root=
}
trap 'leave; rm -rf --one-file-system "$work"' EXIT
trap 'exit 1' INT TERM

# enter NAME: makes a fresh copy of the bare system.
enter() {
    leave
    root=$work/$1
    cp -a "$base" "$root"
    mount -t proc proc "$root/proc"
    mkdir -p "$root/opt/cuda" "$root/srv/tileiras"
    cp "$ptxas" "$root/opt/cuda/ptxas"
    cp "$here/dist-job.sh" "$root/srv/tileiras/job.sh"
}

inside() { chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    TILEIRAS_PTXAS=/opt/cuda/ptxas PATH="$path" "$@"; }

plain=/usr/sbin:/usr/bin:/sbin:/bin
path=$plain
test -e "$base/etc/debian_version" || debootstrap --variant=minbase bookworm "$base" "$mirror/debian" >/dev/null

echo "== the archive, unpacked in two places"
enter archive
for folder in /opt "/srv/another place"; do
    mkdir -p "$root$folder"
    tar -xzf "$dist"/tileiras-*.tar.gz -C "$root$folder"
    prefix=$(cd "$root" && echo ".$folder"/tileiras-*)
    prefix=${prefix#.}
    path="$prefix/bin:$plain"
    inside sh /srv/tileiras/job.sh "$prefix/share/doc/tileiras"
done
path=$plain

echo "== the package tileiras"
enter package
cat > "$root/etc/apt/sources.list" <<LIST
deb $mirror/debian bookworm main
deb $mirror/debian-security bookworm-security main
LIST
# A minimal system may be set to have no man pages.
rm -f "$root"/etc/dpkg/dpkg.cfg.d/docker*
cp "$dist"/*.deb "$root/srv/tileiras"
inside apt-get update -qq
inside apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends man-db bash-completion >/dev/null
inside sh -c 'apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends /srv/tileiras/tileiras_*.deb' >/dev/null
inside dpkg --verify tileiras
inside sh /srv/tileiras/job.sh /usr/share/doc/tileiras
echo "-- man pages"
for page in tileiras tileiras-cc tileiras-contract-check; do
    inside man --warnings "$page" > "$work/page"
    grep -m1 '^NAME' "$work/page" >/dev/null
done
inside man tileiras-cc | grep -m1 -- --gpu-name
echo "-- completion"
inside bash -c '. /usr/share/bash-completion/bash_completion
    _completion_loader tileiras-cc || test $? = 124
    COMP_WORDS=(tileiras-cc --gpu-n); COMP_CWORD=1
    $(complete -p tileiras-cc | sed "s/.* -F \([^ ]*\) .*/\1/") tileiras-cc --gpu-n tileiras-cc
    echo "${COMPREPLY[@]}"' | grep -x -- --gpu-name
if ls "$dist"/tileiras-dev_*.deb >/dev/null 2>&1; then
    echo "-- the package tileiras-dev, in a stock mlir-opt"
    inside sh -c 'apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends mlir-22-tools \
        /srv/tileiras/tileiras-dev_*.deb' >/dev/null
    inside dpkg --verify tileiras-dev
    launch=/usr/share/doc/tileiras/examples/host_launch.mlir
    plugin=/usr/lib/libtileiras_plugin.so
    inside tileiras-opt --nvvm-launch "$launch" > "$work/own"
    inside /usr/lib/llvm-22/bin/mlir-opt --load-pass-plugin=$plugin --load-dialect-plugin=$plugin \
        --pass-pipeline='builtin.module(nvvm-launch)' "$launch" | cmp - "$work/own"
    echo "-- a program that uses the CMake package"
    inside apt-get install -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends cmake ninja-build clang-22 >/dev/null
    inside env CC=clang-22 CXX=clang++-22 cmake -G Ninja -S /usr/share/doc/tileiras/examples/embedding-cpp -B /srv/build >/dev/null
    inside cmake --build /srv/build >/dev/null
    inside /srv/build/launch-opt --nvvm-launch "$launch" | cmp - "$work/own"
    inside dpkg --purge tileiras-dev >/dev/null
fi
echo "-- removal"
inside dpkg --purge tileiras >/dev/null
left=$(find "$root/usr" "$root/etc" "$root/var/lib/dpkg/info" -name '*[Tt]ileiras*')
test -z "$left" || { echo "dist-test: left behind: $left" >&2; exit 1; }
leave
echo "dist-test: passed"
