// The cluster shape in every spelling: nvvm.cluster_dim with all three axes, missing ones 1.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel}
llvm.func @canonical() attributes {nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel}

// As Triton writes it.
// CHECK: llvm.func @one_value() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
llvm.func @one_value() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel = 1 : ui1}

// CHECK: llvm.func @two_values() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 4, 1>, nvvm.kernel}
llvm.func @two_values() attributes {nvvm.cluster_dim = array<i32: 2, 4>, nvvm.kernel}

// CHECK: llvm.func @axes() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 4>, nvvm.kernel}
llvm.func @axes() attributes {nvvm.cluster_dim_x = 2 : i32, nvvm.cluster_dim_z = 4 : i32, nvvm.kernel}

// As LLVM's auto-upgrade writes it if only x is stated.
// CHECK: llvm.func @string_1() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
llvm.func @string_1() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_dim", "2"]]}

// CHECK: llvm.func @string_3() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel}
llvm.func @string_3() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_dim", "2,2,1"]]}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@apart, "cluster_dim_z", 4 : i32], [@apart, "cluster_dim_y", 1 : i32], [@x_alone, "cluster_dim_x", 4 : i32],
  [@apart, "cluster_dim_x", 2 : i32]
]} {
  // CHECK: llvm.func @apart() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 2, 1, 4>, nvvm.kernel}
  llvm.func @apart() attributes {nvvm.kernel}
  // CHECK: llvm.func @x_alone() attributes {nvvm.annotations_transplanted, nvvm.cluster_dim = array<i32: 4, 1, 1>, nvvm.kernel}
  llvm.func @x_alone() attributes {nvvm.kernel}
}
