module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    llvm.func @_Z9histogram5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.ptr, %arg7: i64, %arg8: i64, %arg9: i64) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>], nvvm.kernel, nvvm.maxntid = array<i32: 512, 1, 1>} {
      %0 = llvm.mlir.constant(5 : index) : i64
      %1 = llvm.mlir.constant(1 : i64) : i64
      %2 = llvm.mlir.constant(0 : index) : i64
      %3 = llvm.mlir.constant(0 : i64) : i64
      %4 = llvm.mlir.constant(2 : index) : i64
      %5 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %6 = llvm.mlir.constant(0 : i32) : i32
      %7 = llvm.mlir.constant(5 : i32) : i32
      %8 = llvm.mlir.constant(255 : i64) : i64
      %9 = llvm.mlir.constant(4 : i64) : i64
      %10 = llvm.mlir.constant(-1 : i64) : i64
      %11 = llvm.mlir.constant(1 : i32) : i32
      %12 = nvvm.read.ptx.sreg.tid.x : i32
      %13 = llvm.sext %12 : i32 to i64
      %14 = nvvm.read.ptx.sreg.ntid.x : i32
      %15 = llvm.sext %14 : i32 to i64
      %16 = nvvm.read.ptx.sreg.ctaid.x : i32
      %17 = llvm.sext %16 : i32 to i64
      %18 = llvm.mul %17, %15 : i64
      %19 = llvm.add %18, %13 : i64
      %20 = llvm.trunc %19 : i64 to i32
      %21 = nvvm.read.ptx.sreg.nctaid.x : i32
      %22 = llvm.sext %21 : i32 to i64
      %23 = llvm.mul %22, %15 : i64
      %24 = llvm.trunc %23 : i64 to i32
      %25 = llvm.alloca %0 x i64 : (i64) -> !llvm.ptr
      %26 = llvm.sext %20 : i32 to i64
      %27 = llvm.sext %24 : i32 to i64
      llvm.store %26, %25 : i64, !llvm.ptr
      %28 = llvm.getelementptr inbounds|nuw %25[1] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %arg3, %28 : i64, !llvm.ptr
      %29 = llvm.getelementptr inbounds|nuw %25[2] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %27, %29 : i64, !llvm.ptr
      %30 = llvm.icmp "eq" %27, %3 : i64
      llvm.cond_br %30, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %31 = llvm.cmpxchg %5, %6, %7 monotonic monotonic : !llvm.ptr, i32
      llvm.br ^bb2
    ^bb2:  // 2 preds: ^bb0, ^bb1
      %32 = llvm.sub %arg3, %26 : i64
      %33 = llvm.sub %3, %32 : i64
      %34 = llvm.sub %3, %27 : i64
      %35 = llvm.icmp "sgt" %27, %3 : i64
      %36 = llvm.sub %27, %1 : i64
      %37 = llvm.add %32, %36 : i64
      %38 = llvm.udiv %37, %27 : i64
      %39 = llvm.icmp "sgt" %32, %3 : i64
      %40 = llvm.select %39, %38, %3 : i1, i64
      %41 = llvm.sub %10, %27 : i64
      %42 = llvm.add %33, %41 : i64
      %43 = llvm.udiv %42, %34 : i64
      %44 = llvm.icmp "sgt" %33, %3 : i64
      %45 = llvm.select %44, %43, %3 : i1, i64
      %46 = llvm.select %35, %40, %45 : i1, i64
      %47 = llvm.getelementptr inbounds|nuw %25[3] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %46, %47 : i64, !llvm.ptr
      %48 = llvm.getelementptr inbounds|nuw %25[4] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %26, %48 : i64, !llvm.ptr
      llvm.br ^bb3
    ^bb3:  // 2 preds: ^bb2, ^bb4
      %49 = llvm.load %47 : !llvm.ptr -> i64
      %50 = llvm.icmp "sgt" %49, %3 : i64
      %51 = llvm.load %48 : !llvm.ptr -> i64
      %52 = llvm.sub %49, %1 : i64
      %53 = llvm.load %29 : !llvm.ptr -> i64
      %54 = llvm.add %51, %53 : i64
      %55 = llvm.select %50, %52, %49 : i1, i64
      %56 = llvm.select %50, %54, %51 : i1, i64
      llvm.store %55, %47 : i64, !llvm.ptr
      llvm.store %56, %48 : i64, !llvm.ptr
      %57 = llvm.alloca %4 x i64 : (i64) -> !llvm.ptr
      llvm.store %51, %57 : i64, !llvm.ptr
      %58 = llvm.zext %50 : i1 to i64
      %59 = llvm.getelementptr inbounds|nuw %57[1] : (!llvm.ptr) -> !llvm.ptr, i64
      llvm.store %58, %59 : i64, !llvm.ptr
      %60 = llvm.load %57 : !llvm.ptr -> i64
      %61 = llvm.load %59 : !llvm.ptr -> i64
      %62 = llvm.icmp "ne" %61, %3 : i64
      llvm.cond_br %62, ^bb4, ^bb5
    ^bb4:  // pred: ^bb3
      %63 = llvm.icmp "slt" %60, %2 : i64
      %64 = llvm.add %60, %arg3 : i64
      %65 = llvm.select %63, %64, %60 : i1, i64
      %66 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %67 = llvm.mul %65, %arg4 overflow<nsw, nuw> : i64
      %68 = llvm.getelementptr inbounds|nuw %66[%67] : (!llvm.ptr, i64) -> !llvm.ptr, i32
      %69 = llvm.load %68 : !llvm.ptr -> i32
      %70 = llvm.sext %69 : i32 to i64
      %71 = llvm.and %70, %8 : i64
      %72 = llvm.mul %arg7, %9 : i64
      %73 = llvm.getelementptr %arg6[%72] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %74 = llvm.addrspacecast %73 : !llvm.ptr to !llvm.ptr<1>
      %75 = llvm.mul %71, %arg9 : i64
      %76 = llvm.getelementptr %74[%75] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      %77 = llvm.atomicrmw add %76, %11 monotonic : !llvm.ptr<1>, i32
      llvm.br ^bb3
    ^bb5:  // pred: ^bb3
      llvm.return
    }
  }
}
