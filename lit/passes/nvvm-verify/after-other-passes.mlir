// Passes share cached analyses. A change by another pass between them invalidates the analyses.
//
// RUN: tileiras-opt %s --nvvm-verify --symbol-dce --nvvm-verify --convert-gpu-to-nv-tileaa | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nvvm-transplant,nvvm-verify,func.func(canonicalize),symbol-dce,nvvm-transplant,convert-gpu-to-nv-tileaa)' | FileCheck %s
// RUN: tileiras-opt %s --convert-gpu-to-nv-tileaa --symbol-dce --nvvm-verify | FileCheck %s

// CHECK-NOT: @unused
// CHECK: llvm.func @kernel
// CHECK: nv_tileaa.launch_func @device::@kernel

module attributes {gpu.container_module} {
  gpu.module @device {
    llvm.func @kernel(%arg0: i32) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func private @unused(%n: i32) {
    %one = arith.constant 1 : index
    gpu.launch_func @device::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%n : i32)
    return
  }
  func.func @host(%n: i32) {
    %one = arith.constant 1 : index
    gpu.launch_func @device::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%n : i32)
    return
  }
}
