// The parts of a kernel that another tool has written into bytecode, of which no text is read, agree with the kernel.

// RUN: mlir-opt %s --emit-bytecode -o %t.mlirbc
// RUN: not tileiras-opt --convert-gpu-to-nv-tileaa %t.mlirbc 2>&1 | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // CHECK: error: 'gpu.launch_func' op 'kernelModule' must agree with kernel '@m::@k', got @x
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @k, kernelModule = @x}
    // CHECK: error: 'gpu.launch_func' op 'kernelFunc' must agree with kernel '@m::@k', got "other"
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = "other"}
    // CHECK: error: 'gpu.launch_func' op 'kernelFunc' must agree with kernel '@m::@k', got @x::@k
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) {kernelFunc = @x::@k}
    return
  }
}
