// A converted launch keeps the location of the launch.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }

  func.func @f(%i: index) {
    // CHECK: nv_tileaa.launch_func @m::@k {{.*}} loc("host.cu":12:3)
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) loc("host.cu":12:3)
    // CHECK: nv_tileaa.launch_func @m::@k {{.*}} loc(fused["a.cu":1:2, "b.cu":3:4])
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) loc(fused["a.cu":1:2, "b.cu":3:4])
    return
  }
}
