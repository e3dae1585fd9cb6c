// The attribute round-trips in text, in the generic form and in bytecode.

// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --emit-bytecode | tileiras-opt | FileCheck %s
// RUN: mlir-opt %load-plugin %s | FileCheck %s

// Parameters in any order; roles sorted by name; a name that is not an identifier is quoted.
// CHECK-LABEL: llvm.func @all
// CHECK-SAME: nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128, 1, 1], roles = {consumer = 2, "load 2" = 1, producer = 1}, cluster = [1, 1, 1], max_cluster_rank = 8, single_cta_cluster = true, min_ctas_per_sm = 2, accumulator_registers = 128, working_registers = 32, slack_registers = 0, atom = wgmma>
llvm.func @all() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
    atom = wgmma, roles = {producer = 1, consumer = 2, "load 2" = 1}, block = [128, 1, 1], max_cluster_rank = 8,
    single_cta_cluster = true, cluster = [1, 1, 1], min_ctas_per_sm = 2,
    slack_registers = 0, working_registers = 32, accumulator_registers = 128>}

// Absent parameters and parameters with their default value are not printed.
// CHECK-LABEL: llvm.func @bound
// CHECK-SAME: #nv_tileaa.kernel_spec<max_block = [256], max_registers = 168, atom = tcgen05>
llvm.func @bound() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
    max_block = [256], max_registers = 168, single_cta_cluster = false, atom = tcgen05>}

// CHECK-LABEL: llvm.func @nothing
// CHECK-SAME: #nv_tileaa.kernel_spec<>
llvm.func @nothing() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<>}

// The limits themselves are legal.
// CHECK-LABEL: llvm.func @limits
// CHECK-SAME: #nv_tileaa.kernel_spec<block = [4, 4, 64], cluster = [16, 1, 1], max_cluster_rank = 16, min_ctas_per_sm = 32, accumulator_registers = 255, working_registers = 1, slack_registers = 255>
llvm.func @limits() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
    block = [4, 4, 64], cluster = [16, 1, 1], max_cluster_rank = 16, min_ctas_per_sm = 32,
    accumulator_registers = 255, working_registers = 1, slack_registers = 255>}

// Any function that is a kernel, in any form.
// CHECK: gpu.func @gpu() kernel attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>}
gpu.module @m {
  gpu.func @gpu() kernel attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>} { gpu.return }
}
// CHECK: llvm.func ptx_kernelcc @convention() attributes {nv_tileaa.kernel_spec =
llvm.func ptx_kernelcc @convention() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>}
// CHECK: func.func private @func() attributes {gpu.kernel, nv_tileaa.kernel_spec =
func.func private @func() attributes {gpu.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>}

// A tuple that is not transplanted yet can state that the function is a kernel.
// CHECK: module attributes {nvvm.annotations =
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // CHECK: llvm.func @k() attributes {nv_tileaa.kernel_spec =
  llvm.func @k() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>}
}
