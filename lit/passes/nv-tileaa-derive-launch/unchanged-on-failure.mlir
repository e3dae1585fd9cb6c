// If one spec has an error, no facts are derived from the other specs.

// RUN: not tileiras-opt %s --nv-tileaa-derive-launch --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s
// CHECK: error: {{.*}}[warpgroup-threads]
// CHECK: llvm.func @good() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>, nvvm.kernel}
// CHECK: llvm.func @bad() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [96], atom = wgmma>, nvvm.kernel}
llvm.func @good() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>}
llvm.func @bad() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [96], atom = wgmma>}
