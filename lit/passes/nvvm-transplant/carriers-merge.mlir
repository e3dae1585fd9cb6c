// Axes of one shape can be in different carriers. All axes of the shape are written.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [[@k, "maxntidz", 4 : i32]]} {
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 2, 4>, passthrough = ["cold", ["nvvm.other", "1"], "noinline"]}
  llvm.func @k() attributes {nvvm.maxntidx = 32 : i32, passthrough = ["cold", ["nvvm.maxntidy", "2"], ["nvvm.other", "1"], "noinline"]}
}
