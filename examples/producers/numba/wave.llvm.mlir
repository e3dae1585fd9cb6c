module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    llvm.func @__nv_sin(f64) -> f64
    llvm.func @__nv_exp(f64) -> f64
    llvm.func @__nv_fabs(f64) -> f64
    llvm.func @__nv_sqrt(f64) -> f64
    llvm.func @_Z4wave5ArrayIdLi1E1C7mutable7alignedEd(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i64, %arg3: i64, %arg4: i64, %arg5: f64) attributes {gpu.kernel, llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xf64, strided<[?], offset: ?>>, f64], nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 4 : i32} {
      %0 = llvm.mlir.constant(0 : index) : i64
      %1 = llvm.mlir.constant(1.000000e-02 : f64) : f64
      %2 = llvm.mlir.constant(-1.000000e-01 : f64) : f64
      %3 = nvvm.read.ptx.sreg.tid.x : i32
      %4 = llvm.sext %3 : i32 to i64
      %5 = nvvm.read.ptx.sreg.ntid.x : i32
      %6 = llvm.sext %5 : i32 to i64
      %7 = nvvm.read.ptx.sreg.ctaid.x : i32
      %8 = llvm.sext %7 : i32 to i64
      %9 = llvm.mul %8, %6 : i64
      %10 = llvm.add %9, %4 : i64
      %11 = llvm.trunc %10 : i64 to i32
      %12 = llvm.sext %11 : i32 to i64
      %13 = llvm.icmp "slt" %12, %arg3 : i64
      llvm.cond_br %13, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %14 = llvm.sitofp %11 : i32 to f64
      %15 = llvm.fmul %14, %1 : f64
      %16 = llvm.fadd %arg5, %15 : f64
      %17 = llvm.call @__nv_sin(%16) : (f64) -> f64
      %18 = llvm.fmul %16, %2 : f64
      %19 = llvm.call @__nv_exp(%18) : (f64) -> f64
      %20 = llvm.fmul %17, %19 : f64
      %21 = llvm.call @__nv_fabs(%16) : (f64) -> f64
      %22 = llvm.call @__nv_sqrt(%21) : (f64) -> f64
      %23 = llvm.fadd %20, %22 : f64
      %24 = llvm.icmp "slt" %12, %0 : i64
      %25 = llvm.add %12, %arg3 : i64
      %26 = llvm.select %24, %25, %12 : i1, i64
      %27 = llvm.getelementptr %arg1[%arg2] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      %28 = llvm.mul %26, %arg4 overflow<nsw, nuw> : i64
      %29 = llvm.getelementptr inbounds|nuw %27[%28] : (!llvm.ptr, i64) -> !llvm.ptr, f64
      llvm.store %23, %29 : f64, !llvm.ptr
      llvm.return
    ^bb2:  // pred: ^bb0
      llvm.return
    }
  }
}
