module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    llvm.func @_Z7stencil5ArrayIfLi2E1C7mutable7alignedE5ArrayIfLi2E1C7mutable7alignedE(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: !llvm.ptr, %arg8: !llvm.ptr, %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64, %arg13: i64) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>], nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 1 : i32} {
      %0 = llvm.mlir.constant(0 : index) : i64
      %1 = llvm.mlir.constant(0 : i64) : i64
      %2 = llvm.mlir.constant(1 : i64) : i64
      %3 = llvm.mlir.constant(5.000000e-01 : f64) : f64
      %4 = llvm.mlir.constant(1.250000e-01 : f64) : f64
      %5 = nvvm.read.ptx.sreg.tid.x : i32
      %6 = llvm.sext %5 : i32 to i64
      %7 = nvvm.read.ptx.sreg.ntid.x : i32
      %8 = llvm.sext %7 : i32 to i64
      %9 = nvvm.read.ptx.sreg.ctaid.x : i32
      %10 = llvm.sext %9 : i32 to i64
      %11 = llvm.mul %10, %8 : i64
      %12 = llvm.add %11, %6 : i64
      %13 = llvm.trunc %12 : i64 to i32
      %14 = nvvm.read.ptx.sreg.tid.y : i32
      %15 = llvm.sext %14 : i32 to i64
      %16 = nvvm.read.ptx.sreg.ntid.y : i32
      %17 = llvm.sext %16 : i32 to i64
      %18 = nvvm.read.ptx.sreg.ctaid.y : i32
      %19 = llvm.sext %18 : i32 to i64
      %20 = llvm.mul %19, %17 : i64
      %21 = llvm.add %20, %15 : i64
      %22 = llvm.trunc %21 : i64 to i32
      %23 = llvm.sext %22 : i32 to i64
      %24 = llvm.icmp "sgt" %23, %1 : i64
      llvm.cond_br %24, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %25 = llvm.sub %arg3, %2 overflow<nsw> : i64
      %26 = llvm.icmp "slt" %23, %25 : i64
      llvm.cond_br %26, ^bb3, ^bb2
    ^bb2:  // 4 preds: ^bb0, ^bb1, ^bb3, ^bb4
      llvm.return
    ^bb3:  // pred: ^bb1
      %27 = llvm.sext %13 : i32 to i64
      %28 = llvm.icmp "sgt" %27, %1 : i64
      llvm.cond_br %28, ^bb4, ^bb2
    ^bb4:  // pred: ^bb3
      %29 = llvm.sub %arg4, %2 overflow<nsw> : i64
      %30 = llvm.icmp "slt" %27, %29 : i64
      llvm.cond_br %30, ^bb5, ^bb2
    ^bb5:  // pred: ^bb4
      %31 = llvm.sub %23, %2 overflow<nsw> : i64
      %32 = llvm.icmp "slt" %31, %0 : i64
      %33 = llvm.add %31, %arg3 : i64
      %34 = llvm.select %32, %33, %31 : i1, i64
      %35 = llvm.icmp "slt" %27, %0 : i64
      %36 = llvm.add %27, %arg4 : i64
      %37 = llvm.select %35, %36, %27 : i1, i64
      %38 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %39 = llvm.mul %34, %arg5 overflow<nsw, nuw> : i64
      %40 = llvm.mul %37, %arg6 overflow<nsw, nuw> : i64
      %41 = llvm.add %39, %40 overflow<nsw, nuw> : i64
      %42 = llvm.getelementptr inbounds|nuw %38[%41] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %43 = llvm.load %42 : !llvm.ptr -> f32
      %44 = llvm.add %23, %2 overflow<nsw> : i64
      %45 = llvm.icmp "slt" %44, %0 : i64
      %46 = llvm.add %44, %arg3 : i64
      %47 = llvm.select %45, %46, %44 : i1, i64
      %48 = llvm.mul %47, %arg5 overflow<nsw, nuw> : i64
      %49 = llvm.add %48, %40 overflow<nsw, nuw> : i64
      %50 = llvm.getelementptr inbounds|nuw %38[%49] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %51 = llvm.load %50 : !llvm.ptr -> f32
      %52 = llvm.fadd %43, %51 : f32
      %53 = llvm.sub %27, %2 overflow<nsw> : i64
      %54 = llvm.icmp "slt" %23, %0 : i64
      %55 = llvm.add %23, %arg3 : i64
      %56 = llvm.select %54, %55, %23 : i1, i64
      %57 = llvm.icmp "slt" %53, %0 : i64
      %58 = llvm.add %53, %arg4 : i64
      %59 = llvm.select %57, %58, %53 : i1, i64
      %60 = llvm.mul %56, %arg5 overflow<nsw, nuw> : i64
      %61 = llvm.mul %59, %arg6 overflow<nsw, nuw> : i64
      %62 = llvm.add %60, %61 overflow<nsw, nuw> : i64
      %63 = llvm.getelementptr inbounds|nuw %38[%62] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %64 = llvm.load %63 : !llvm.ptr -> f32
      %65 = llvm.add %27, %2 overflow<nsw> : i64
      %66 = llvm.icmp "slt" %65, %0 : i64
      %67 = llvm.add %65, %arg4 : i64
      %68 = llvm.select %66, %67, %65 : i1, i64
      %69 = llvm.mul %68, %arg6 overflow<nsw, nuw> : i64
      %70 = llvm.add %60, %69 overflow<nsw, nuw> : i64
      %71 = llvm.getelementptr inbounds|nuw %38[%70] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %72 = llvm.load %71 : !llvm.ptr -> f32
      %73 = llvm.fadd %64, %72 : f32
      %74 = llvm.fadd %52, %73 : f32
      %75 = llvm.add %60, %40 overflow<nsw, nuw> : i64
      %76 = llvm.getelementptr inbounds|nuw %38[%75] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %77 = llvm.load %76 : !llvm.ptr -> f32
      %78 = llvm.fpext %77 : f32 to f64
      %79 = llvm.fmul %78, %3 : f64
      %80 = llvm.fpext %74 : f32 to f64
      %81 = llvm.fmul %80, %4 : f64
      %82 = llvm.fadd %79, %81 : f64
      %83 = llvm.add %23, %arg10 : i64
      %84 = llvm.select %54, %83, %23 : i1, i64
      %85 = llvm.add %27, %arg11 : i64
      %86 = llvm.select %35, %85, %27 : i1, i64
      %87 = llvm.fptrunc %82 : f64 to f32
      %88 = llvm.getelementptr %arg8[%arg9] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %89 = llvm.mul %84, %arg12 overflow<nsw, nuw> : i64
      %90 = llvm.mul %86, %arg13 overflow<nsw, nuw> : i64
      %91 = llvm.add %89, %90 overflow<nsw, nuw> : i64
      %92 = llvm.getelementptr inbounds|nuw %88[%91] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      llvm.store %87, %92 : f32, !llvm.ptr
      llvm.return
    }
  }
}
