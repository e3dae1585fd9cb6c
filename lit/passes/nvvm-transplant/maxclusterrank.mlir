// The cluster cap in every spelling and under both its names: nvvm.maxclusterrank as an i32.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// CHECK: llvm.func @wide() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @wide() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i64}

// Upstream's translation would drop a string attribute without a diagnostic.
// CHECK: llvm.func @text() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @text() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"}

// Upstream MLIR's name.
// CHECK: llvm.func @mlir_name() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @mlir_name() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel}

// Both names, the same value.
// CHECK: llvm.func @both_names() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @both_names() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @string() attributes {nvvm.kernel, passthrough = [["nvvm.maxclusterrank", "8"]]}

// CHECK: llvm.func @string_mlir_name() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
llvm.func @string_mlir_name() attributes {nvvm.kernel, passthrough = [["nvvm.cluster_max_blocks", "8"]]}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@legacy, "maxclusterrank", 8 : i32], [@legacy_mlir_name, "cluster_max_blocks", 4 : i32]
]} {
  // CHECK: llvm.func @legacy() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
  llvm.func @legacy() attributes {nvvm.kernel}
  // CHECK: llvm.func @legacy_mlir_name() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 4 : i32}
  llvm.func @legacy_mlir_name() attributes {nvvm.kernel}
}
