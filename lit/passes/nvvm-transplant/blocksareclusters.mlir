// "Blocks are clusters" in every spelling: the unit attribute nvvm.blocksareclusters, with the facts that it requires.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @canonical() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// CHECK: llvm.func @integer() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @integer() attributes {nvvm.blocksareclusters = 1 : i32, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// CHECK: llvm.func @name_alone() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @name_alone() attributes {nvvm.kernel, passthrough = ["nvvm.blocksareclusters", ["nvvm.cluster_dim", "2"], ["nvvm.reqntid", "128"]]}

// CHECK: llvm.func @empty_string() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @empty_string() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, passthrough = [["nvvm.blocksareclusters", ""]]}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@legacy, "blocksareclusters", 1 : i32], [@legacy, "cluster_dim_x", 2 : i32, "reqntidx", 128 : i32]
]} {
  // The required facts can come later than the fact.
  // CHECK: llvm.func @legacy() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
  llvm.func @legacy() attributes {nvvm.kernel}
}
