// Launches in the generic form whose segments are not as many operands as there are. MLIR 22 crashes on some of them. And a
// launch in the custom form without the operand that it announces.

// RUN: not tileiras-opt %s 2>&1 | FileCheck %s
// RUN: not tileiras-translate --export-nvvm %s 2>&1 | FileCheck %s
// RUN: not tileiras-cc --gpu-name=sm_90 %s -o %t 2>&1 | FileCheck %s
// RUN: not tileiras-contract show %s 2>&1 | FileCheck %s

// CHECK-NOT: error:
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // CHECK: :[[#@LINE+2]]:27: error: 'gpu.launch_func' op operand count (6) does not match with the total size (7) specified in attribute 'operandSegmentSizes'
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:27: error: 'gpu.launch_func' op operand count (6) does not match with the total size (8) specified in attribute 'operandSegmentSizes'
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       {kernel = @m::@k,  operandSegmentSizes = dense<[0, 1, 1, 1, 1, 1, 1, 1, 1]> : vector<9xi32>}
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:27: error: 'gpu.launch_func' op 'operandSegmentSizes' attribute cannot have negative elements
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, -1, 0>}>
        : (index, index, index, index, index, index) -> ()
    // CHECK: :[[#@LINE+2]]:27: error: 'gpu.launch_func' op 'operandSegmentSizes' attribute for specifying operand segments must have 13 elements, but got 12
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
       <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    // MLIR reads the word for the dynamic shared memory without an operand as none.
    // CHECK: :[[#@LINE+1]]:21: error: 'gpu.launch_func' op 'dynamic_shared_memory_size' must have an operand
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) dynamic_shared_memory_size
    // CHECK-NOT: error:
    return
  }
}
