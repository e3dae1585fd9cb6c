// If one launch is rejected, no launch of the module is converted.

// RUN: not tileiras-opt --convert-gpu-to-nv-tileaa --mlir-print-ir-after-failure %s -o /dev/null 2> %t
// RUN: FileCheck %s --implicit-check-not=nv_tileaa.launch_func < %t

// CHECK: error: 'gpu.launch_func' op must have all sizes of one type, got 'index' and 'i64'
// CHECK: IR Dump After {{.*}} Failed
// CHECK: func.func @good
// CHECK-NEXT: gpu.launch_func @m::@k
// CHECK: func.func @bad
// CHECK-NEXT: gpu.launch_func

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @good(%i: index) {
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
  func.func @bad(%i: index, %j: i64) {
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %j, %j, %j)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}>
        : (index, index, index, index, index, index, i64, i64, i64) -> ()
    return
  }
}
