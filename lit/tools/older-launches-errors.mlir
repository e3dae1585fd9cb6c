// Launches that state two kernels, or two different numbers of operands. MLIR would take one of them without a message.

// RUN: not tileiras-opt %s 2>&1 | FileCheck %s
// RUN: not tileiras-translate --export-nvvm %s 2>&1 | FileCheck %s
// RUN: not tileiras-cc --gpu-name=sm_90 %s -o %t 2>&1 | FileCheck %s
// RUN: not tileiras-contract show %s 2>&1 | FileCheck %s
// RUN: sed 's/gpu.launch_func/nv_tileaa.launch_func/' %s | not tileiras-opt 2>&1 | FileCheck %s

// CHECK-NOT: error:
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
    gpu.func @j() kernel { gpu.return }
  }
  func.func @f(%i: index) {
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        // CHECK: :[[#@LINE+1]]:10: error: '{{.*}}.launch_func' op must have one kernel, got '@m::@k' and '@m::@j'
        {kernel = @m::@j}
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+3]]:10: error: '{{.*}}.launch_func' op 'kernel' must be a symbol
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        {kernel = "j"}
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:12: error: '{{.*}}.launch_func' op must have one kernel, got '@m::@k' and '@m::@j'
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {
           kernel = @m::@j}
    // CHECK: :[[#@LINE+2]]:27: error: '{{.*}}.launch_func' op 'kernelFunc' must agree with kernel '@m::@k', got @j
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, kernelFunc = @j, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:27: error: '{{.*}}.launch_func' op 'kernelModule' must agree with kernel '@m::@k', got @j
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, kernelModule = @j, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+3]]:10: error: '{{.*}}.launch_func' op must have one 'kernelFunc', got '@k' and '@j'
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernelFunc = @k, kernelModule = @m, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        {kernelFunc = @j}
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:10: error: '{{.*}}.launch_func' op 'kernelFunc' must have 'kernelModule' beside it, or 'kernel'
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernelFunc = @k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:10: error: '{{.*}}.launch_func' op 'kernelModule' must have 'kernelFunc' beside it, or 'kernel'
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernelModule = @m, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:28: error: '{{.*}}.launch_func' op 'kernelModule' must be a symbol or a name
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernelFunc = @k,  kernelModule = 1, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+3]]:11: error: '{{.*}}.launch_func' op 'operand_segment_sizes' must agree with the other segments, [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0], got [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 3]
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>,
          operand_segment_sizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 3>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+3]]:11: error: '{{.*}}.launch_func' op 'operand_segment_sizes' must agree with the other segments, [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0], got [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0]
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> {
          operand_segment_sizes = dense<[0, 1, 1, 1, 1, 1, 1, 1, 0]> : vector<9xi32>}
        : (index, index, index, index, index, index) -> ()
    // The custom form states the operands.
    // CHECK: :[[#@LINE+2]]:12: error: '{{.*}}.launch_func' op 'operandSegmentSizes' must agree with the other segments, [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0], got [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0]
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {
           operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}
    // CHECK: :[[#@LINE+2]]:12: error: '{{.*}}.launch_func' op 'operandSegmentSizes' must be an array of i32
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {
           operandSegmentSizes = "1"}
    // The parts are checked in the attributes, too.
    // CHECK: :[[#@LINE+2]]:12: error: '{{.*}}.launch_func' op 'kernelFunc' must agree with kernel '@m::@k', got @j
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {
           kernelFunc = @j}
    // CHECK: :[[#@LINE+3]]:10: error: '{{.*}}.launch_func' op 'kernelModule' must agree with kernel '@m::@k', got "n"
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        {kernelModule = "n"}
        : (index, index, index, index, index, index) -> ()
    // CHECK-NOT: error:
    return
  }
}
