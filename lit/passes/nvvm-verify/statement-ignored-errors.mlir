// statement-ignored: statements about launches that LLVM's NVPTX back end does not read.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-transplant --nvvm-verify %s --split-input-file --verify-diagnostics

// Groups: the three functions differ in what they state only there.
// expected-warning@+1 {{'llvm.func' op 'reqd_work_group_size' is ignored: state 'nvvm.reqntid' [statement-ignored]}}
llvm.func @required() attributes {nvvm.kernel, reqd_work_group_size = array<i32: 64, 2, 1>}
llvm.func @nothing() attributes {nvvm.kernel}
// expected-warning@+1 {{'llvm.func' op 'work_group_size_hint' is ignored: no directive states it [statement-ignored]}}
llvm.func @hint() attributes {nvvm.kernel, work_group_size_hint = array<i32: 64, 2, 1>}
// expected-warning@+1 {{'llvm.func' op 'max_work_group_size' is ignored: state 'nvvm.maxntid' [statement-ignored]}}
llvm.func @most() attributes {nvvm.kernel, max_work_group_size = [256 : i32]}

// Another block than the fact has, and a larger one.
// expected-warning@+1 {{'llvm.func' op 'reqd_work_group_size' is ignored: 'nvvm.reqntid' is 128, 1, 1 [statement-ignored]}}
llvm.func @other() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, reqd_work_group_size = array<i32: 64, 2, 1>}
// expected-warning@+1 {{'llvm.func' op 'omp_target_thread_limit' in 'passthrough' is ignored: 'nvvm.maxntid' allows 256 threads [statement-ignored]}}
llvm.func @larger() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, passthrough = [["omp_target_thread_limit", "128"]]}

// -----

// expected-warning@+2 {{'llvm.func' op 'omp_target_num_teams' in 'passthrough' is ignored: no directive states the CTAs of a grid [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'omp_target_thread_limit' in 'passthrough' is ignored: state 'nvvm.maxntid' [statement-ignored]}}
llvm.func @openmp() attributes {nvvm.kernel, passthrough = [["omp_target_num_teams", "4"], ["omp_target_thread_limit", "128"]]}

// -----

// LLVM writes a `.func` for kernels of other targets. What one states is reported, too.
// expected-warning@+2 {{'llvm.func' op 'reqd_work_group_size' is ignored: state 'nvvm.reqntid' [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'spir_kernelcc' is ignored: state 'nvvm.kernel' [statement-ignored]}}
llvm.func spir_kernelcc @spir() attributes {reqd_work_group_size = array<i32: 64, 2, 1>}
// expected-warning@+1 {{'llvm.func' op 'amdgpu_kernelcc' is ignored: state 'nvvm.kernel' [statement-ignored]}}
llvm.func amdgpu_kernelcc @amd()

// -----

// The words of MLIR's dialects for SPIR-V and AMD, and of LLVM's back end for AMD.
// expected-warning@+1 {{'llvm.func' op 'spirv.entry_point_abi' is ignored: state 'nvvm.reqntid' [statement-ignored]}}
llvm.func @spirv() attributes {nvvm.kernel, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
// expected-warning@+3 {{'llvm.func' op 'rocdl.kernel' is ignored: state 'nvvm.kernel' [statement-ignored]}}
// expected-warning@+2 {{'llvm.func' op 'rocdl.reqd_work_group_size' is ignored: state 'nvvm.reqntid' [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'rocdl.waves_per_eu' is ignored: no directive states it [statement-ignored]}}
llvm.func @rocdl() attributes {rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>, rocdl.waves_per_eu = 2 : i32}
// expected-warning@+2 {{'llvm.func' op 'rocdl.flat_work_group_size' is ignored: 'nvvm.maxntid' allows 512 threads [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'rocdl.max_flat_work_group_size' is ignored: 'nvvm.maxntid' allows 512 threads [statement-ignored]}}
llvm.func @flat() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 512>, rocdl.flat_work_group_size = "1,256", rocdl.max_flat_work_group_size = 256 : i32}
// expected-warning@+3 {{'llvm.func' op 'amdgpu-flat-work-group-size' in 'passthrough' is ignored: state 'nvvm.maxntid' [statement-ignored]}}
// expected-warning@+2 {{'llvm.func' op 'amdgpu-waves-per-eu' in 'passthrough' is ignored: no directive states it [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'amdgpu-max-num-workgroups' in 'passthrough' is ignored: no directive states it [statement-ignored]}}
llvm.func @amdgpu() attributes {nvvm.kernel, passthrough = [["amdgpu-flat-work-group-size", "1,256"], ["amdgpu-waves-per-eu", "2"], ["amdgpu-max-num-workgroups", "4,1,1"]]}

// -----

// Launch facts are on the function, with or without a kernel.
// expected-warning@+2 {{'llvm.func' op 'nvvm.maxntid' on argument 2 is ignored: launch facts are on the function [statement-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'nvvm.minnctapersm' on argument 2 is ignored: launch facts are on the function [statement-ignored]}}
llvm.func @argument(i32, !llvm.ptr {nvvm.maxntid = array<i32: 128>, nvvm.minnctapersm = 2 : i32}) attributes {nvvm.kernel}
// expected-warning@+1 {{'func.func' op 'nvvm.grid_constant' on result 2 is ignored: launch facts are on the function [statement-ignored]}}
func.func private @results() -> (i32, i32 {nvvm.grid_constant})
// expected-warning@+1 {{'func.func' op 'nvvm.maxnreg' on result 1 is ignored: launch facts are on the function [statement-ignored]}}
func.func private @other_results() -> (i32 {nvvm.maxnreg = 32 : i32}, i32)

// -----

// Upstream makes a kernel of a unit only, and prints no other value.
gpu.module @m {
  // expected-warning@+1 {{'gpu.func' op 'gpu.kernel' = false is ignored: only a unit makes a kernel [statement-ignored]}}
  gpu.func @no() attributes {gpu.kernel = false} { gpu.return }
  // expected-warning@+1 {{'llvm.func' op 'gpu.kernel' = true is ignored: only a unit makes a kernel [statement-ignored]}}
  llvm.func @yes() attributes {gpu.kernel = true}
  // expected-warning@+1 {{'func.func' op 'gpu.kernel' is ignored: only a 'gpu.func' or an 'llvm.func' is lowered to a kernel [statement-ignored]}}
  func.func @func() attributes {gpu.kernel} { return }
}

// -----

// Attributes of the memory that a gpu.func declares.
gpu.module @m {
  // expected-warning@+2 {{'gpu.func' op 'nvvm.maxntid' on workgroup attribution 1 is ignored: launch facts are on the function [statement-ignored]}}
  // expected-warning@+1 {{'gpu.func' op 'nvvm.maxnreg' on private attribution 2 is ignored: launch facts are on the function [statement-ignored]}}
  gpu.func @k() workgroup(%w: memref<4xf32, 3> {nvvm.maxntid = array<i32: 7>}) private(%p: memref<4xf32, 5>, %q: memref<4xf32, 5> {nvvm.maxnreg = 32 : i32}) kernel {
    gpu.return
  }
  gpu.func @without() workgroup(%w: memref<4xf32, 3>) kernel { gpu.return }
}

// -----

// Attributes of launches: outlining makes no facts of them.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @host(%n: index) {
    // expected-warning@+2 {{'gpu.launch' op 'known_block_size' on a launch is ignored: launch facts are on the function [statement-ignored]}}
    // expected-warning@+1 {{'gpu.launch' op 'nvvm.maxnreg' on a launch is ignored: launch facts are on the function [statement-ignored]}}
    gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) {
      gpu.terminator
    } {known_block_size = array<i32: 1, 1, 1>, nvvm.maxnreg = 32 : i32}
    // expected-warning@+1 {{'gpu.launch_func' op 'nvvm.reqntid' on a launch is ignored: launch facts are on the function [statement-ignored]}}
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) {nvvm.reqntid = array<i32: 64>, other}
    return
  }
}
