#!/bin/sh
# Compares the launch rules, the resources and the occupancy with the CUDA driver, on the first GPU, and writes
# crates/target/tests/measured/gpu-CHIP.tsv: scripts/gpu/record.sh FOLDER-OF-TOOLS [CUBIN...]
set -eu
bin=$1
shift
root=$(dirname "$0")/../..

# Without a GPU there is no chip, and a line on standard error.
chip=$("$bin/tileiras-gpu" --print-chip)
if [ -z "$chip" ]; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for example in "$root"/examples/*.ll "$root"/examples/*.mlir; do
    name=$(basename "$example")
    cubin=$work/$name.cubin
    # With the features of this chip only, if it has such.
    if ! "$bin/tileiras-cc" "$example" "--gpu-name=${chip}a" -o "$cubin" 2> /dev/null &&
        ! "$bin/tileiras-cc" "$example" "--gpu-name=$chip" -o "$cubin" 2> /dev/null; then
        echo "examples/$name: does not compile for $chip, skipped" >&2
    fi
done
# Examples without a kernel have no cubin.
for cubin in "$work"/*.cubin; do
    if [ -e "$cubin" ]; then set -- "$@" "$cubin"; fi
done
"$bin/tileiras-gpu" -o "$root/crates/target/tests/measured/gpu-$chip.tsv" "$@"
