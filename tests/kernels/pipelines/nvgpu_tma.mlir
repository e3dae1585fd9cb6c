// chip: sm_90 ptx: 8.0
// nvgpu.mbarrier and nvgpu.tma ops; the leader is found with gpu.thread_id in two dimensions.

!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
!map = !nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, #gpu.address_space<workgroup>>, swizzle = none, l2promo = none, oob = zero, interleave = none>

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx80">] {
    memref.global "private" @tile : memref<32x32xf32, #gpu.address_space<workgroup>> {alignment = 128}
    gpu.func @nvgpu_tma(%p: !llvm.ptr, %out: memref<32x32xf32>) kernel attributes {nvvm.reqntid = array<i32: 32, 8, 1>} {
      %map = builtin.unrealized_conversion_cast %p : !llvm.ptr to !map
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %bytes = arith.constant 4096 : index
      %ticks = arith.constant 10000000 : index
      %even = arith.constant false
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %x0 = arith.cmpi eq, %x, %c0 : index
      %y0 = arith.cmpi eq, %y, %c0 : index
      %lead = arith.andi %x0, %y0 : i1
      %tile = memref.get_global @tile : memref<32x32xf32, #gpu.address_space<workgroup>>
      %bars = nvgpu.mbarrier.create -> !bars
      nvgpu.mbarrier.init %bars[%c1], %c1, predicate = %lead : !bars
      nvvm.fence.mbarrier.init
      gpu.barrier
      nvgpu.mbarrier.arrive.expect_tx %bars[%c1], %bytes, predicate = %lead : !bars
      nvgpu.tma.async.load %map[%c0, %c0], %bars[%c1] to %tile, predicate = %lead : !map, !bars -> memref<32x32xf32, #gpu.address_space<workgroup>>
      nvgpu.mbarrier.try_wait.parity %bars[%c1], %even, %ticks : !bars
      %v = memref.load %tile[%y, %x] : memref<32x32xf32, #gpu.address_space<workgroup>>
      memref.store %v, %out[%y, %x] : memref<32x32xf32>
      gpu.return
    }
  }
}
