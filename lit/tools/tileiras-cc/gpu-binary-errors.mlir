// A gpu.binary in the code that is compiled is refused at its place. Its LLVM IR is code of the host.

// RUN: not tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s
// RUN: sed '/llvm.func/d' %s > %t.mlir
// RUN: not tileiras-cc %t.mlir --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ALONE

// ALONE: error: 'gpu.binary' op is compiled already, and cannot be part of the code that is compiled: 'ready'
module attributes {gpu.container_module} {
  // CHECK: gpu-binary-errors.mlir:[[#@LINE+1]]:3: error: 'gpu.binary' op is compiled already, and cannot be part of the code that is compiled: 'ready'
  gpu.binary @b [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0\n.target sm_90\n.visible .entry ready() { ret; }">]
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}
