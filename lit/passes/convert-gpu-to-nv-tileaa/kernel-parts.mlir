// If an input has kernelModule and kernelFunc, they agree with the kernel symbol and are folded into it.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s | FileCheck %s --implicit-check-not=kernelModule --implicit-check-not=kernelFunc

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }

  // CHECK-LABEL: func.func @f
  func.func @f(%i: index) {
    // CHECK-NEXT: nv_tileaa.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}){{ *$}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @k, kernelModule = @m}
    // CHECK-NEXT: nv_tileaa.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}){{ *$}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = "k", kernelModule = "m"}
    // CHECK-NEXT: nv_tileaa.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}){{ *$}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelModule = @m}
    // Other attributes stay.
    // CHECK-NEXT: nv_tileaa.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}) {kernel_name = "k", trace}{{ *$}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @k, kernel_name = "k", trace}
    // In the generic form.
    // CHECK-NEXT: nv_tileaa.launch_func @m::@k blocks in ({{.*}}) threads in ({{.*}}){{ *$}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        {kernel = @m::@k, kernelFunc = "k", kernelModule = @m,
         operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}
        : (index, index, index, index, index, index) -> ()
    return
  }
}
