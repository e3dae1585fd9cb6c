// A func.func can have every fact except kernel (see kernel-errors.mlir).

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [[@f, "maxntidx", 128 : i32, "grid_constant", array<i32: 1>]]} {
  // CHECK: func.func private @f(!llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>, nvvm.maxnreg = 32 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
  func.func private @f(!llvm.ptr) attributes {nvvm.maxnreg = 32 : i64}
}
