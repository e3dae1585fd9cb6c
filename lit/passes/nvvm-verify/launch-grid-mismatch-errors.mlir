// A launch with another grid than the kernel is compiled for. Two kernels that differ in it only are not taken for one.

// RUN: tileiras-opt --nvvm-verify %s --verify-diagnostics
// RUN: tileiras-opt --gpu-launch-guards %s 2>/dev/null | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @four() kernel attributes {known_grid_size = array<i32: 4, 1, 1>} {
      gpu.return
    }
    gpu.func @eight() kernel attributes {known_grid_size = array<i32: 8, 1, 1>} {
      gpu.return
    }
    // expected-note@+1 {{the kernel is here}}
    llvm.func @lowered() attributes {gpu.kernel, nvvm.kernel, gpu.known_grid_size = array<i32: 8, 2, 1>} {
      llvm.return
    }
  }
  func.func @host(%n: index) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @m::@four blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@eight blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be 4 in x, as 'known_grid_size' of the kernel states, got 8 [launch-grid-mismatch]}}
    gpu.launch_func @m::@four blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error@+1 {{'gpu.launch_func' op grid must be 2 in y, as 'gpu.known_grid_size' of the kernel states, got 1 [launch-grid-mismatch]}}
    gpu.launch_func @m::@lowered blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1)
    // CHECK: cf.assert %{{.*}}, "grid must be 8 in x, as 'known_grid_size' of the kernel states [launch-grid-mismatch]"
    gpu.launch_func @m::@eight blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
