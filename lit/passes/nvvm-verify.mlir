// Legal contracts, for any target. There is no diagnostic and no change.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=9.0 warnings-as-errors' %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt %s --split-input-file -o %t.before
// RUN: tileiras-opt --nvvm-verify %s --split-input-file | diff %t.before -

// CHECK: llvm.func @bound() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 2, 1>, nvvm.minctasm = 2 : i32}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 2, 1>, nvvm.minctasm = 2 : i32}

// CHECK: llvm.func @exact() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
llvm.func @exact() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}

// CHECK: llvm.func @capped
llvm.func @capped(!llvm.ptr, i32, !llvm.ptr)
    attributes {nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel, nvvm.maxclusterrank = 8 : i64, nvvm.maxntid = array<i32: 64, 2>}

// A kernel by its calling convention only.
// CHECK: llvm.func ptx_kernelcc @convention
llvm.func ptx_kernelcc @convention() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}

// CHECK: gpu.module @m
gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  gpu.func @k(%p: !llvm.ptr) kernel attributes {nvvm.grid_constant = array<i32: 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
  // No facts at all.
  gpu.func @device() { gpu.return }
}

// CHECK: func.func private @host
func.func private @host(i32)

// -----

// A key without a canonical attribute may stay in its tuple.
// CHECK: module attributes {nvvm.annotations
module attributes {nvvm.annotations = [
  [@k, "local_maxnreg", 32 : i32, "producer", "me"], [@g, "texture", 1 : i32], [unit, "kernel", 1 : i32], []
]} {
  llvm.mlir.global external @g() : i64
  llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, passthrough = ["cold", "kernel"]}
}
