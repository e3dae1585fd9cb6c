#!/bin/sh
# The main job, with the installed tools in PATH and ptxas in TILEIRAS_PTXAS. The argument is the folder of the
# installed documents. scripts/dist-test.sh runs it on a bare system, and tests/packages/installation.rs from a folder.
set -eu
documents=$1
examples=$documents/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

echo "-- versions"
tileiras --version | grep '^ptxas [0-9]'
for tool in opt translate lsp-server cc contract; do
    "tileiras-$tool" --version | grep -q '^tileiras [0-9.]* (LLVM 22'
    tileiras "$tool" --version | grep -q '^tileiras [0-9.]* (LLVM 22'
done

echo "-- LLVM IR to MLIR"
tileiras-translate --import-nvvm "$examples/saxpy.ll" 2>/dev/null | tileiras-opt --nvvm-launch > saxpy.mlir
grep -o 'nvvm.maxntid = array<i32: 256, 1, 1>' saxpy.mlir

echo "-- LLVM IR to PTX and to an audited cubin"
tileiras-cc "$examples/saxpy.ll" --gpu-name=sm_90a --emit=ptx -o - | grep -x '\.maxntid 256, 1, 1'
tileiras-cc "$examples/saxpy.ll" "$examples/gemm_cluster.ll" --gpu-name=sm_90a -o .
tileiras contract audit "$examples/saxpy.ll" saxpy.cubin | grep 'carried, '
if tileiras-cc "$examples/gemm_cluster.ll" --gpu-name=sm_80 --emit=ptx -o - 2> errors; then exit 1; fi
grep -q 'error: .*\[cluster-suppressed\]' errors

echo "-- language server"
cat > session <<'SESSION'
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":1,"rootPath":"/","capabilities":{},"trace":"off"}}
// -----
{"jsonrpc":"2.0","id":1,"method":"shutdown"}
// -----
{"jsonrpc":"2.0","method":"exit"}
SESSION
tileiras-lsp-server -lit-test < session 2>/dev/null | grep -o '"name": "tileiras-lsp-server"'

test -s "$documents/docs/RULES.md" && test -s "$documents/LICENSE" && test -s "$documents/THIRD-PARTY.txt"
