// Tuples about globals are not changed.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s | FileCheck %s

// CHECK: module attributes {nvvm.annotations = {{\[\[}}@image, "texture", 1 : i32], [@canvas, "surface", 1 : i32], [@filter, "sampler", 1 : i32], [@counter, "managed", 1 : i32], [@counter, "rdoimage", array<i32: 0>]]} {
module attributes {nvvm.annotations = [
  [@image, "texture", 1 : i32], [@canvas, "surface", 1 : i32], [@k, "kernel", 1 : i32], [@filter, "sampler", 1 : i32],
  [@counter, "managed", 1 : i32], [@counter, "rdoimage", array<i32: 0>]
]} {
  llvm.mlir.global external @image() : i64
  llvm.mlir.global external @canvas() : i64
  llvm.mlir.global external @filter() : i64
  memref.global @counter : memref<i32>
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @k()
}
