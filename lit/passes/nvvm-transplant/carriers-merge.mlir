// Axes of one shape can be in different carriers. All axes of the shape are written.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant=on-conflict=last --verify-diagnostics %s | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant=on-conflict=keep --verify-diagnostics %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@k, "maxntidz", 4 : i32], [@string, "maxntidy", 4 : i32], [@attribute, "reqntidy", 2 : i32, "cluster_dim_z", 2 : i32]
]} {
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 2, 4>, passthrough = ["cold", ["nvvm.other", "1"], "noinline"]}
  llvm.func @k() attributes {nvvm.maxntidx = 32 : i32, passthrough = ["cold", ["nvvm.maxntidy", "2"], ["nvvm.other", "1"], "noinline"]}

  // An axis that a carrier leaves out is not a stated 1: the tuple completes the string, as in LLVM's upgrade.
  // CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 4, 1>}
  llvm.func @string() attributes {passthrough = [["nvvm.maxntid", "128"]]}

  // CHECK: llvm.func @attribute() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 4, 1, 2>, nvvm.reqntid = array<i32: 64, 2, 3>}
  llvm.func @attribute() attributes {nvvm.cluster_dim = array<i32: 4, 1>, nvvm.reqntid = array<i32: 64>, passthrough = [["nvvm.reqntid", "64,2,3"]]}
}
