// What is compiled already, and kernels that are not functions yet, are not read: a warning says so.

// RUN: tileiras-contract show %s 2>&1 | FileCheck %s
// RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o /dev/null 2>&1 | FileCheck %s --check-prefix=CC

module attributes {gpu.container_module} {
  // CHECK: :[[#@LINE+2]]:3: warning: 'gpu.binary' op is compiled already, and is not read: 'compiled'
  // CC: :[[#@LINE+1]]:3: warning: 'gpu.binary' op is compiled already, and is not in the output: 'compiled'
  gpu.binary @binary [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = ".version 8.0\0A.target sm_90\0A.address_size 64\0A.visible .entry compiled() .reqntid 64 { ret; }\0A">]
  gpu.module @m {
    gpu.func @named() kernel {
      gpu.return
    }
  }
  func.func @host(%one: index) {
    // CHECK: :[[#@LINE+2]]:5: warning: 'gpu.launch' op has a kernel without a name, which is not read: --gpu-kernel-outlining makes a gpu.func of it
    // CC: :[[#@LINE+1]]:5: warning: 'gpu.launch' op has a kernel without a name, which is not in the output: --gpu-kernel-outlining makes a gpu.func of it
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one) threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
      gpu.terminator
    }
    return
  }
}
// CHECK: named
