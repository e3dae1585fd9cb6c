// Tuples of a module apply to the functions of that module. Modules of any depth are visited.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module @host {
module @host attributes {nvvm.annotations = [[@k, "maxntidx", 1 : i32], [@device::@via_path, "maxnreg", 48 : i32]]} {
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 1, 1, 1>}
  llvm.func @k()

  // CHECK: gpu.module @device [#nvvm.target] {
  gpu.module @device [#nvvm.target] attributes {nvvm.annotations = [[@k, "maxntidx", 2 : i32], [@k, "kernel", 1 : i32]]} {
    // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 2, 1, 1>}
    llvm.func @k()
    // CHECK: llvm.func @via_path() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 48 : i32}
    llvm.func @via_path()
  }

  // CHECK: module @middle attributes {nvvm.annotations = {{\[\[}}@other, "align", 3 : i32]]} {
  module @middle attributes {nvvm.annotations = [[@other, "align", 3 : i32]]} {
    func.func private @other()
    // CHECK: gpu.module @innermost {
    gpu.module @innermost attributes {nvvm.annotations = [[@k, "maxntidx", 3 : i32]]} {
      // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 3, 1, 1>}
      llvm.func @k()
    }
  }
}
