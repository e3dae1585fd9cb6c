module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    llvm.func @_Z10mandelbrot5ArrayIiLi2E1C7mutable7alignedEdddi(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: i64, %arg6: i64, %arg7: f64, %arg8: f64, %arg9: f64, %arg10: i32) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}, {}, {}, {}], numba_cuda_mlir.orig_arg_types = [memref<?x?xi32, strided<[?, ?], offset: ?>>, f64, f64, f64, i32], nvvm.kernel} {
      %0 = llvm.mlir.constant(0 : index) : i64
      %1 = llvm.mlir.constant(1 : index) : i64
      %2 = llvm.mlir.constant(0 : i64) : i64
      %3 = llvm.mlir.constant(1 : i64) : i64
      %4 = llvm.mlir.constant(0.000000e+00 : f64) : f64
      %5 = llvm.mlir.constant(4.000000e+00 : f64) : f64
      %6 = llvm.mlir.constant(2.000000e+00 : f64) : f64
      %7 = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr
      %8 = llvm.alloca %1 x f64 : (i64) -> !llvm.ptr
      %9 = llvm.alloca %1 x f64 : (i64) -> !llvm.ptr
      %10 = llvm.alloca %1 x i64 : (i64) -> !llvm.ptr
      %11 = nvvm.read.ptx.sreg.tid.x : i32
      %12 = llvm.sext %11 : i32 to i64
      %13 = nvvm.read.ptx.sreg.ntid.x : i32
      %14 = llvm.sext %13 : i32 to i64
      %15 = nvvm.read.ptx.sreg.ctaid.x : i32
      %16 = llvm.sext %15 : i32 to i64
      %17 = llvm.mul %16, %14 : i64
      %18 = llvm.add %17, %12 : i64
      %19 = llvm.trunc %18 : i64 to i32
      %20 = nvvm.read.ptx.sreg.tid.y : i32
      %21 = llvm.sext %20 : i32 to i64
      %22 = nvvm.read.ptx.sreg.ntid.y : i32
      %23 = llvm.sext %22 : i32 to i64
      %24 = nvvm.read.ptx.sreg.ctaid.y : i32
      %25 = llvm.sext %24 : i32 to i64
      %26 = llvm.mul %25, %23 : i64
      %27 = llvm.add %26, %21 : i64
      %28 = llvm.trunc %27 : i64 to i32
      %29 = llvm.sext %28 : i32 to i64
      %30 = llvm.icmp "slt" %29, %arg3 : i64
      llvm.cond_br %30, ^bb1, ^bb7
    ^bb1:  // pred: ^bb0
      %31 = llvm.sext %19 : i32 to i64
      %32 = llvm.icmp "slt" %31, %arg4 : i64
      llvm.cond_br %32, ^bb2, ^bb7
    ^bb2:  // pred: ^bb1
      %33 = llvm.sitofp %19 : i32 to f64
      %34 = llvm.fmul %33, %arg9 : f64
      %35 = llvm.fadd %arg7, %34 : f64
      %36 = llvm.sitofp %28 : i32 to f64
      %37 = llvm.fmul %36, %arg9 : f64
      %38 = llvm.fadd %arg8, %37 : f64
      llvm.store %2, %7 : i64, !llvm.ptr
      %39 = llvm.sext %arg10 : i32 to i64
      %40 = llvm.icmp "sgt" %39, %2 : i64
      llvm.cond_br %40, ^bb3, ^bb6
    ^bb3:  // pred: ^bb2
      llvm.store %2, %7 : i64, !llvm.ptr
      llvm.store %4, %8 : f64, !llvm.ptr
      llvm.store %4, %9 : f64, !llvm.ptr
      llvm.store %2, %10 : i64, !llvm.ptr
      llvm.br ^bb4
    ^bb4:  // 2 preds: ^bb3, ^bb5
      %41 = llvm.load %8 : !llvm.ptr -> f64
      %42 = llvm.fmul %41, %41 : f64
      %43 = llvm.load %9 : !llvm.ptr -> f64
      %44 = llvm.fmul %43, %43 : f64
      %45 = llvm.fsub %42, %44 : f64
      %46 = llvm.fadd %45, %35 : f64
      %47 = llvm.fmul %41, %6 : f64
      %48 = llvm.fmul %47, %43 : f64
      %49 = llvm.fadd %48, %38 : f64
      %50 = llvm.load %10 : !llvm.ptr -> i64
      %51 = llvm.add %50, %3 overflow<nsw> : i64
      llvm.store %51, %7 : i64, !llvm.ptr
      %52 = llvm.icmp "slt" %51, %39 : i64
      llvm.cond_br %52, ^bb5, ^bb6
    ^bb5:  // pred: ^bb4
      llvm.store %51, %7 : i64, !llvm.ptr
      llvm.store %46, %8 : f64, !llvm.ptr
      llvm.store %49, %9 : f64, !llvm.ptr
      llvm.store %51, %10 : i64, !llvm.ptr
      %53 = llvm.fmul %46, %46 : f64
      %54 = llvm.fmul %49, %49 : f64
      %55 = llvm.fadd %53, %54 : f64
      %56 = llvm.fcmp "olt" %55, %5 : f64
      llvm.cond_br %56, ^bb4, ^bb6
    ^bb6:  // 3 preds: ^bb2, ^bb4, ^bb5
      %57 = llvm.icmp "slt" %29, %0 : i64
      %58 = llvm.add %29, %arg3 : i64
      %59 = llvm.select %57, %58, %29 : i1, i64
      %60 = llvm.icmp "slt" %31, %0 : i64
      %61 = llvm.add %31, %arg4 : i64
      %62 = llvm.select %60, %61, %31 : i1, i64
      %63 = llvm.load %7 : !llvm.ptr -> i64
      %64 = llvm.trunc %63 : i64 to i32
      %65 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %66 = llvm.mul %59, %arg5 overflow<nsw, nuw> : i64
      %67 = llvm.mul %62, %arg6 overflow<nsw, nuw> : i64
      %68 = llvm.add %66, %67 overflow<nsw, nuw> : i64
      %69 = llvm.getelementptr inbounds|nuw %65[%68] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      llvm.store %64, %69 : i32, !llvm.ptr
      llvm.return
    ^bb7:  // 2 preds: ^bb0, ^bb1
      llvm.return
    }
  }
}
