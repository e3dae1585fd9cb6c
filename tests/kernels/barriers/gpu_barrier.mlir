// chip: sm_80 ptx: 7.0
// gpu ops before they are lowered: a reduction in shared memory with a barrier in a loop of uniform bounds.

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
    memref.global "private" @sums : memref<256xf32, #gpu.address_space<workgroup>> {alignment = 16}
    gpu.func @block_sum(%in: memref<?xf32>, %out: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c128 = arith.constant 128 : index
      %tid = gpu.thread_id x
      %cta = gpu.block_id x
      %sums = memref.get_global @sums : memref<256xf32, #gpu.address_space<workgroup>>
      %v = memref.load %in[%tid] : memref<?xf32>
      memref.store %v, %sums[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
      %last = scf.for %i = %c0 to %c8 step %c1 iter_args(%half = %c128) -> (index) {
        gpu.barrier
        %adds = arith.cmpi ult, %tid, %half : index
        scf.if %adds {
          %other = arith.addi %tid, %half : index
          %a = memref.load %sums[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
          %b = memref.load %sums[%other] : memref<256xf32, #gpu.address_space<workgroup>>
          %s = arith.addf %a, %b : f32
          memref.store %s, %sums[%tid] : memref<256xf32, #gpu.address_space<workgroup>>
        }
        %next = arith.divui %half, %c2 : index
        scf.yield %next : index
      }
      %first = arith.cmpi eq, %tid, %c0 : index
      scf.if %first {
        %r = memref.load %sums[%c0] : memref<256xf32, #gpu.address_space<workgroup>>
        memref.store %r, %out[%cta] : memref<?xf32>
      }
      gpu.return
    }
  }
}
