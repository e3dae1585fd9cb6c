module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    llvm.func @_Z9block_sum5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.ptr, %arg7: i64, %arg8: i64, %arg9: i64) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>], nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>} {
      %0 = llvm.mlir.constant(-1 : i64) : i64
      %1 = llvm.mlir.constant(false) : i1
      %2 = llvm.mlir.addressof @static_shared_memory_0 : !llvm.ptr<3>
      %3 = llvm.mlir.constant(1 : index) : i64
      %4 = llvm.mlir.constant(0 : index) : i64
      %5 = llvm.mlir.constant(0 : i64) : i64
      %6 = llvm.mlir.constant(0.000000e+00 : f64) : f64
      %7 = llvm.mlir.constant(256 : index) : i64
      %8 = llvm.mlir.constant(128 : i64) : i64
      %9 = llvm.mlir.constant(2 : i64) : i64
      %10 = llvm.mlir.constant(4 : i64) : i64
      %11 = llvm.alloca %3 x f64 : (i64) -> !llvm.ptr
      %12 = llvm.alloca %3 x i64 : (i64) -> !llvm.ptr
      %13 = llvm.getelementptr %2[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<256 x f32>
      %14 = nvvm.read.ptx.sreg.tid.x : i32
      %15 = llvm.sext %14 : i32 to i64
      %16 = llvm.trunc %15 : i64 to i32
      %17 = nvvm.read.ptx.sreg.ntid.x : i32
      %18 = llvm.sext %17 : i32 to i64
      %19 = nvvm.read.ptx.sreg.ctaid.x : i32
      %20 = llvm.sext %19 : i32 to i64
      %21 = llvm.mul %20, %18 : i64
      %22 = llvm.add %21, %15 : i64
      %23 = llvm.trunc %22 : i64 to i32
      %24 = llvm.sext %23 : i32 to i64
      %25 = llvm.icmp "slt" %24, %arg3 : i64
      llvm.cond_br %25, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %26 = llvm.icmp "slt" %24, %4 : i64
      %27 = llvm.add %24, %arg3 : i64
      %28 = llvm.select %26, %27, %24 : i1, i64
      %29 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %30 = llvm.mul %28, %arg4 overflow<nsw, nuw> : i64
      %31 = llvm.getelementptr inbounds|nuw %29[%30] : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %32 = llvm.load %31 : !llvm.ptr -> f32
      %33 = llvm.fpext %32 : f32 to f64
      llvm.store %33, %11 : f64, !llvm.ptr
      llvm.br ^bb3
    ^bb2:  // pred: ^bb0
      llvm.store %6, %11 : f64, !llvm.ptr
      llvm.br ^bb3
    ^bb3:  // 2 preds: ^bb1, ^bb2
      %34 = llvm.sext %16 : i32 to i64
      %35 = llvm.icmp "slt" %34, %4 : i64
      %36 = llvm.add %34, %7 : i64
      %37 = llvm.select %35, %36, %34 : i1, i64
      %38 = llvm.load %11 : !llvm.ptr -> f64
      %39 = llvm.fptrunc %38 : f64 to f32
      %40 = llvm.getelementptr inbounds|nuw %13[%37] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
      llvm.store %39, %40 : f32, !llvm.ptr<3>
      nvvm.barrier
      llvm.store %8, %12 : i64, !llvm.ptr
      llvm.br ^bb4
    ^bb4:  // 2 preds: ^bb3, ^bb6
      %41 = llvm.load %12 : !llvm.ptr -> i64
      %42 = llvm.icmp "slt" %34, %41 : i64
      llvm.cond_br %42, ^bb5, ^bb6
    ^bb5:  // pred: ^bb4
      %43 = llvm.load %40 : !llvm.ptr<3> -> f32
      %44 = llvm.load %12 : !llvm.ptr -> i64
      %45 = llvm.add %34, %44 overflow<nsw> : i64
      %46 = llvm.icmp "slt" %45, %4 : i64
      %47 = llvm.add %45, %7 : i64
      %48 = llvm.select %46, %47, %45 : i1, i64
      %49 = llvm.getelementptr inbounds|nuw %13[%48] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
      %50 = llvm.load %49 : !llvm.ptr<3> -> f32
      %51 = llvm.fadd %43, %50 : f32
      llvm.store %51, %40 : f32, !llvm.ptr<3>
      llvm.br ^bb6
    ^bb6:  // 2 preds: ^bb4, ^bb5
      nvvm.barrier
      %52 = llvm.load %12 : !llvm.ptr -> i64
      %53 = llvm.sdiv %52, %9 : i64
      %54 = llvm.mul %53, %9 : i64
      %55 = llvm.icmp "ne" %52, %54 : i64
      %56 = llvm.icmp "slt" %52, %5 : i64
      %57 = llvm.icmp "ne" %56, %1 : i1
      %58 = llvm.and %55, %57 : i1
      %59 = llvm.add %53, %0 : i64
      %60 = llvm.select %58, %59, %53 : i1, i64
      llvm.store %60, %12 : i64, !llvm.ptr
      %61 = llvm.icmp "sgt" %60, %5 : i64
      llvm.cond_br %61, ^bb4, ^bb7
    ^bb7:  // pred: ^bb6
      %62 = llvm.icmp "eq" %34, %5 : i64
      llvm.cond_br %62, ^bb8, ^bb9
    ^bb8:  // pred: ^bb7
      %63 = llvm.load %13 : !llvm.ptr<3> -> f32
      %64 = llvm.mul %arg7, %10 : i64
      %65 = llvm.getelementptr %arg6[%64] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %66 = llvm.addrspacecast %65 : !llvm.ptr to !llvm.ptr<1>
      %67 = llvm.atomicrmw fadd %66, %63 monotonic : !llvm.ptr<1>, f32
      llvm.return
    ^bb9:  // pred: ^bb7
      llvm.return
    }
    llvm.mlir.global private @static_shared_memory_0() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<256 x f32>
  }
}
