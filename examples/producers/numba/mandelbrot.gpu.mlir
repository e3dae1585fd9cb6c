module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    gpu.func @_Z10mandelbrot5ArrayIiLi2E1C7mutable7alignedEdddi(%arg0: memref<?x?xi32, strided<[?, ?], offset: ?>>, %arg1: f64, %arg2: f64, %arg3: f64, %arg4: i32) kernel attributes {llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}, {}, {}, {}], numba_cuda_mlir.orig_arg_types = [memref<?x?xi32, strided<[?, ?], offset: ?>>, f64, f64, f64, i32]} {
      %alloca = memref.alloca() : memref<1xi64>
      %alloca_0 = memref.alloca() : memref<1xf64>
      %alloca_1 = memref.alloca() : memref<1xf64>
      %alloca_2 = memref.alloca() : memref<1xi64>
      %c2_i64 = arith.constant 2 : i64
      %thread_id_x = gpu.thread_id x
      %block_dim_x = gpu.block_dim x
      %block_id_x = gpu.block_id x
      %0 = arith.muli %block_id_x, %block_dim_x : index
      %1 = arith.addi %0, %thread_id_x : index
      %2 = arith.index_cast %1 : index to i32
      %thread_id_y = gpu.thread_id y
      %block_dim_y = gpu.block_dim y
      %block_id_y = gpu.block_id y
      %3 = arith.muli %block_id_y, %block_dim_y : index
      %4 = arith.addi %3, %thread_id_y : index
      %5 = arith.index_cast %4 : index to i32
      %c0 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %c1 = arith.constant 1 : index
      %dim_3 = memref.dim %arg0, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %c0_i64 = arith.constant 0 : i64
      %6 = arith.extsi %5 : i32 to i64
      %7 = arith.index_cast %dim : index to i64
      %8 = arith.cmpi slt, %6, %7 : i64
      cf.cond_br %8, ^bb1, ^bb7
    ^bb1:  // pred: ^bb0
      %c0_4 = arith.constant 0 : index
      %dim_5 = memref.dim %arg0, %c0_4 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %c1_6 = arith.constant 1 : index
      %dim_7 = memref.dim %arg0, %c1_6 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %c1_i64 = arith.constant 1 : i64
      %9 = arith.extsi %2 : i32 to i64
      %10 = arith.index_cast %dim_7 : index to i64
      %11 = arith.cmpi slt, %9, %10 : i64
      cf.cond_br %11, ^bb2, ^bb8
    ^bb2:  // pred: ^bb1
      %12 = arith.sitofp %2 : i32 to f64
      %13 = arith.mulf %12, %arg3 : f64
      %14 = arith.addf %arg1, %13 : f64
      %15 = arith.sitofp %5 : i32 to f64
      %16 = arith.mulf %15, %arg3 : f64
      %17 = arith.addf %arg2, %16 : f64
      %cst = arith.constant 0.000000e+00 : f64
      %cst_8 = arith.constant 0.000000e+00 : f64
      %c0_i64_9 = arith.constant 0 : i64
      %c0_10 = arith.constant 0 : index
      memref.store %c0_i64_9, %alloca[%c0_10] : memref<1xi64>
      %18 = arith.extsi %arg4 : i32 to i64
      %19 = arith.cmpi slt, %c0_i64_9, %18 : i64
      cf.cond_br %19, ^bb3, ^bb6
    ^bb3:  // pred: ^bb2
      %c0_11 = arith.constant 0 : index
      memref.store %c0_i64_9, %alloca[%c0_11] : memref<1xi64>
      %c0_12 = arith.constant 0 : index
      memref.store %cst, %alloca_0[%c0_12] : memref<1xf64>
      %c0_13 = arith.constant 0 : index
      memref.store %cst_8, %alloca_1[%c0_13] : memref<1xf64>
      %c0_14 = arith.constant 0 : index
      memref.store %c0_i64_9, %alloca_2[%c0_14] : memref<1xi64>
      %20 = arith.mulf %cst, %cst : f64
      %21 = arith.mulf %cst_8, %cst_8 : f64
      %22 = arith.addf %20, %21 : f64
      %cst_15 = arith.constant 4.000000e+00 : f64
      %23 = arith.cmpf olt, %22, %cst_15 : f64
      cf.cond_br %23, ^bb4, ^bb6
    ^bb4:  // 2 preds: ^bb3, ^bb5
      %c0_16 = arith.constant 0 : index
      %24 = memref.load %alloca_0[%c0_16] : memref<1xf64>
      %c0_17 = arith.constant 0 : index
      %25 = memref.load %alloca_0[%c0_17] : memref<1xf64>
      %26 = arith.mulf %24, %25 : f64
      %c0_18 = arith.constant 0 : index
      %27 = memref.load %alloca_1[%c0_18] : memref<1xf64>
      %c0_19 = arith.constant 0 : index
      %28 = memref.load %alloca_1[%c0_19] : memref<1xf64>
      %29 = arith.mulf %27, %28 : f64
      %30 = arith.subf %26, %29 : f64
      %31 = arith.addf %30, %14 : f64
      %cst_20 = arith.constant 2.000000e+00 : f64
      %c0_21 = arith.constant 0 : index
      %32 = memref.load %alloca_0[%c0_21] : memref<1xf64>
      %33 = arith.mulf %cst_20, %32 : f64
      %c0_22 = arith.constant 0 : index
      %34 = memref.load %alloca_1[%c0_22] : memref<1xf64>
      %35 = arith.mulf %33, %34 : f64
      %36 = arith.addf %35, %17 : f64
      %c1_i64_23 = arith.constant 1 : i64
      %c0_24 = arith.constant 0 : index
      %37 = memref.load %alloca_2[%c0_24] : memref<1xi64>
      %38 = arith.addi %37, %c1_i64_23 overflow<nsw> : i64
      %c0_25 = arith.constant 0 : index
      memref.store %38, %alloca[%c0_25] : memref<1xi64>
      %39 = arith.extsi %arg4 : i32 to i64
      %40 = arith.cmpi slt, %38, %39 : i64
      cf.cond_br %40, ^bb5, ^bb6
    ^bb5:  // pred: ^bb4
      %c0_26 = arith.constant 0 : index
      memref.store %38, %alloca[%c0_26] : memref<1xi64>
      %c0_27 = arith.constant 0 : index
      memref.store %31, %alloca_0[%c0_27] : memref<1xf64>
      %c0_28 = arith.constant 0 : index
      memref.store %36, %alloca_1[%c0_28] : memref<1xf64>
      %c0_29 = arith.constant 0 : index
      memref.store %38, %alloca_2[%c0_29] : memref<1xi64>
      %41 = arith.mulf %31, %31 : f64
      %42 = arith.mulf %36, %36 : f64
      %43 = arith.addf %41, %42 : f64
      %cst_30 = arith.constant 4.000000e+00 : f64
      %44 = arith.cmpf olt, %43, %cst_30 : f64
      cf.cond_br %44, ^bb4, ^bb6
    ^bb6:  // 4 preds: ^bb2, ^bb3, ^bb4, ^bb5
      %45 = arith.index_cast %5 : i32 to index
      %c0_31 = arith.constant 0 : index
      %46 = arith.cmpi slt, %45, %c0_31 : index
      %c0_32 = arith.constant 0 : index
      %dim_33 = memref.dim %arg0, %c0_32 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %47 = arith.addi %45, %dim_33 : index
      %48 = arith.select %46, %47, %45 : index
      %49 = arith.index_cast %2 : i32 to index
      %c0_34 = arith.constant 0 : index
      %50 = arith.cmpi slt, %49, %c0_34 : index
      %c1_35 = arith.constant 1 : index
      %dim_36 = memref.dim %arg0, %c1_35 : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %51 = arith.addi %49, %dim_36 : index
      %52 = arith.select %50, %51, %49 : index
      %c0_37 = arith.constant 0 : index
      %53 = memref.load %alloca[%c0_37] : memref<1xi64>
      %54 = arith.trunci %53 : i64 to i32
      memref.store %54, %arg0[%48, %52] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      gpu.return
    ^bb7:  // pred: ^bb0
      gpu.return
    ^bb8:  // pred: ^bb1
      gpu.return
    }
  }
}
