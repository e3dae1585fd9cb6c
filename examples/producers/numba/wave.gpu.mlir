module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    gpu.func @_Z4wave5ArrayIdLi1E1C7mutable7alignedEd(%arg0: memref<?xf64, strided<[?], offset: ?>>, %arg1: f64) kernel attributes {llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xf64, strided<[?], offset: ?>>, f64], nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 4 : i32} {
      %c1_i64 = arith.constant 1 : i64
      %thread_id_x = gpu.thread_id x
      %block_dim_x = gpu.block_dim x
      %block_id_x = gpu.block_id x
      %0 = arith.muli %block_id_x, %block_dim_x : index
      %1 = arith.addi %0, %thread_id_x : index
      %2 = arith.index_cast %1 : index to i32
      %c0 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0 : memref<?xf64, strided<[?], offset: ?>>
      %c0_i64 = arith.constant 0 : i64
      %3 = arith.extsi %2 : i32 to i64
      %4 = arith.index_cast %dim : index to i64
      %5 = arith.cmpi slt, %3, %4 : i64
      cf.cond_br %5, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %cst = arith.constant 1.000000e-02 : f64
      %6 = arith.sitofp %2 : i32 to f64
      %7 = arith.mulf %cst, %6 : f64
      %8 = arith.addf %arg1, %7 : f64
      %9 = math.sin %8 : f64
      %cst_0 = arith.constant -1.000000e-01 : f64
      %10 = arith.mulf %cst_0, %8 : f64
      %11 = math.exp %10 : f64
      %12 = arith.mulf %9, %11 : f64
      %13 = math.absf %8 : f64
      %14 = math.sqrt %13 : f64
      %15 = arith.addf %12, %14 : f64
      %16 = arith.index_cast %2 : i32 to index
      %c0_1 = arith.constant 0 : index
      %17 = arith.cmpi slt, %16, %c0_1 : index
      %c0_2 = arith.constant 0 : index
      %dim_3 = memref.dim %arg0, %c0_2 : memref<?xf64, strided<[?], offset: ?>>
      %18 = arith.addi %16, %dim_3 : index
      %19 = arith.select %17, %18, %16 : index
      memref.store %15, %arg0[%19] : memref<?xf64, strided<[?], offset: ?>>
      gpu.return
    ^bb2:  // pred: ^bb0
      gpu.return
    }
  }
}
