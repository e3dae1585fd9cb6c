// Kernels that a launch can name: of any kind, in any module that symbol lookup finds.

// RUN: tileiras-opt %s | FileCheck %s

gpu.module @m {
  gpu.func @gpu_func(%a: f32) kernel { gpu.return }
  llvm.func @nvvm_kernel(%a: f32) attributes {nvvm.kernel} { llvm.return }
  llvm.func @gpu_kernel(%a: f32) attributes {gpu.kernel} { llvm.return }
  llvm.func ptx_kernelcc @convention(%a: f32) { llvm.return }
  llvm.func @declared(f32) attributes {nvvm.kernel}
}

module @host_and_device {
  llvm.func @inside(%a: f32) attributes {nvvm.kernel} { llvm.return }
}

module @outer {
  gpu.module @inner {
    gpu.func @deep(%a: f32) kernel { gpu.return }
  }
}

// A gpu.binary has no function signatures, so the arguments are not checked.
gpu.binary @binary [#gpu.object<#nvvm.target, "cubin">]

// CHECK-LABEL: func.func @kinds
func.func @kinds(%i: index, %a: f32) {
  // CHECK: launch_func @m::@gpu_func
  nv_tileaa.launch_func @m::@gpu_func blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @m::@nvvm_kernel
  nv_tileaa.launch_func @m::@nvvm_kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @m::@gpu_kernel
  nv_tileaa.launch_func @m::@gpu_kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @m::@convention
  nv_tileaa.launch_func @m::@convention blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @m::@declared
  nv_tileaa.launch_func @m::@declared blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  return
}

// CHECK-LABEL: func.func @containers
func.func @containers(%i: index, %a: f32, %b: f64) {
  // CHECK: launch_func @host_and_device::@inside
  nv_tileaa.launch_func @host_and_device::@inside blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @outer::@inner::@deep
  nv_tileaa.launch_func @outer::@inner::@deep blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  // CHECK: launch_func @binary::@whatever
  nv_tileaa.launch_func @binary::@whatever blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%b : f64)
  return
}

// A module in an enclosing module is found, too.
// CHECK-LABEL: module @host
module @host {
  func.func @from_within(%i: index, %a: f32) {
    // CHECK: launch_func @m::@gpu_func
    nv_tileaa.launch_func @m::@gpu_func blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
    return
  }
}

// Lowering to the LLVM dialect changes memref and index types, so these are not compared with those of an llvm.func.
// CHECK-LABEL: func.func @before_the_lowering
func.func @before_the_lowering(%i: index, %x: memref<?xf32>) {
  // CHECK: launch_func @m::@nvvm_kernel
  nv_tileaa.launch_func @m::@nvvm_kernel blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<?xf32>)
  return
}
