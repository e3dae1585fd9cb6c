#!/bin/sh
# The lit suite, the soak test and the properties with AddressSanitizer in our Rust and our C++. LLVM and MLIR are as
# they come; their memory is watched at allocation and release. Ends with 1 if anything was reported.
#
# Stable Rust has the sanitizer behind RUSTC_BOOTSTRAP. Everything goes to target/sanitize.
set -eu
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
host=$(rustc -vV | sed -n 's/^host: //p')
out=target/sanitize
reports=$PWD/$out/reports
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=address -Cforce-frame-pointers=yes"
export TILEIRAS_CXXFLAGS="-fsanitize=address -fno-omit-frame-pointer"
export CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=line-tables-only
# What is shared with libMLIR.so has its marks from one side alone: the ends of containers, the free parts of LLVM's arenas.
# A report is a crash, so that `not` does not take it for the failure that a test waits for.
common=detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0:abort_on_error=1:log_path=$reports/report

# What --target names is built with the flags, what runs at build time is not.
$cargo build --workspace --target "$host" --target-dir $out
$cargo test --no-run --target "$host" --target-dir $out --test soak --test properties
rm -rf "$reports"
mkdir -p "$reports"

# The plugin is for a stock mlir-opt, which has no sanitizer to begin with: it is that of the usual build.
lit=$(command -v "${LIT:-lit-22}" || command -v lit)
ASAN_OPTIONS=$common:detect_leaks=0 TILEIRAS_BIN=$out/$host/debug \
    TILEIRAS_PLUGIN=target/debug/libtileiras_plugin.so "$lit" -s -j2 lit || failed=1

# Leaks: all but the descriptions of passes and pipelines, which live as long as MLIR's registry, and so the process.
printf 'leak:%s\n' tileiras_mlir::pass::register tileiras_mlir::pipeline::register >$out/leaks.txt
export LSAN_OPTIONS="suppressions=$PWD/$out/leaks.txt:print_suppressions=0"
export ASAN_OPTIONS=$common:detect_leaks=1
$cargo test --target "$host" --target-dir $out --test soak -- --runs=100 --no-count || failed=1
$cargo test --target "$host" --target-dir $out --test properties || failed=1

for report in "$reports"/report.*; do
    test -e "$report" || continue
    echo "sanitize: $report" >&2
    head -n 40 "$report" >&2
    failed=1
done
test -z "${failed:-}" && echo "sanitize: no error"
