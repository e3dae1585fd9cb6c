// 'gpu.kernel' makes an 'llvm.func' a kernel, as launches require it: in every pass, translation and tool.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s --check-prefix=TRANSPLANT
// RUN: tileiras-opt --nvvm-export %s | FileCheck %s --check-prefix=UPSTREAM
// RUN: tileiras-opt --nvvm-export %s | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-translate --export-nvvm %s | FileCheck %s --check-prefix=LLVM
// RUN: tileiras-translate --export-nvvm-legacy %s | FileCheck %s --check-prefix=LEGACY
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90 %s | FileCheck %s --check-prefix=PTX
// RUN: tileiras-contract show %s | FileCheck %s --check-prefix=SHOW
// RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin
// RUN: tileiras-contract audit %s %t.cubin | FileCheck %s --check-prefix=AUDIT
// RUN: tileiras-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s --check-prefix=WARN

// TRANSPLANT: llvm.func @k() attributes {gpu.kernel, {{.*}}nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
// UPSTREAM: llvm.func @k() attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128>}
// LLVM: define ptx_kernel void @k()
// LEGACY: !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 128,
// PTX: .entry k
// SHOW: k set 128, 1, 1
// AUDIT: 2 carried
// WARN: warning: 'llvm.func' op 'gpu.kernel' of @k is unknown to upstream's translation and is dropped: run 'nvvm-export' first, or use '--export-nvvm'
llvm.func @k() attributes {gpu.kernel, nvvm.maxntid = array<i32: 128>} {
  llvm.return
}
