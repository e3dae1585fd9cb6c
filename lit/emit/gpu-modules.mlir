// --nvvm-to-ptx-header on gpu.modules: the target is that of the module, functions can be gpu.func, and --gpu-module
// selects one of several modules. Launches outside the modules can be of either dialect.

// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-module=first %s | FileCheck %s --check-prefix=FIRST --match-full-lines --implicit-check-not=.entry
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-module=second %s | FileCheck %s --check-prefix=SECOND
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-module=second --ptx-version=7.1 %s | FileCheck %s --check-prefix=VERSION
// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-module=second --gpu-name=sm_100f %s | FileCheck %s --check-prefix=CHIP
// RUN: not tileiras-translate --nvvm-to-ptx-header %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tileiras-translate --nvvm-to-ptx-header --gpu-module=third %s 2>&1 | FileCheck %s --check-prefix=THIRD

// There is no output after an error.
// RUN: rm -f %t && not tileiras-translate --nvvm-to-ptx-header %s -o %t && not ls %t

// SEVERAL: [[# @LINE + 2]]:1: error: 'builtin.module' op has several gpu.modules, name one with --gpu-module: first, second
// THIRD: [[# @LINE + 1]]:1: error: 'builtin.module' op has no gpu.module 'third', it has first, second
module attributes {gpu.container_module} {
  gpu.module @first [#nvvm.target<chip = "sm_100a", features = "+ptx88">] {
    // FIRST: .version 8.8
    // FIRST: .target sm_100a
    // FIRST: .visible .entry kernel
    // FIRST-NEXT: (
    // FIRST-NEXT: .param .u64 .ptr .global .align 1 kernel_param_0,
    // FIRST-NEXT: .param .f32 kernel_param_1,
    // FIRST-NEXT: .param .align 2 .b8 kernel_param_2[2],
    // FIRST-NEXT: .param .align 16 .b8 kernel_param_3[16]
    // FIRST-NEXT: )
    // FIRST-NEXT: .maxntid 64, 2, 1
    // FIRST-NEXT: ;
    gpu.func @kernel(%a: !llvm.ptr<1>, %b: f32, %c: bf16, %d: vector<4xf32>) workgroup(%w: memref<4xf32, 3>) kernel
        attributes {nvvm.maxntid = array<i32: 64, 2, 1>} {
      gpu.return
    }
    // FIRST: .visible .func (.param .b32 func_retval0) function
    gpu.func @function(%a: i1) -> i1 { gpu.return %a : i1 }
  }
  gpu.module @second [#nvvm.target<chip = "sm_80">] {
    // SECOND: .version 9.0
    // SECOND: .target sm_80
    // SECOND: .visible .entry kernel
    // VERSION: .version 7.1
    // VERSION: .target sm_80
    // CHIP: .version 9.0
    // CHIP: .target sm_100f
    gpu.func @kernel() kernel { gpu.return }
  }
  func.func @host() {
    %one = arith.constant 1 : index
    nv_tileaa.launch_func @second::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
    gpu.launch_func @second::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }
}
