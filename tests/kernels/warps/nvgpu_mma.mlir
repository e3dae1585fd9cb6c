// chip: sm_80 ptx: 7.0
// nvgpu ops of Ampere: device_async_copy, ldmatrix, mma.sync; the second warp multiplies.

module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
    memref.global "private" @tile : memref<16x16xf16, #gpu.address_space<workgroup>> {alignment = 128}
    gpu.func @nvgpu_mma(%src: memref<16x16xf16>, %out: memref<32xf16>) kernel attributes {nvvm.reqntid = array<i32: 32, 2, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      %row = arith.remui %x, %c16 : index
      %half = arith.divui %x, %c16 : index
      %col = arith.muli %half, %c8 : index
      %tile = memref.get_global @tile : memref<16x16xf16, #gpu.address_space<workgroup>>
      %load = arith.cmpi eq, %y, %c0 : index
      scf.if %load {
        %t = nvgpu.device_async_copy %src[%row, %col], %tile[%row, %col], 8 : memref<16x16xf16> to memref<16x16xf16, #gpu.address_space<workgroup>>
        %g = nvgpu.device_async_create_group %t
        nvgpu.device_async_wait %g
      }
      gpu.barrier
      %multiply = arith.cmpi eq, %y, %c1 : index
      scf.if %multiply {
        %a = nvgpu.ldmatrix %tile[%row, %col] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %b = nvgpu.ldmatrix %tile[%row, %c0] {numTiles = 2 : i32, transpose = true} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %zero = arith.constant dense<0.0> : vector<2x2xf16>
        %d = nvgpu.mma.sync(%a, %b, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
        %s = vector.extract %d[0, 0] : f16 from vector<2x2xf16>
        memref.store %s, %out[%x] : memref<32xf16>
      }
      gpu.return
    }
  }
}
