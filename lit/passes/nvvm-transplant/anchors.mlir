// The pass runs on a module, on a gpu.module alone, and on a function.

// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-transplant))' %s | FileCheck %s --check-prefixes=CHECK,INNER
// RUN: tileiras-opt --pass-pipeline='builtin.module(llvm.func(nvvm-transplant))' %s | FileCheck %s --check-prefixes=CHECK,FUNC
// RUN: tileiras-opt --pass-pipeline='any(nvvm-transplant)' %s | FileCheck %s --check-prefixes=CHECK,ALL

// CHECK-LABEL: module @m
module @m attributes {nvvm.annotations = [[@k, "maxnreg", 32 : i32]]} {
  // A function alone has its own carriers; tuples belong to the module.
  // INNER: llvm.func @k() attributes {nvvm.maxntid = array<i32: 128>}
  // FUNC: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 1, 1>}
  // ALL: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128>}
  // CHECK-LABEL: gpu.module @device
  gpu.module @device attributes {nvvm.annotations = [[@l, "maxnreg", 64 : i32]]} {
    // INNER: llvm.func @l() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}
    // FUNC: llvm.func @l(){{$}}
    // ALL: llvm.func @l() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}
    llvm.func @l()
  }
}
