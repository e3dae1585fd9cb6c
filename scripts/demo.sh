#!/bin/sh
# Runs the main job on real input and shows what happens to one kernel's facts, step by step.
set -eu
bin=$1
examples=$(dirname "$0")/../examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

step() { printf '\n== %s\n' "$1"; }

step "1. What a front end wrote: clang 19 compiled examples/gemm_cluster.cu; its launch bounds are legacy tuples"
grep -E '^(!nvvm.annotations|![0-9]+ = !\{ptr)' "$examples/gemm_cluster.ll"

step "2. Import to MLIR: the tuples stand in the module attribute, untouched by LLVM's own upgrade"
"$bin/tileiras-translate" --import-nvvm "$examples/gemm_cluster.ll" -o "$work/imported.mlir" 2> "$work/warnings"
grep -oE 'nvvm\.annotations = \[.*\]\]' "$work/imported.mlir" | sed 's/\], \[/],\n  [/g'

step "3. nvvm-transplant: each fact is on its kernel now, in canonical form"
"$bin/tileiras-opt" --nvvm-transplant --mlir-pass-statistics "$work/imported.mlir" -o "$work/transplanted.mlir" 2> "$work/statistics"
grep -E 'llvm.func .*nvvm.kernel' "$work/transplanted.mlir" |
    sed -E 's/.*(@[A-Za-z0-9_]+)\(.*(nvvm\.annotations_transplanted.*)\} \{$/\1: \2/; s/, passthrough.*//; s/, (uwtable|target).*//'
grep '(S)' "$work/statistics"

step "4. nvvm-verify: the contract is checked; nothing is printed when it holds"
"$bin/tileiras-opt" --nvvm-verify=chip=sm_90 "$work/transplanted.mlir" -o /dev/null && echo "no fault found"

step "5. A fault is one located line: the register cap under a name that no tool knows, the cluster with an axis missing"
cat > "$work/fault.mlir" <<'MLIR'
llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1>, nvvm.maxregs = 64 : i32} {
  llvm.return
}
MLIR
(cd "$work" && ! "$OLDPWD/$bin/tileiras-opt" --nvvm-verify fault.mlir) 2>&1 | grep -E 'error|warning'

step "6. nvvm-launch on the host side: gpu.launch_func becomes nv_tileaa.launch_func, operand for operand"
grep -m1 -A1 'gpu.launch_func async' "$examples/host_launch.mlir"
"$bin/tileiras-opt" --nvvm-launch "$examples/host_launch.mlir" | grep -m1 'nv_tileaa.launch_func async'

step "7. The same passes in a stock mlir-opt, through the plugin"
opt=${MLIR_SYS_220_PREFIX:-/usr/lib/llvm-22}/bin/mlir-opt
plugin=$bin/libtileiras_plugin.so
"$opt" --load-pass-plugin="$plugin" --load-dialect-plugin="$plugin" --pass-pipeline='builtin.module(nvvm-launch)' \
    "$examples/host_launch.mlir" -o "$work/stock.mlir"
"$bin/tileiras-opt" --nvvm-launch "$examples/host_launch.mlir" | cmp - "$work/stock.mlir" && echo "same bytes"

step "8. tileiras-cc goes all the way: PTX, whose launch headers are these, and with ptxas a cubin"
export TILEIRAS_PTXAS="${TILEIRAS_PTXAS:-$(dirname "$0")/../.tools/bin/ptxas}"
"$bin/tileiras-cc" "$examples/gemm_cluster.ll" --gpu-name=sm_90a --emit=ptx -o - |
    grep -E '^\.(visible .entry|maxntid|minnctapersm|maxclusterrank)'
"$bin/tileiras-cc" "$examples/gemm_cluster.ll" --gpu-name=sm_90a -o "$work/gemm_cluster.cubin"

step "9. The audit reads the cubin back: every fact is there, or the row says why it cannot be seen"
"$bin/tileiras-contract" audit "$examples/gemm_cluster.ll" "$work/gemm_cluster.cubin"

step "10. A fact that is lost on the way is an error: here a pass removes the cluster facts, for a chip that has clusters"
cat > "$work/cluster.mlir" <<'MLIR'
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  llvm.return
}
MLIR
! "$bin/tileiras-cc" "$work/cluster.mlir" --gpu-name=sm_90a --passes='builtin.module(nvvm-legalize{chip=sm_80})' \
    -o "$work/cluster.cubin" 2>&1 | sed "s|$work/||" | grep -E -A1 '^tileiras-cc'
test ! -e "$work/cluster.cubin" && echo "nothing was made"
