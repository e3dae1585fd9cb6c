// chip: sm_80 ptx: 7.0
// gpu.shuffle and gpu.lane_id before they are lowered.

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
    gpu.func @gpu_shuffle(%in: memref<?xf32>, %out: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : i32
      %c8 = arith.constant 8 : i32
      %width = arith.constant 32 : i32
      %tid = gpu.thread_id x
      %lane = gpu.lane_id
      %v = memref.load %in[%tid] : memref<?xf32>
      %a, %ok = gpu.shuffle xor %v, %c16, %width : f32
      %s = arith.addf %v, %a : f32
      %b, %ok2 = gpu.shuffle down %s, %c8, %width : f32
      %t = arith.addf %s, %b : f32
      %first = arith.cmpi eq, %lane, %c0 : index
      scf.if %first {
        memref.store %t, %out[%tid] : memref<?xf32>
      }
      gpu.return
    }
  }
}
