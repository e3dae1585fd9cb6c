// A func.func beside a kernel: upstream's conversion makes two functions of it, one with the interface of C.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90 ptx=8.4' %s --verify-diagnostics

gpu.module @m {
  func.func @helper() {
    return
  }
  // expected-note@+1 {{the kernel is here}}
  gpu.func @kernel() kernel attributes {nvvm.reqntid = array<i32: 96>} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %threads = llvm.mlir.constant(128 : i32) : i32
    // expected-error@+1 {{'nvvm.barrier' op counts 128 threads, and at most 96 arrive at the barrier [named-barrier-count]}}
    nvvm.barrier id = %one number_of_threads = %threads
    gpu.return
  }
}
