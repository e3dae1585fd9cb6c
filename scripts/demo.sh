#!/bin/sh
# Demonstrates the tools on the examples: the launch facts of a kernel, step by step.
set -eu
bin=$1
examples=$(dirname "$0")/../examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '\n== %s\n' "$1"; }

step "1. Input: clang 19 compiled examples/gemm_cluster.cu; the launch bounds are legacy tuples"
grep -E '^(!nvvm.annotations|![0-9]+ = !\{ptr)' "$examples/gemm_cluster.ll"

step "2. Import to MLIR: the tuples are in a module attribute, and LLVM's auto-upgrade has not changed them"
"$bin/tileiras-translate" --import-nvvm "$examples/gemm_cluster.ll" -o "$work/imported.mlir" 2> "$work/warnings"
grep -oE 'nvvm\.annotations = \[.*\]\]' "$work/imported.mlir" | sed 's/\], \[/],\n  [/g'

step "3. nvvm-transplant: each fact is an attribute of its kernel, in canonical form"
"$bin/tileiras-opt" --nvvm-transplant --mlir-pass-statistics "$work/imported.mlir" -o "$work/transplanted.mlir" 2> "$work/statistics"
grep -E 'llvm.func .*nvvm.kernel' "$work/transplanted.mlir" |
    sed -E 's/.*(@[A-Za-z0-9_]+)\(.*(nvvm\.annotations_transplanted.*)\} \{$/\1: \2/; s/, passthrough.*//; s/, (uwtable|target).*//'
grep '(S)' "$work/statistics"

step "4. nvvm-verify: checks the contract, and prints nothing if it is valid"
"$bin/tileiras-opt" --nvvm-verify=chip=sm_90 "$work/transplanted.mlir" -o /dev/null && echo "no fault found"

step "5. Each error is one line with a location: a register cap under an unknown name, and a cluster shape without its third axis"
cat > "$work/fault.mlir" <<'MLIR'
llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1>, nvvm.maxregs = 64 : i32} {
  llvm.return
}
MLIR
(cd "$work" && ! "$OLDPWD/$bin/tileiras-opt" --nvvm-verify=form=canonical fault.mlir) 2>&1 | grep -E 'error|warning'

step "6. nvvm-launch on the host side: gpu.launch_func becomes nv_tileaa.launch_func with the same operands"
grep -m1 -A1 'gpu.launch_func async' "$examples/host_launch.mlir"
"$bin/tileiras-opt" --nvvm-launch "$examples/host_launch.mlir" | grep -m1 'nv_tileaa.launch_func async'

step "7. The same passes in upstream's mlir-opt, through the plugin"
opt=${MLIR_SYS_220_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt
plugin=$bin/libtileiras_plugin.so
"$opt" --load-pass-plugin="$plugin" --load-dialect-plugin="$plugin" --pass-pipeline='builtin.module(nvvm-launch)' \
    "$examples/host_launch.mlir" -o "$work/stock.mlir"
"$bin/tileiras-opt" --nvvm-launch "$examples/host_launch.mlir" | cmp - "$work/stock.mlir" && echo "same bytes"

step "8. tileiras-cc compiles to PTX, with these launch headers, and with ptxas to a cubin"
export TILEIRAS_PTXAS="${TILEIRAS_PTXAS:-$(dirname "$0")/../.tools/bin/ptxas}"
"$bin/tileiras-cc" "$examples/gemm_cluster.ll" --gpu-name=sm_90a --emit=ptx -o - |
    grep -E '^\.(visible .entry|maxntid|minnctapersm|maxclusterrank)'
"$bin/tileiras-cc" "$examples/gemm_cluster.ll" --gpu-name=sm_90a -o "$work/gemm_cluster.cubin"

step "9. The audit reads the cubin: each fact is there, or its row says why a cubin does not show it"
"$bin/tileiras-contract" audit "$examples/gemm_cluster.ll" "$work/gemm_cluster.cubin"

step "10. A lost fact is an error: here a pass removes the cluster facts, for a chip with clusters"
cat > "$work/cluster.mlir" <<'MLIR'
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  llvm.return
}
MLIR
! "$bin/tileiras-cc" "$work/cluster.mlir" --gpu-name=sm_90a --passes='builtin.module(nvvm-legalize{chip=sm_80})' \
    -o "$work/cluster.cubin" 2>&1 | sed "s|$work/||" | grep -E -A1 '^tileiras-cc'
test ! -e "$work/cluster.cubin" && echo "no output was written"
