// known-size-conflict and known-size-ignored: known sizes that contradict the facts, and that reach no tool.

// RUN: tileiras-opt --nvvm-verify=chip=sm_90a %s --split-input-file --verify-diagnostics

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'known_block_size' is 64, 1, 1, but 'nvvm.reqntid' is 128, 1, 1 [known-size-conflict]}}
  gpu.func @exact() kernel attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
  // The discardable attributes of this one and the one before are equal.
  gpu.func @agrees() kernel attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
  // expected-error@+1 {{'gpu.func' op 'known_block_size' is 256 threads, but 'nvvm.maxntid' allows 128 [known-size-conflict]}}
  gpu.func @bound() kernel attributes {known_block_size = array<i32: 256, 1, 1>, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
  // expected-error@+1 {{'gpu.func' op 'known_cluster_size' is 4, 1, 1, but 'nvvm.cluster_dim' is 2, 2, 1 [known-size-conflict]}}
  gpu.func @cluster() kernel attributes {known_cluster_size = array<i32: 4, 1, 1>, nvvm.cluster_dim = array<i32: 2, 2, 1>} { gpu.return }
  // expected-error@+1 {{'gpu.func' op 'known_cluster_size' is 8 CTAs, but 'nvvm.maxclusterrank' allows 4 [known-size-conflict]}}
  gpu.func @rank() kernel attributes {known_cluster_size = array<i32: 8, 1, 1>, nvvm.maxclusterrank = 4 : i32} { gpu.return }
}

// -----

// The form that Enzyme-JAX and Polygeist write, and the one that upstream's conversion leaves.
// expected-warning@+1 {{'llvm.func' op 'known_block_size' is ignored, as no directive states it: state 'nvvm.reqntid' [known-size-ignored]}}
llvm.func @block() attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.kernel}
// expected-warning@+2 {{'llvm.func' op 'gpu.known_block_size' is ignored, as no directive states it: state 'nvvm.reqntid' [known-size-ignored]}}
// expected-warning@+1 {{'llvm.func' op 'gpu.known_cluster_size' is ignored, as no directive states it: state 'nvvm.cluster_dim' [known-size-ignored]}}
llvm.func @both() attributes {gpu.known_block_size = array<i32: 128, 1, 1>, gpu.known_cluster_size = array<i32: 2, 1, 1>, nvvm.kernel}
// A value that is no shape.
// expected-warning@+1 {{'llvm.func' op 'known_block_size' is ignored, as no directive states it: state 'nvvm.reqntid' [known-size-ignored]}}
llvm.func @scalar() attributes {known_block_size = 128 : i32, nvvm.kernel}
// expected-error@+1 {{'llvm.func' op 'known_block_size' is 64, 1, 1, but 'nvvm.reqntid' is 128, 1, 1 [known-size-conflict]}}
llvm.func @conflict() attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}

// -----

// A launch.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel attributes {known_block_size = array<i32: 64, 1, 1>} { gpu.return }
  }
  func.func @host(%c1: index) {
    %c128 = arith.constant 128 : index
    // expected-error@+1 {{'gpu.launch_func' op block must be 64 in x, as 'known_block_size' of the kernel states, got 128 [launch-block-mismatch]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    return
  }
}
