#!/bin/sh
# Runs one fuzzer, starting from its corpus and the seeds: run.sh TARGET SECONDS [OPTIONS OF LIBFUZZER].
# See docs/FUZZING.md.
set -eu
cd "$(dirname "$0")/../.."
target=${1:?usage: run.sh TARGET SECONDS}
seconds=${2:?usage: run.sh TARGET SECONDS}
shift 2

# AddressSanitizer instruments our Rust code. LLVM is not built with it, so targets that run LLVM do not use it.
case $target in
cubin | knobs | ptx) build="--sanitizer address --target-dir scripts/fuzz/targets/target/address" ;;
import | modules | options | tuples) build="--sanitizer none --features mlir --target-dir scripts/fuzz/targets/target/none" ;;
*)
  echo "run.sh: no target '$target', there are: cubin import knobs modules options ptx tuples" >&2
  exit 2
  ;;
esac

command -v cargo-fuzz >/dev/null || {
  echo "run.sh: cargo-fuzz is missing: cargo install cargo-fuzz --locked" >&2
  exit 2
}
"${CARGO:-cargo}" run --quiet -p tileiras-fuzz --example seeds -- "$target" "scripts/fuzz/targets/corpus/$target"
# The instrumentation needs unstable flags of the compiler, which is a stable one.
# shellcheck disable=SC2086
RUSTC_BOOTSTRAP=1 exec "${CARGO:-cargo}" fuzz run --fuzz-dir scripts/fuzz/targets $build "$target" -- \
  -max_total_time="$seconds" -timeout=60 -rss_limit_mb=8192 -print_final_stats=1 "$@"
