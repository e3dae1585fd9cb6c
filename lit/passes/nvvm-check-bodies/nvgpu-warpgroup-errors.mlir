// Upstream lowers nvgpu.warpgroup.mma to products and `wgmma.wait_group 1`: the accumulator is stored while it is written.

// RUN: tileiras-opt --nvvm-check-bodies %s --verify-diagnostics

!bars = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
!da = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>
!db = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, #gpu.address_space<workgroup>>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
    memref.global "private" @ta : memref<64x64xf16, #gpu.address_space<workgroup>> {alignment = 1024}
    memref.global "private" @tb : memref<64x64xf16, #gpu.address_space<workgroup>> {alignment = 1024}
    // expected-note@+1 {{the kernel is here}}
    gpu.func @warpgroup(%pa: !llvm.ptr, %pb: !llvm.ptr, %out: memref<64x64xf32>) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
      %ma = builtin.unrealized_conversion_cast %pa : !llvm.ptr to !map
      %mb = builtin.unrealized_conversion_cast %pb : !llvm.ptr to !map
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %bytes = arith.constant 16384 : index
      %ticks = arith.constant 10000000 : index
      %false = arith.constant false
      %tid = gpu.thread_id x
      %first = arith.cmpi eq, %tid, %c0 : index
      %a = memref.get_global @ta : memref<64x64xf16, #gpu.address_space<workgroup>>
      %b = memref.get_global @tb : memref<64x64xf16, #gpu.address_space<workgroup>>
      %bar = nvgpu.mbarrier.create -> !bars
      scf.if %first {
        nvgpu.mbarrier.init %bar[%c0], %c1 : !bars
        nvvm.fence.mbarrier.init
      }
      gpu.barrier
      scf.if %first {
        nvgpu.mbarrier.arrive.expect_tx %bar[%c0], %bytes : !bars
        nvgpu.tma.async.load %ma[%c0, %c0], %bar[%c0] to %a : !map, !bars -> memref<64x64xf16, #gpu.address_space<workgroup>>
        nvgpu.tma.async.load %mb[%c0, %c0], %bar[%c0] to %b : !map, !bars -> memref<64x64xf16, #gpu.address_space<workgroup>>
      }
      nvgpu.mbarrier.try_wait.parity %bar[%c0], %false, %ticks : !bars
      %x = nvgpu.warpgroup.generate.descriptor %a, %ma : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !da
      %y = nvgpu.warpgroup.generate.descriptor %b, %mb : memref<64x64xf16, #gpu.address_space<workgroup>>, !map -> !db
      %zero = nvgpu.warpgroup.mma.init.accumulator -> !acc
      // expected-error@+1 {{'nvgpu.warpgroup.mma' op is not awaited by 'wgmma.wait_group' before the kernel ends [wgmma-order]}}
      %d = nvgpu.warpgroup.mma %x, %y, %zero {transposeB} : !da, !db, !acc -> !acc
      // expected-error@+1 {{'nvgpu.warpgroup.mma.store' op reads an accumulator before 'wgmma.wait_group' [wgmma-order]}}
      nvgpu.warpgroup.mma.store %d, %out : !acc to memref<64x64xf32>
      gpu.return
    }
  }
}
