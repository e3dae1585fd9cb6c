module {
  gpu.module @numba_cuda_mlir_gpu_module [#nvvm.target<O = 3, chip = "sm_100">] attributes {numba_cuda_mlir.link_target} {
    llvm.mlir.global common @__numba_cuda_mlir_error_code(0 : i32) {addr_space = 0 : i32} : i32
    gpu.func @_Z7stencil5ArrayIfLi2E1C7mutable7alignedE5ArrayIfLi2E1C7mutable7alignedE(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg1: memref<?x?xf32, strided<[?, ?], offset: ?>>) kernel attributes {llvm.emit_c_interface, numba_cuda_mlir.arg_attrs = [{}, {}], numba_cuda_mlir.orig_arg_types = [memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x?xf32, strided<[?, ?], offset: ?>>], nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 1 : i32} {
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
      %dim = memref.dim %arg0, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1 = arith.constant 1 : index
      %dim_0 = memref.dim %arg0, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %6 = arith.index_cast %dim : index to i64
      %7 = arith.index_cast %dim_0 : index to i64
      %c0_i64 = arith.constant 0 : i64
      %8 = arith.extsi %5 : i32 to i64
      %9 = arith.cmpi slt, %c0_i64, %8 : i64
      cf.cond_br %9, ^bb1, ^bb3
    ^bb1:  // pred: ^bb0
      %c1_i64 = arith.constant 1 : i64
      %10 = arith.subi %6, %c1_i64 overflow<nsw> : i64
      %11 = arith.extsi %5 : i32 to i64
      %12 = arith.cmpi slt, %11, %10 : i64
      cf.cond_br %12, ^bb2, ^bb9
    ^bb2:  // pred: ^bb1
      cf.br ^bb4
    ^bb3:  // pred: ^bb0
      gpu.return
    ^bb4:  // pred: ^bb2
      %c0_i64_1 = arith.constant 0 : i64
      %13 = arith.extsi %2 : i32 to i64
      %14 = arith.cmpi slt, %c0_i64_1, %13 : i64
      cf.cond_br %14, ^bb5, ^bb7
    ^bb5:  // pred: ^bb4
      %c1_i64_2 = arith.constant 1 : i64
      %15 = arith.subi %7, %c1_i64_2 overflow<nsw> : i64
      %16 = arith.extsi %2 : i32 to i64
      %17 = arith.cmpi slt, %16, %15 : i64
      cf.cond_br %17, ^bb6, ^bb10
    ^bb6:  // pred: ^bb5
      cf.br ^bb8
    ^bb7:  // pred: ^bb4
      gpu.return
    ^bb8:  // pred: ^bb6
      %c1_i64_3 = arith.constant 1 : i64
      %18 = arith.extsi %5 : i32 to i64
      %19 = arith.subi %18, %c1_i64_3 overflow<nsw> : i64
      %20 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %c0_4 = arith.constant 0 : index
      %c0_5 = arith.constant 0 : index
      %dim_6 = memref.dim %arg0, %c0_5 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_7 = arith.constant 1 : index
      %dim_8 = memref.dim %arg0, %c1_7 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %21 = arith.index_cast %19 : i64 to index
      %c0_9 = arith.constant 0 : index
      %22 = arith.cmpi slt, %21, %c0_9 : index
      %c0_10 = arith.constant 0 : index
      %dim_11 = memref.dim %arg0, %c0_10 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %23 = arith.addi %21, %dim_11 : index
      %24 = arith.select %22, %23, %21 : index
      %25 = arith.index_cast %2 : i32 to index
      %c0_12 = arith.constant 0 : index
      %26 = arith.cmpi slt, %25, %c0_12 : index
      %c1_13 = arith.constant 1 : index
      %dim_14 = memref.dim %arg0, %c1_13 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %27 = arith.addi %25, %dim_14 : index
      %28 = arith.select %26, %27, %25 : index
      %c0_15 = arith.constant 0 : index
      %c1_16 = arith.constant 1 : index
      %29 = memref.load %arg0[%24, %28] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_i64_17 = arith.constant 1 : i64
      %30 = arith.extsi %5 : i32 to i64
      %31 = arith.addi %30, %c1_i64_17 overflow<nsw> : i64
      %32 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %c0_18 = arith.constant 0 : index
      %c0_19 = arith.constant 0 : index
      %dim_20 = memref.dim %arg0, %c0_19 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_21 = arith.constant 1 : index
      %dim_22 = memref.dim %arg0, %c1_21 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %33 = arith.index_cast %31 : i64 to index
      %c0_23 = arith.constant 0 : index
      %34 = arith.cmpi slt, %33, %c0_23 : index
      %c0_24 = arith.constant 0 : index
      %dim_25 = memref.dim %arg0, %c0_24 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %35 = arith.addi %33, %dim_25 : index
      %36 = arith.select %34, %35, %33 : index
      %37 = arith.index_cast %2 : i32 to index
      %c0_26 = arith.constant 0 : index
      %38 = arith.cmpi slt, %37, %c0_26 : index
      %c1_27 = arith.constant 1 : index
      %dim_28 = memref.dim %arg0, %c1_27 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %39 = arith.addi %37, %dim_28 : index
      %40 = arith.select %38, %39, %37 : index
      %c0_29 = arith.constant 0 : index
      %c1_30 = arith.constant 1 : index
      %41 = memref.load %arg0[%36, %40] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %42 = arith.addf %29, %41 : f32
      %c1_i64_31 = arith.constant 1 : i64
      %43 = arith.extsi %2 : i32 to i64
      %44 = arith.subi %43, %c1_i64_31 overflow<nsw> : i64
      %45 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %c0_32 = arith.constant 0 : index
      %c0_33 = arith.constant 0 : index
      %dim_34 = memref.dim %arg0, %c0_33 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_35 = arith.constant 1 : index
      %dim_36 = memref.dim %arg0, %c1_35 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %46 = arith.index_cast %5 : i32 to index
      %c0_37 = arith.constant 0 : index
      %47 = arith.cmpi slt, %46, %c0_37 : index
      %c0_38 = arith.constant 0 : index
      %dim_39 = memref.dim %arg0, %c0_38 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %48 = arith.addi %46, %dim_39 : index
      %49 = arith.select %47, %48, %46 : index
      %50 = arith.index_cast %44 : i64 to index
      %c0_40 = arith.constant 0 : index
      %51 = arith.cmpi slt, %50, %c0_40 : index
      %c1_41 = arith.constant 1 : index
      %dim_42 = memref.dim %arg0, %c1_41 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %52 = arith.addi %50, %dim_42 : index
      %53 = arith.select %51, %52, %50 : index
      %c0_43 = arith.constant 0 : index
      %c1_44 = arith.constant 1 : index
      %54 = memref.load %arg0[%49, %53] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_i64_45 = arith.constant 1 : i64
      %55 = arith.extsi %2 : i32 to i64
      %56 = arith.addi %55, %c1_i64_45 overflow<nsw> : i64
      %57 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %c0_46 = arith.constant 0 : index
      %c0_47 = arith.constant 0 : index
      %dim_48 = memref.dim %arg0, %c0_47 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_49 = arith.constant 1 : index
      %dim_50 = memref.dim %arg0, %c1_49 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %58 = arith.index_cast %5 : i32 to index
      %c0_51 = arith.constant 0 : index
      %59 = arith.cmpi slt, %58, %c0_51 : index
      %c0_52 = arith.constant 0 : index
      %dim_53 = memref.dim %arg0, %c0_52 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %60 = arith.addi %58, %dim_53 : index
      %61 = arith.select %59, %60, %58 : index
      %62 = arith.index_cast %56 : i64 to index
      %c0_54 = arith.constant 0 : index
      %63 = arith.cmpi slt, %62, %c0_54 : index
      %c1_55 = arith.constant 1 : index
      %dim_56 = memref.dim %arg0, %c1_55 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %64 = arith.addi %62, %dim_56 : index
      %65 = arith.select %63, %64, %62 : index
      %c0_57 = arith.constant 0 : index
      %c1_58 = arith.constant 1 : index
      %66 = memref.load %arg0[%61, %65] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %67 = arith.addf %54, %66 : f32
      %68 = arith.addf %42, %67 : f32
      %cst = arith.constant 5.000000e-01 : f64
      %69 = llvm.mlir.addressof @__numba_cuda_mlir_error_code : !llvm.ptr
      %c0_59 = arith.constant 0 : index
      %c0_60 = arith.constant 0 : index
      %dim_61 = memref.dim %arg0, %c0_60 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %c1_62 = arith.constant 1 : index
      %dim_63 = memref.dim %arg0, %c1_62 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %70 = arith.index_cast %5 : i32 to index
      %c0_64 = arith.constant 0 : index
      %71 = arith.cmpi slt, %70, %c0_64 : index
      %c0_65 = arith.constant 0 : index
      %dim_66 = memref.dim %arg0, %c0_65 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %72 = arith.addi %70, %dim_66 : index
      %73 = arith.select %71, %72, %70 : index
      %74 = arith.index_cast %2 : i32 to index
      %c0_67 = arith.constant 0 : index
      %75 = arith.cmpi slt, %74, %c0_67 : index
      %c1_68 = arith.constant 1 : index
      %dim_69 = memref.dim %arg0, %c1_68 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %76 = arith.addi %74, %dim_69 : index
      %77 = arith.select %75, %76, %74 : index
      %c0_70 = arith.constant 0 : index
      %c1_71 = arith.constant 1 : index
      %78 = memref.load %arg0[%73, %77] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %79 = arith.extf %78 : f32 to f64
      %80 = arith.mulf %cst, %79 : f64
      %cst_72 = arith.constant 1.250000e-01 : f64
      %81 = arith.extf %68 : f32 to f64
      %82 = arith.mulf %cst_72, %81 : f64
      %83 = arith.addf %80, %82 : f64
      %84 = arith.index_cast %5 : i32 to index
      %c0_73 = arith.constant 0 : index
      %85 = arith.cmpi slt, %84, %c0_73 : index
      %c0_74 = arith.constant 0 : index
      %dim_75 = memref.dim %arg1, %c0_74 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %86 = arith.addi %84, %dim_75 : index
      %87 = arith.select %85, %86, %84 : index
      %88 = arith.index_cast %2 : i32 to index
      %c0_76 = arith.constant 0 : index
      %89 = arith.cmpi slt, %88, %c0_76 : index
      %c1_77 = arith.constant 1 : index
      %dim_78 = memref.dim %arg1, %c1_77 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      %90 = arith.addi %88, %dim_78 : index
      %91 = arith.select %89, %90, %88 : index
      %92 = arith.truncf %83 : f64 to f32
      memref.store %92, %arg1[%87, %91] : memref<?x?xf32, strided<[?, ?], offset: ?>>
      gpu.return
    ^bb9:  // pred: ^bb1
      gpu.return
    ^bb10:  // pred: ^bb5
      gpu.return
    }
  }
}
