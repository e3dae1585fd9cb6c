#!/bin/sh
# Runs the lit suite, the soak test and the property tests with AddressSanitizer in our Rust and C++ code. LLVM and MLIR
# are not instrumented, but their allocations are checked. Exits with 1 if there is a report.
#
# RUSTC_BOOTSTRAP enables the sanitizer in stable Rust. All output is in target/sanitize.
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
# Containers and LLVM's arenas that are shared with libMLIR.so, which is not instrumented, would give false reports, so
# these checks are off. A report aborts the process, so that `not` does not mistake it for the failure that a test
# expects.
common=detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0:abort_on_error=1:log_path=$reports/report

# With --target, the flags apply to the target only, and not to build scripts and procedural macros.
$cargo build --workspace --no-default-features --target "$host" --target-dir $out
$cargo test --no-run --no-default-features --target "$host" --target-dir $out --test soak --test tools
rm -rf "$reports"
mkdir -p "$reports"

# The plugin is that of the usual build, as upstream's mlir-opt is not instrumented.
# AddressSanitizer reserves more memory than the default limit.
export TILEIRAS_MEMORY_LIMIT=0
lit=$(command -v "${LIT:-lit-22}" || command -v lit)
ASAN_OPTIONS=$common:detect_leaks=0 TILEIRAS_SHARED=yes TILEIRAS_BIN=$out/$host/debug \
    TILEIRAS_PLUGIN=target/debug/libtileiras_plugin.so "$lit" -s -j2 lit || failed=1

# Leaks are reported except the descriptors of passes and pipelines, which live as long as the process, like MLIR's
# registry.
printf 'leak:%s\n' tileiras_mlir::pass::register tileiras_mlir::pipeline::register >$out/leaks.txt
export LSAN_OPTIONS="suppressions=$PWD/$out/leaks.txt:print_suppressions=0"
export ASAN_OPTIONS=$common:detect_leaks=1
$cargo test --no-default-features --target "$host" --target-dir $out --test soak -- --runs=100 --no-count || failed=1
$cargo test --no-default-features --target "$host" --target-dir $out --test tools properties:: || failed=1

for report in "$reports"/report.*; do
    test -e "$report" || continue
    echo "sanitize: $report" >&2
    head -n 40 "$report" >&2
    failed=1
done
test -z "${failed:-}" && echo "sanitize: no error"
