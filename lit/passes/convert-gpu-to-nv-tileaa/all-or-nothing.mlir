// If one launch is rejected, no launch of the module is converted.

// RUN: not tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-ir-after-failure %s -o /dev/null 2> %t
// RUN: FileCheck %s --implicit-check-not=nv_tileaa.launch_func < %t

// CHECK: error: 'gpu.launch_func' op 'kernelFunc' must agree with kernel '@m::@k', got @other
// CHECK: IR Dump After {{.*}} Failed
// CHECK: func.func @good
// CHECK-NEXT: gpu.launch_func @m::@k {{.*}} {kernelFunc = @k}
// CHECK: func.func @bad
// CHECK-NEXT: gpu.launch_func @m::@k {{.*}} {kernelFunc = @other}

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @good(%i: index) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @k}
    return
  }
  func.func @bad(%i: index) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @other}
    return
  }
}
