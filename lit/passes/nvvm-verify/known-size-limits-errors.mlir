// Known sizes are exact shapes: the limits of a block and of a cluster hold for them.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'known_block_size' must be positive in x, got 0 [positive-value]}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 0, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+2 {{'gpu.func' op 'known_block_size' must be positive in y, got -2 [positive-value]}}
  // expected-error@+1 {{'gpu.func' op 'known_cluster_size' must be positive in z, got 0 [positive-value]}}
  gpu.func @k() kernel attributes {known_block_size = array<i32: 32, -2, 1>, known_cluster_size = array<i32: 2, 1, 0>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'known_block_size' must ask for at most 64 threads in z, got 65 [cta-thread-cap]}}
  gpu.func @z() kernel attributes {known_block_size = array<i32: 1, 1, 65>} {
    gpu.return
  }
  // expected-error@+1 {{'gpu.func' op 'known_block_size' must ask for at most 1024 threads, got 2048 [cta-thread-cap]}}
  gpu.func @threads() kernel attributes {known_block_size = array<i32: 64, 32, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'known_cluster_size' must ask for at most 16 CTAs, got 64 [cluster-hardware-cap]}}
  gpu.func @k() kernel attributes {known_cluster_size = array<i32: 64, 1, 1>} {
    gpu.return
  }
}

// -----

// What states the same twice is reported once.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 32 [cluster-hardware-cap]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 32, 1, 1>, gpu.known_cluster_size = array<i32: 32, 1, 1>}
