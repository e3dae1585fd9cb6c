// Facts of all carriers become canonical attributes. Consumed entries are removed, all others are kept.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK-LABEL: module @program
// CHECK-SAME: attributes {nvvm.annotations = {{\[\[}}@gemm, "local_maxnreg", 32 : i32], [@image, "texture", 1 : i32]]}
module @program attributes {nvvm.annotations = [
  [@gemm, "reqntidx", 128 : i32, "reqntidy", 2 : i32],
  [@copy, "kernel", 1 : i32, "maxntidx", 256 : i32],
  [@gemm, "local_maxnreg", 32 : i32, "maxnreg", 168 : i32],
  [@image, "texture", 1 : i32],
  [@gemm, "kernel", 1 : i32]
]} {
  llvm.mlir.global external @image() : i64

  // CHECK: llvm.func @gemm(%{{.*}}: !llvm.ptr {llvm.byval = i64}) attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 128, 2, 1>, passthrough = ["noinline"]}
  llvm.func @gemm(%p: !llvm.ptr {llvm.byval = i64, nvvm.grid_constant})
      attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel, nvvm.maxnreg = 168 : i32,
                  passthrough = ["noinline", ["nvvm.reqntid", "128,2"]]} {
    llvm.return
  }

  // CHECK: llvm.func @copy() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}
  llvm.func @copy() { llvm.return }

  // CHECK: llvm.func @untouched() {
  llvm.func @untouched() { llvm.return }
}

// The empty module attribute is removed.
// CHECK: module @emptied {
module @emptied attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  llvm.func @k() { llvm.return }
}
