// host_launch.mlir: kernels with legacy annotations on their gpu.module, and
// a host side that launches them in every form gpu.launch_func has. Launches
// and facts agree. Each kernel's facts are listed above it, each launch's
// segment sizes in a comment: async dependencies, grid x y z, block x y z,
// cluster x y z, dynamic shared memory, kernel arguments, async object.
// Upstream's mlir-opt reads it: mlir-opt-22 host_launch.mlir

module attributes {gpu.container_module} {

  // gpu.func kernels.
  gpu.module @device [#nvvm.target<chip = "sm_90", features = "+ptx84">] attributes {
    nvvm.annotations = [
      [@saxpy, "kernel", 1 : i32],
      [@saxpy, "maxntidx", 256 : i32],
      [@saxpy, "minctasm", 2 : i32],
      [@transpose, "kernel", 1 : i32, "reqntidx", 32 : i32, "reqntidy", 8 : i32, "reqntidz", 1 : i32],
      [@pair_sum, "reqntidx", 128 : i32],
      [@pair_sum, "cluster_dim_x", 2 : i32],
      [@pair_sum, "cluster_dim_y", 1 : i32],
      [@pair_sum, "cluster_dim_z", 1 : i32],
      [@ranked, "maxntidx", 128 : i32, "maxntidy", 2 : i32],
      [@ranked, "maxclusterrank", 4 : i32, "maxnreg", 64 : i32],
      [@pair_sum, "kernel", 1 : i32],
      [@ranked, "kernel", 1 : i32]
    ]
  } {
    // maxntid 256,1,1; minctasm 2
    gpu.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
      %block = gpu.block_id x
      %size = gpu.block_dim x
      %thread = gpu.thread_id x
      %first = arith.muli %block, %size : index
      %i = arith.addi %first, %thread : index
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %xi = memref.load %x[%i] : memref<?xf32>
        %yi = memref.load %y[%i] : memref<?xf32>
        %ax = arith.mulf %a, %xi : f32
        %sum = arith.addf %ax, %yi : f32
        memref.store %sum, %y[%i] : memref<?xf32>
      }
      gpu.return
    }

    // reqntid 32,8,1; static shared memory
    gpu.func @transpose(%in: memref<32x8xf32>, %out: memref<8x32xf32>)
        workgroup(%tile : memref<32x8xf32, #gpu.address_space<workgroup>>) kernel {
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %v = memref.load %in[%x, %y] : memref<32x8xf32>
      memref.store %v, %tile[%x, %y] : memref<32x8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %w = memref.load %tile[%x, %y] : memref<32x8xf32, #gpu.address_space<workgroup>>
      memref.store %w, %out[%y, %x] : memref<8x32xf32>
      gpu.return
    }

    // reqntid 128,1,1; cluster_dim 2,1,1; dynamic shared memory
    gpu.func @pair_sum(%data: memref<?xf32>) kernel {
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %zero = arith.constant 0 : index
      %floats = memref.view %bytes[%zero][]
          : memref<?xi8, #gpu.address_space<workgroup>> to memref<128xf32, #gpu.address_space<workgroup>>
      %thread = gpu.thread_id x
      %v = memref.load %data[%thread] : memref<?xf32>
      memref.store %v, %floats[%thread] : memref<128xf32, #gpu.address_space<workgroup>>
      gpu.return
    }

    // maxntid 128,2,1; maxclusterrank 4; maxnreg 64
    gpu.func @ranked(%data: memref<?xf32>) kernel {
      gpu.return
    }

    // no facts
    gpu.func @bare() kernel {
      gpu.return
    }
  }

  // llvm.func kernels, as an importer makes them.
  gpu.module @imported attributes {
    nvvm.annotations = [
      [@scale, "kernel", 1 : i32],
      [@scale, "reqntidx", 64 : i32],
      [@scale, "local_maxnreg", 32 : i32],
      [@filter, "maxntidx", 128 : i32, "kernel", 1 : i32],
      [@filter, "grid_constant", array<i32: 1, 3>],
      [@filter, "com.example.tuning", 7 : i32]
    ]
  } {
    // reqntid 64,1,1; stays legacy: local_maxnreg 32
    llvm.func @scale(%p: !llvm.ptr, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }

    // maxntid 128,1,1; grid_constant 1,3; stays legacy: an unknown key
    llvm.func @filter(%a: !llvm.ptr {llvm.byval = !llvm.array<9 x f32>}, %out: !llvm.ptr,
                      %b: !llvm.ptr {llvm.byval = !llvm.array<9 x f32>})
        attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }

  // No arguments, no options.
  func.func @plain() {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
    gpu.launch_func @device::@bare blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
    return
  }

  // Arguments; sizes known only at run time.
  func.func @arguments(%blocks: index, %n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 4, 0
    gpu.launch_func @device::@saxpy blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%n : index, %a : f32, %x : memref<?xf32>, %y : memref<?xf32>)
    return
  }

  // A discardable attribute.
  func.func @with_attribute(%in: memref<32x8xf32>, %out: memref<8x32xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0
    gpu.launch_func @device::@transpose blocks in (%c1, %c1, %c1) threads in (%c32, %c8, %c1)
        args(%in : memref<32x8xf32>, %out : memref<8x32xf32>) {purpose = "warm-up"}
    return
  }

  // Tokens: the second launch waits for the first, the third for both.
  func.func @tokens(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %t0 = gpu.wait async
    // 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
    %t1 = gpu.launch_func async [%t0] @device::@bare blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 4, 0
    %t2 = gpu.launch_func async [%t1] @device::@saxpy blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%n : index, %a : f32, %x : memref<?xf32>, %y : memref<?xf32>)
    // 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
    %t3 = gpu.launch_func async [%t1, %t2] @device::@bare blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // Waits for a token and returns none: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
    gpu.launch_func [%t3] @device::@bare blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // Returns a token and waits for none: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0
    %t4 = gpu.launch_func async @device::@bare blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.wait [%t4]
    return
  }

  // Dynamic shared memory; the cluster is that of the kernel.
  func.func @shared_memory(%data: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    %bytes = arith.constant 512 : i32
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0
    gpu.launch_func @device::@pair_sum blocks in (%c8, %c1, %c1) threads in (%c128, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%data : memref<?xf32>)
    return
  }

  // The cluster given at the launch: equal to cluster_dim, and within maxclusterrank.
  func.func @clusters(%data: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %c128 = arith.constant 128 : index
    // 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0
    gpu.launch_func @device::@pair_sum clusters in (%c2, %c1, %c1)
        blocks in (%c8, %c1, %c1) threads in (%c128, %c1, %c1) args(%data : memref<?xf32>)
    // 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0
    gpu.launch_func @device::@ranked clusters in (%c2, %c2, %c1)
        blocks in (%c8, %c2, %c1) threads in (%c128, %c2, %c1) args(%data : memref<?xf32>)
    return
  }

  // Sizes of type i32.
  func.func @sizes_i32(%p: !llvm.ptr, %n: i32) {
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0
    gpu.launch_func @imported::@scale blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) : i32
        args(%p : !llvm.ptr, %n : i32)
    return
  }

  // Sizes of type i64, the cluster's too; an async object (a stream).
  func.func @sizes_i64(%stream: !llvm.ptr, %data: memref<?xf32>) {
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i64
    %c128 = arith.constant 128 : i64
    // 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1
    gpu.launch_func <%stream : !llvm.ptr> @device::@pair_sum clusters in (%c2, %c1, %c1)
        blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1) : i64 args(%data : memref<?xf32>)
    return
  }

  // An async object, arguments of an imported kernel.
  func.func @on_stream(%stream: !llvm.ptr, %a: !llvm.ptr, %out: !llvm.ptr, %b: !llvm.ptr) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    // 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 3, 1
    gpu.launch_func <%stream : !llvm.ptr> @imported::@filter blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%a : !llvm.ptr, %out : !llvm.ptr, %b : !llvm.ptr)
    return
  }

  // Everything at once.
  func.func @everything(%stream: !llvm.ptr, %data: memref<?xf32>) {
    %c1 = arith.constant 1 : i64
    %c2 = arith.constant 2 : i64
    %c128 = arith.constant 128 : i64
    %bytes = arith.constant 512 : i32
    %t0 = gpu.wait async
    // 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
    %t1 = gpu.launch_func async [%t0] <%stream : !llvm.ptr> @device::@pair_sum clusters in (%c2, %c1, %c1)
        blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1) : i64
        dynamic_shared_memory_size %bytes args(%data : memref<?xf32>)
    gpu.wait [%t1]
    return
  }

  // The generic form with the old spelling of the segment sizes.
  func.func @old_spelling(%data: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    "gpu.launch_func"(%c2, %c1, %c1, %c128, %c1, %c1, %c2, %c1, %c1, %data) {
      kernel = @device::@pair_sum,
      operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0>
    } : (index, index, index, index, index, index, index, index, index, memref<?xf32>) -> ()
    return
  }
}
