// statement-ignored: what the words of OpenCL, OpenMP, SPIR-V and AMD state is also stated as a fact. Nothing is reported.

// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s -o /dev/null 2>&1 | count 0
// RUN: tileiras-opt --nvvm-transplant %s | tileiras-opt --nvvm-verify=warnings-as-errors -o /dev/null 2>&1 | count 0

// As clang 22 writes kernels of OpenMP.
llvm.func ptx_kernelcc @openmp() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.maxclusterrank = 4 : i32,
    passthrough = ["kernel", ["omp_target_num_teams", "4"], ["omp_target_thread_limit", "128"]]}
llvm.func @smaller() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 2, 1>, passthrough = [["omp_target_thread_limit", "128"]]}

// OpenCL: the same block, in fewer values; a bound that the exact block is within.
llvm.func @opencl() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 2, 1>, max_work_group_size = [256 : i32], reqd_work_group_size = array<i32: 64, 2>}
llvm.func @shape() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>, max_work_group_size = array<i32: 8, 8, 2>}

// SPIR-V and AMD: the sizes in an attribute of a dialect are not read.
llvm.func @spirv() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>, spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>}
llvm.func @amd() attributes {nvvm.kernel, rocdl.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, rocdl.reqd_work_group_size = array<i32: 64, 1, 1>,
    rocdl.flat_work_group_size = "64,64", rocdl.max_flat_work_group_size = 64 : i32, passthrough = [["amdgpu-flat-work-group-size", "1,256"]]}

// A function that a kernel calls has the statements of the kernel, as clang 22 writes it. It is launched by none.
llvm.func @__clang_ocl_kern_imp_k() attributes {reqd_work_group_size = array<i32: 64, 2, 1>, work_group_size_hint = array<i32: 1, 1, 1>}

// The calling convention does not matter beside the fact.
llvm.func spir_kernelcc @marked() attributes {nvvm.kernel}
llvm.func spir_funccc @device()

// Attributes of arguments and results that are none of a launch.
llvm.func @arguments(!llvm.ptr {llvm.byval = i64, nvvm.grid_constant, nvvm.hidden_param}, i32 {llvm.zeroext}) attributes {nvvm.kernel}
llvm.func @result() -> (i32 {llvm.zeroext})
