module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    gpu.func @_Z9histogram5ArrayIiLi1E1C7mutable7alignedE5ArrayIiLi1E1C7mutable7alignedE(%arg0: memref<?xi32, strided<[?], offset: ?>>, %arg1: memref<?xi32, strided<[?], offset: ?>>) kernel attributes {llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>], nvvm.maxntid = array<i32: 512, 1, 1>} {
      %c1_i64 = arith.constant 1 : i64
      %thread_id_x = gpu.thread_id x
      %block_dim_x = gpu.block_dim x
      %block_id_x = gpu.block_id x
      %0 = arith.muli %block_id_x, %block_dim_x : index
      %1 = arith.addi %0, %thread_id_x : index
      %2 = arith.index_cast %1 : index to i32
      %c0 = arith.constant 0 : index
      %dim = memref.dim %arg0, %c0 : memref<?xi32, strided<[?], offset: ?>>
      %c0_i64 = arith.constant 0 : i64
      %c1_i64_0 = arith.constant 1 : i64
      %grid_dim_x = gpu.grid_dim x
      %block_dim_x_1 = gpu.block_dim x
      %3 = arith.muli %grid_dim_x, %block_dim_x_1 : index
      %4 = arith.index_cast %3 : index to i32
      %5 = arith.index_cast %dim : index to i64
      %alloca = memref.alloca() : memref<5xi64>
      %6 = arith.extsi %2 : i32 to i64
      %7 = arith.extsi %4 : i32 to i64
      %c0_i64_2 = arith.constant 0 : i64
      %c1_i64_3 = arith.constant 1 : i64
      %c0_4 = arith.constant 0 : index
      memref.store %6, %alloca[%c0_4] : memref<5xi64>
      %c1 = arith.constant 1 : index
      memref.store %5, %alloca[%c1] : memref<5xi64>
      %c2 = arith.constant 2 : index
      memref.store %7, %alloca[%c2] : memref<5xi64>
      %8 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %9 = arith.cmpi eq, %7, %c0_i64_2 : i64
      scf.if %9 {
        %58 = llvm.mlir.constant(0 : i32) : i32
        %59 = llvm.mlir.constant(5 : i32) : i32
        %60 = llvm.cmpxchg %8, %58, %59 monotonic monotonic : !llvm.ptr, i32
      }
      %c0_i64_5 = arith.constant 0 : i64
      %c1_i64_6 = arith.constant 1 : i64
      %10 = arith.subi %5, %6 : i64
      %11 = arith.subi %c0_i64_5, %10 : i64
      %12 = arith.subi %c0_i64_5, %7 : i64
      %13 = arith.cmpi sgt, %7, %c0_i64_5 : i64
      %14 = arith.subi %7, %c1_i64_6 : i64
      %15 = arith.addi %10, %14 : i64
      %16 = arith.divui %15, %7 : i64
      %17 = arith.cmpi sgt, %10, %c0_i64_5 : i64
      %18 = arith.select %17, %16, %c0_i64_5 : i64
      %19 = arith.subi %12, %c1_i64_6 : i64
      %20 = arith.addi %11, %19 : i64
      %21 = arith.divui %20, %12 : i64
      %22 = arith.cmpi sgt, %11, %c0_i64_5 : i64
      %23 = arith.select %22, %21, %c0_i64_5 : i64
      %24 = arith.select %13, %18, %23 : i64
      %c3 = arith.constant 3 : index
      memref.store %24, %alloca[%c3] : memref<5xi64>
      %c4 = arith.constant 4 : index
      memref.store %6, %alloca[%c4] : memref<5xi64>
      cf.br ^bb1
    ^bb1:  // 2 preds: ^bb0, ^bb2
      %c0_i64_7 = arith.constant 0 : i64
      %c1_i64_8 = arith.constant 1 : i64
      %c3_9 = arith.constant 3 : index
      %25 = memref.load %alloca[%c3_9] : memref<5xi64>
      %26 = arith.cmpi sgt, %25, %c0_i64_7 : i64
      %c4_10 = arith.constant 4 : index
      %27 = memref.load %alloca[%c4_10] : memref<5xi64>
      %28 = arith.subi %25, %c1_i64_8 : i64
      %c2_11 = arith.constant 2 : index
      %29 = memref.load %alloca[%c2_11] : memref<5xi64>
      %30 = arith.addi %27, %29 : i64
      %31 = arith.select %26, %28, %25 : i64
      %32 = arith.select %26, %30, %27 : i64
      %c3_12 = arith.constant 3 : index
      memref.store %31, %alloca[%c3_12] : memref<5xi64>
      %c4_13 = arith.constant 4 : index
      memref.store %32, %alloca[%c4_13] : memref<5xi64>
      %alloca_14 = memref.alloca() : memref<2xi64>
      %c0_15 = arith.constant 0 : index
      memref.store %27, %alloca_14[%c0_15] : memref<2xi64>
      %33 = arith.extui %26 : i1 to i64
      %c1_16 = arith.constant 1 : index
      memref.store %33, %alloca_14[%c1_16] : memref<2xi64>
      %c0_17 = arith.constant 0 : index
      %34 = memref.load %alloca_14[%c0_17] : memref<2xi64>
      %c1_18 = arith.constant 1 : index
      %35 = memref.load %alloca_14[%c1_18] : memref<2xi64>
      %c0_i64_19 = arith.constant 0 : i64
      %36 = arith.cmpi ne, %35, %c0_i64_19 : i64
      cf.cond_br %36, ^bb2, ^bb3
    ^bb2:  // pred: ^bb1
      %37 = arith.index_cast %34 : i64 to index
      %c0_20 = arith.constant 0 : index
      %38 = arith.cmpi slt, %37, %c0_20 : index
      %c0_21 = arith.constant 0 : index
      %dim_22 = memref.dim %arg0, %c0_21 : memref<?xi32, strided<[?], offset: ?>>
      %39 = arith.addi %37, %dim_22 : index
      %40 = arith.select %38, %39, %37 : index
      %41 = memref.load %arg0[%40] : memref<?xi32, strided<[?], offset: ?>>
      %c255_i64 = arith.constant 255 : i64
      %42 = arith.extsi %41 : i32 to i64
      %43 = arith.andi %42, %c255_i64 : i64
      %c1_i64_23 = arith.constant 1 : i64
      %44 = arith.trunci %c1_i64_23 : i64 to i32
      %45 = arith.index_cast %43 : i64 to index
      %46 = builtin.unrealized_conversion_cast %arg1 : memref<?xi32, strided<[?], offset: ?>> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %47 = llvm.extractvalue %46[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
      %48 = llvm.extractvalue %46[2] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
      %c4_i64 = arith.constant 4 : i64
      %49 = arith.muli %48, %c4_i64 : i64
      %50 = llvm.getelementptr %47[%49] : (!llvm.ptr, i64) -> !llvm.ptr, i8
      %51 = llvm.addrspacecast %50 : !llvm.ptr to !llvm.ptr<1>
      %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %arg1 : memref<?xi32, strided<[?], offset: ?>> -> memref<i32>, index, index, index
      %c0_i64_24 = arith.constant 0 : i64
      %52 = arith.index_cast %45 : index to i64
      %53 = arith.index_cast %strides : index to i64
      %54 = arith.muli %52, %53 : i64
      %55 = arith.addi %c0_i64_24, %54 : i64
      %56 = llvm.getelementptr %51[%55] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
      %57 = llvm.atomicrmw add %56, %44 monotonic : !llvm.ptr<1>, i32
      cf.br ^bb1
    ^bb3:  // pred: ^bb1
      gpu.return
    }
  }
}
