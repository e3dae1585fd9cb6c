// Upstream's pipeline from the gpu dialect to device code works as in the stock tool, on a kernel with launch facts.

// RUN: tileiras-opt %s --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 cubin-features=+ptx84 cubin-format=isa" | FileCheck %s
// RUN: tileiras-opt %s --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 cubin-features=+ptx84 cubin-format=llvm" -o %t.ours
// RUN: mlir-opt %s --gpu-lower-to-nvvm-pipeline="cubin-chip=sm_90 cubin-features=+ptx84 cubin-format=llvm" | diff %t.ours -

// CHECK: gpu.binary @m [#gpu.object<#nvvm.target<chip = "sm_90"{{.*}}assembly = "{{.*}}.entry k
// CHECK-SAME: .maxntid 128

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%out: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %thread = gpu.thread_id x
      %value = memref.load %out[%thread] : memref<?xf32>
      %sum = arith.addf %value, %value : f32
      memref.store %sum, %out[%thread] : memref<?xf32>
      gpu.return
    }
  }
  func.func @f(%out: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%out : memref<?xf32>)
    return
  }
}
