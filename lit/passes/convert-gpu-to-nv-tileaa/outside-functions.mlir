// Launches outside functions are converted, also if no function has a launch-relevant operation.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa -split-input-file %s | FileCheck %s --implicit-check-not=gpu.launch_func
// RUN: tileiras-opt --nvvm-launch -split-input-file %s | FileCheck %s --implicit-check-not=gpu.launch_func

// CHECK-LABEL: module @in_a_module
// CHECK: nv_tileaa.launch_func @device::@kernel
module @in_a_module attributes {gpu.container_module} {
  gpu.module @device {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  %one = arith.constant 1 : index
  gpu.launch_func @device::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
}

// -----

// CHECK-LABEL: module @in_a_function
// CHECK: nv_tileaa.launch_func @device::@kernel
module @in_a_function {
  func.func @outer() {
    builtin.module attributes {gpu.container_module} {
      gpu.module @device {
        llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} { llvm.return }
      }
      %one = arith.constant 1 : index
      gpu.launch_func @device::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
    }
    return
  }
}
