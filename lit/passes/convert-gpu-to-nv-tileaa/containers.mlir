// Kernels in nested modules, in a binary and as llvm.func. An existing nv_tileaa.launch_func is not changed.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s | FileCheck %s --implicit-check-not=gpu.launch_func
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s -o %t.once
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %t.once | diff %t.once -

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
    llvm.func @imported(%p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} { llvm.return }
  }
  gpu.binary @binary [#gpu.object<#nvvm.target, "cubin">]

  // CHECK-LABEL: module @inner
  module @inner attributes {gpu.container_module} {
    gpu.module @m { gpu.func @inner_kernel() kernel { gpu.return } }
    func.func @inner_host(%i: index) {
      // CHECK: nv_tileaa.launch_func @m::@inner_kernel
      gpu.launch_func @m::@inner_kernel blocks in (%i, %i, %i) threads in (%i, %i, %i)
      return
    }
  }

  // CHECK-LABEL: func.func @host
  func.func @host(%i: index, %p: !llvm.ptr, %x: memref<?xf32>) {
    // CHECK: nv_tileaa.launch_func @m::@imported {{.*}} args(%{{.*}} : !llvm.ptr)
    gpu.launch_func @m::@imported blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%p : !llvm.ptr)
    // The kernel is lowered, the launch is not.
    // CHECK: nv_tileaa.launch_func @m::@imported {{.*}} args(%{{.*}} : memref<?xf32>)
    gpu.launch_func @m::@imported blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<?xf32>)
    // CHECK: nv_tileaa.launch_func @binary::@k {{.*}} args(%{{.*}} : !llvm.ptr)
    gpu.launch_func @binary::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%p : !llvm.ptr)
    // CHECK: nv_tileaa.launch_func @m::@k {{.*}} {already}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {already}
    return
  }
}
