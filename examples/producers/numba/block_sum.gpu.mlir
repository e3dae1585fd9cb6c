module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    gpu.func @_Z9block_sum5ArrayIfLi1E1C7mutable7alignedE5ArrayIfLi1E1C7mutable7alignedE(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<?xf32, strided<[?], offset: ?>>) kernel attributes {llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xf32, strided<[?], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>], nvvm.maxntid = array<i32: 256, 1, 1>} {
      %alloca = memref.alloca() : memref<1xf64>
      %alloca_0 = memref.alloca() : memref<1xi64>
      %c256_i64 = arith.constant 256 : i64
      %0 = memref.get_global @static_shared_memory_0 : memref<256xf32, #gpu.address_space<workgroup>>
      %thread_id_x = gpu.thread_id x
      %1 = arith.index_cast %thread_id_x : index to i32
      %c1_i64 = arith.constant 1 : i64
      %thread_id_x_1 = gpu.thread_id x
      %block_dim_x = gpu.block_dim x
      %block_id_x = gpu.block_id x
      %2 = arith.muli %block_id_x, %block_dim_x : index
      %3 = arith.addi %2, %thread_id_x_1 : index
      %4 = arith.index_cast %3 : index to i32
      %c0 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
      %c0_i64 = arith.constant 0 : i64
      %5 = arith.extsi %4 : i32 to i64
      %6 = arith.index_cast %dim : index to i64
      %7 = arith.cmpi slt, %5, %6 : i64
      cf.cond_br %7, ^bb1, ^bb2
    ^bb1:  // pred: ^bb0
      %8 = arith.index_cast %4 : i32 to index
      %c0_2 = arith.constant 0 : index
      %9 = arith.cmpi slt, %8, %c0_2 : index
      %c0_3 = arith.constant 0 : index
      %dim_4 = memref.dim %arg0, %c0_3 : memref<?xf32, strided<[?], offset: ?>>
      %10 = arith.addi %8, %dim_4 : index
      %11 = arith.select %9, %10, %8 : index
      %12 = memref.load %arg0[%11] : memref<?xf32, strided<[?], offset: ?>>
      %13 = arith.extf %12 : f32 to f64
      %c0_5 = arith.constant 0 : index
      memref.store %13, %alloca[%c0_5] : memref<1xf64>
      cf.br ^bb3
    ^bb2:  // pred: ^bb0
      %cst = arith.constant 0.000000e+00 : f64
      %c0_6 = arith.constant 0 : index
      memref.store %cst, %alloca[%c0_6] : memref<1xf64>
      cf.br ^bb3
    ^bb3:  // 2 preds: ^bb1, ^bb2
      %14 = arith.index_cast %1 : i32 to index
      %c0_7 = arith.constant 0 : index
      %15 = arith.cmpi slt, %14, %c0_7 : index
      %c0_8 = arith.constant 0 : index
      %dim_9 = memref.dim %0, %c0_8 : memref<256xf32, #gpu.address_space<workgroup>>
      %16 = arith.addi %14, %dim_9 : index
      %17 = arith.select %15, %16, %14 : index
      %c0_10 = arith.constant 0 : index
      %18 = memref.load %alloca[%c0_10] : memref<1xf64>
      %19 = arith.truncf %18 : f64 to f32
      memref.store %19, %0[%17] : memref<256xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c128_i64 = arith.constant 128 : i64
      %c0_11 = arith.constant 0 : index
      memref.store %c128_i64, %alloca_0[%c0_11] : memref<1xi64>
      %c0_i64_12 = arith.constant 0 : i64
      %true = arith.constant true
      %true_13 = arith.constant true
      cf.br ^bb4
    ^bb4:  // 2 preds: ^bb3, ^bb6
      %c0_14 = arith.constant 0 : index
      %20 = memref.load %alloca_0[%c0_14] : memref<1xi64>
      %21 = arith.extsi %1 : i32 to i64
      %22 = arith.cmpi slt, %21, %20 : i64
      cf.cond_br %22, ^bb5, ^bb6
    ^bb5:  // pred: ^bb4
      %23 = arith.index_cast %1 : i32 to index
      %c0_15 = arith.constant 0 : index
      %24 = arith.cmpi slt, %23, %c0_15 : index
      %c0_16 = arith.constant 0 : index
      %dim_17 = memref.dim %0, %c0_16 : memref<256xf32, #gpu.address_space<workgroup>>
      %25 = arith.addi %23, %dim_17 : index
      %26 = arith.select %24, %25, %23 : index
      %27 = memref.load %0[%26] : memref<256xf32, #gpu.address_space<workgroup>>
      %c0_18 = arith.constant 0 : index
      %28 = memref.load %alloca_0[%c0_18] : memref<1xi64>
      %29 = arith.extsi %1 : i32 to i64
      %30 = arith.addi %29, %28 overflow<nsw> : i64
      %31 = arith.index_cast %30 : i64 to index
      %c0_19 = arith.constant 0 : index
      %32 = arith.cmpi slt, %31, %c0_19 : index
      %c0_20 = arith.constant 0 : index
      %dim_21 = memref.dim %0, %c0_20 : memref<256xf32, #gpu.address_space<workgroup>>
      %33 = arith.addi %31, %dim_21 : index
      %34 = arith.select %32, %33, %31 : index
      %35 = memref.load %0[%34] : memref<256xf32, #gpu.address_space<workgroup>>
      %36 = arith.addf %27, %35 : f32
      %37 = arith.index_cast %1 : i32 to index
      %c0_22 = arith.constant 0 : index
      %38 = arith.cmpi slt, %37, %c0_22 : index
      %c0_23 = arith.constant 0 : index
      %dim_24 = memref.dim %0, %c0_23 : memref<256xf32, #gpu.address_space<workgroup>>
      %39 = arith.addi %37, %dim_24 : index
      %40 = arith.select %38, %39, %37 : index
      memref.store %36, %0[%40] : memref<256xf32, #gpu.address_space<workgroup>>
      cf.br ^bb6
    ^bb6:  // 2 preds: ^bb4, ^bb5
      gpu.barrier
      %c2_i64 = arith.constant 2 : i64
      %c0_25 = arith.constant 0 : index
      %41 = memref.load %alloca_0[%c0_25] : memref<1xi64>
      %42 = arith.floordivsi %41, %c2_i64 : i64
      %c0_26 = arith.constant 0 : index
      memref.store %42, %alloca_0[%c0_26] : memref<1xi64>
      %c0_i64_27 = arith.constant 0 : i64
      %43 = arith.cmpi sgt, %42, %c0_i64_27 : i64
      cf.cond_br %43, ^bb4, ^bb7
    ^bb7:  // pred: ^bb6
      %c0_i64_28 = arith.constant 0 : i64
      %44 = arith.extsi %1 : i32 to i64
      %45 = arith.cmpi eq, %44, %c0_i64_28 : i64
      cf.cond_br %45, ^bb8, ^bb9
    ^bb8:  // pred: ^bb7
      %c0_i64_29 = arith.constant 0 : i64
      %c0_i64_30 = arith.constant 0 : i64
      %46 = arith.index_cast %c0_i64_30 : i64 to index
      %c0_31 = arith.constant 0 : index
      %47 = arith.cmpi slt, %46, %c0_31 : index
      %c0_32 = arith.constant 0 : index
      %dim_33 = memref.dim %0, %c0_32 : memref<256xf32, #gpu.address_space<workgroup>>
      %48 = arith.addi %46, %dim_33 : index
      %49 = arith.select %47, %48, %46 : index
      %50 = memref.load %0[%49] : memref<256xf32, #gpu.address_space<workgroup>>
      %51 = arith.index_cast %c0_i64_29 : i64 to index
      %52 = builtin.unrealized_conversion_cast %arg1 : memref<?xf32, strided<[?], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %53 = llvm.extractvalue %52[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
      %54 = llvm.extractvalue %52[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
      %c4_i64 = arith.constant 4 : i64
      %55 = arith.muli %54, %c4_i64 : i64
      %56 = llvm.getelementptr %53[%55] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %57 = llvm.addrspacecast %56 : !llvm.ptr to !llvm.ptr<1>
      %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg1 : memref<?xf32, strided<[?], offset: ?>> -> memref<f32>, index, index, index
      %c0_i64_34 = arith.constant 0 : i64
      %58 = arith.index_cast %51 : index to i64
      %59 = arith.index_cast %strides : index to i64
      %60 = arith.muli %58, %59 : i64
      %61 = arith.addi %c0_i64_34, %60 : i64
      %62 = llvm.getelementptr %57[%61] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %63 = llvm.atomicrmw fadd %62, %50 monotonic : !llvm.ptr<1>, f32
      gpu.return
    ^bb9:  // pred: ^bb7
      gpu.return
    }
    memref.global "private" @static_shared_memory_0 : memref<256xf32, #gpu.address_space<workgroup>> {alignment = 8 : i64}
  }
}
