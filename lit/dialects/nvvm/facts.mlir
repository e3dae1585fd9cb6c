// Canonical facts are plain attributes: text and bytecode keep them on every kind of function, with tuples of every shape.

// RUN: tileiras-opt %s -o %t.mlir
// RUN: tileiras-opt %t.mlir | diff %t.mlir -
// RUN: tileiras-opt %s --emit-bytecode | tileiras-opt | diff %t.mlir -
// RUN: FileCheck %s < %t.mlir

// CHECK: module attributes {nvvm.annotations = {{\[\[}}@k, "kernel", 1 : i32], [unit, "kernel", 1 : i32], [], [@k, "grid_constant", array<i32: 1>, "shape", [3 : i32, "x"]]]}
module attributes {nvvm.annotations = [
  [@k, "kernel", 1 : i32], [unit, "kernel", 1 : i32], [], [@k, "grid_constant", array<i32: 1>, "shape", [3 : i32, "x"]]
]} {
  // CHECK: llvm.func @k(!llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
  llvm.func @k(!llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>,
      nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32,
      nvvm.reqntid = array<i32: 128, 1, 1>}
  gpu.module @m {
    // CHECK: gpu.func @k() kernel attributes {nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
    gpu.func @k() kernel attributes {nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
  }
}
