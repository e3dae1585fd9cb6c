#!/bin/sh
# Runs what uses several threads of this project under ThreadSanitizer: the analyses and passes that read functions on
# the threads of the context, and passes on several functions at the same time. LLVM and MLIR are not instrumented, but
# their locks and threads are seen. Exits with 1 if there is a report.
#
# RUSTC_BOOTSTRAP enables the sanitizer in stable Rust, whose own library is not instrumented. All output is in
# target/threads.
set -eu
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo}
host=$(rustc -vV | sed -n 's/^host: //p')
out=target/threads
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer -Cforce-frame-pointers=yes"
export TILEIRAS_CXXFLAGS="-fsanitize=thread -fno-omit-frame-pointer"
export CARGO_INCREMENTAL=0
export CARGO_PROFILE_DEV_DEBUG=line-tables-only
mkdir -p $out
# Rust's own library is not instrumented: its channels, which the test harness uses, would give false reports.
printf 'race:%s\n' std::sync::mpmc test:: >$out/suppressions.txt
export TSAN_OPTIONS="halt_on_error=1:exitcode=66:suppressions=$PWD/$out/suppressions.txt"
# With --target, the flags apply to the target only, and not to build scripts and procedural macros.
test() { $cargo test --no-default-features --target "$host" --target-dir $out "$@"; }

test -p tileiras-mlir --lib parallel
test --test tools verify_scale::
test --test soak -- --runs=20 --no-count
PROPTEST_CASES=16 test --test tools properties::
echo "threads: no error"
