#di_file = #llvm.di_file<"kernels.py" in ".">
#di_null_type = #llvm.di_null_type
#loc = loc("kernels.py":8:0)
#di_compile_unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C_plus_plus, file = #di_file, producer = "clang (numba-cuda-mlir)", isOptimized = true, emissionKind = DebugDirectivesOnly>
#di_subroutine_type = #llvm.di_subroutine_type<types = #di_null_type>
#di_subprogram = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "scaled_add", file = #di_file, line = 8, scopeLine = 8, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type>
#loc5 = loc(fused<#di_subprogram>[#loc])
module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32 loc(#loc5)
    llvm.func @_Z10scaled_addf5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE(%arg0: f32 loc(fused<#di_subprogram>[#loc]), %arg1: !llvm.ptr loc(fused<#di_subprogram>[#loc]), %arg2: !llvm.ptr loc(fused<#di_subprogram>[#loc]), %arg3: i64 loc(fused<#di_subprogram>[#loc]), %arg4: i64 loc(fused<#di_subprogram>[#loc]), %arg5: i64 loc(fused<#di_subprogram>[#loc]), %arg6: !llvm.ptr loc(fused<#di_subprogram>[#loc]), %arg7: !llvm.ptr loc(fused<#di_subprogram>[#loc]), %arg8: i64 loc(fused<#di_subprogram>[#loc]), %arg9: i64 loc(fused<#di_subprogram>[#loc]), %arg10: i64 loc(fused<#di_subprogram>[#loc])) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}, {}], numba_cuda_mlir.orig_arg_types = [f32, memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>], nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
      %0 = llvm.mlir.constant(0 : index) : i64 loc(#loc1)
      %1 = nvvm.read.ptx.sreg.tid.x : i32 loc(#loc2)
      %2 = llvm.sext %1 : i32 to i64 loc(#loc2)
      %3 = nvvm.read.ptx.sreg.ntid.x : i32 loc(#loc2)
      %4 = llvm.sext %3 : i32 to i64 loc(#loc2)
      %5 = nvvm.read.ptx.sreg.ctaid.x : i32 loc(#loc2)
      %6 = llvm.sext %5 : i32 to i64 loc(#loc2)
      %7 = llvm.mul %6, %4 : i64 loc(#loc2)
      %8 = llvm.add %7, %2 : i64 loc(#loc2)
      %9 = llvm.trunc %8 : i64 to i32 loc(#loc2)
      %10 = llvm.sext %9 : i32 to i64 loc(#loc3)
      %11 = llvm.icmp "slt" %10, %arg4 : i64 loc(#loc3)
      llvm.cond_br %11, ^bb1, ^bb2 loc(#loc3)
    ^bb1:  // pred: ^bb0
      %12 = llvm.icmp "slt" %10, %0 : i64 loc(#loc4)
      %13 = llvm.add %10, %arg4 : i64 loc(#loc4)
      %14 = llvm.select %12, %13, %10 : i1, i64 loc(#loc4)
      %15 = llvm.getelementptr %arg2[%arg3] : (!llvm.ptr, i64) -> !llvm.ptr, f32 loc(#loc4)
      %16 = llvm.mul %14, %arg5 overflow<nsw, nuw> : i64 loc(#loc4)
      %17 = llvm.getelementptr inbounds|nuw %15[%16] : (!llvm.ptr, i64) -> !llvm.ptr, f32 loc(#loc4)
      %18 = llvm.load %17 : !llvm.ptr -> f32 loc(#loc4)
      %19 = llvm.fmul %arg0, %18 : f32 loc(#loc4)
      %20 = llvm.add %10, %arg9 : i64 loc(#loc4)
      %21 = llvm.select %12, %20, %10 : i1, i64 loc(#loc4)
      %22 = llvm.getelementptr %arg7[%arg8] : (!llvm.ptr, i64) -> !llvm.ptr, f32 loc(#loc4)
      %23 = llvm.mul %21, %arg10 overflow<nsw, nuw> : i64 loc(#loc4)
      %24 = llvm.getelementptr inbounds|nuw %22[%23] : (!llvm.ptr, i64) -> !llvm.ptr, f32 loc(#loc4)
      %25 = llvm.load %24 : !llvm.ptr -> f32 loc(#loc4)
      %26 = llvm.fadd %19, %25 : f32 loc(#loc4)
      llvm.store %26, %24 : f32, !llvm.ptr loc(#loc4)
      llvm.return loc(#loc4)
    ^bb2:  // pred: ^bb0
      llvm.return loc(#loc3)
    } loc(#loc5)
  } loc(#loc5)
} loc(#loc5)
#loc1 = loc(unknown)
#loc2 = loc("kernels.py":9:0)
#loc3 = loc("kernels.py":10:0)
#loc4 = loc("kernels.py":11:0)
