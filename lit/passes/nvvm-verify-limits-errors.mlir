// Violations of each rule of group limits, with the first illegal value.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// positive-value: a size.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' must be positive in y, got 0 [positive-value]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 0, 1>}

// -----

// positive-value: each size of each fact. No other rule is reported for the fact.
// expected-error@+4 {{'llvm.func' op 'nvvm.reqntid' must be positive in x, got -1 [positive-value]}}
// expected-error@+3 {{'llvm.func' op 'nvvm.reqntid' must be positive in z, got 0 [positive-value]}}
// expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' must be positive in x, got 0 [positive-value]}}
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' must be positive, got 0 [positive-value]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 0, 64, 1>, nvvm.kernel, nvvm.minctasm = 0 : i32, nvvm.reqntid = array<i32: -1, 4096, 0>}

// -----

// positive-value: a number.
// expected-error@+2 {{'llvm.func' op 'nvvm.maxnreg' must be positive, got 0 [positive-value]}}
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be positive, got -8 [positive-value]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = -8 : i32, nvvm.maxnreg = 0 : i32}

// -----

// cta-thread-cap: an axis.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must ask for at most 1024 threads in x, got 1025 [cta-thread-cap]}}
llvm.func @x() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1025, 1, 1>}
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must ask for at most 64 threads in z, got 65 [cta-thread-cap]}}
llvm.func @z() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 65>}

// -----

// cta-thread-cap: the product.
gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'nvvm.reqntid' must ask for at most 1024 threads, got 1056 [cta-thread-cap]}}
  gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 33, 32>} { gpu.return }
}

// -----

// maxntid-cap
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxntid' has no effect above 1024 threads, got 2048 [maxntid-cap]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 8, 8>}

// -----

// cluster-portable-cap
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
llvm.func @shape() attributes {nvvm.cluster_dim = array<i32: 4, 4, 1>, nvvm.kernel}
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxclusterrank' is not portable above 8 CTAs, got 9 [cluster-portable-cap]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 9 : i32}

// -----

// cluster-hardware-cap
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 17 [cluster-hardware-cap]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 17, 1, 1>, nvvm.kernel}

// -----

// cluster-exceeds-rank: removing a redundant fact does not fix this pair.
// expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most the 2 CTAs of 'nvvm.maxclusterrank', got 4 [cluster-exceeds-rank]}}
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must not be combined with 'nvvm.maxclusterrank' [cluster-dim-rank-conflict]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel, nvvm.maxclusterrank = 2 : i32}

// -----

// maxnreg-range
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxnreg' is raised to 24, got 23 [maxnreg-range]}}
llvm.func @few() attributes {nvvm.kernel, nvvm.maxnreg = 23 : i32}
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxnreg' is ignored above 255, got 257 [maxnreg-range]}}
llvm.func @many() attributes {nvvm.kernel, nvvm.maxnreg = 257 : i32}

// -----

// register-file: one block.
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxnreg' asks for 416 threads of 168 registers, 69888, above the 65536 of a block [register-file]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 385, 1, 1>}

// -----

// register-file: ptxas ignores a nvvm.minctasm that is out of range, so that it lowers nothing.
gpu.module @hopper [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-warning@+2 {{'llvm.func' op 'nvvm.maxnreg' asks for 1024 threads of 168 registers, 172032, above the 65536 of a block [register-file]}}
  // expected-warning@+1 {{'llvm.func' op 'nvvm.minctasm' is ignored above the 32 CTAs of an SM of sm_90, got 64 [minctasm-range]}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 64 : i32}
}

// -----

// register-file: warps are allocated in groups of four.
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxnreg' asks for 288 threads of 176 registers, 67584 when warps are allocated in fours, above the 65536 of a block [register-file]}}
llvm.func @one() attributes {nvvm.kernel, nvvm.maxnreg = 176 : i32, nvvm.reqntid = array<i32: 288, 1, 1>}

// -----

// minctasm-needs-block
// expected-warning@+1 {{'llvm.func' op 'nvvm.minctasm' is ignored without 'nvvm.maxntid' or 'nvvm.reqntid' [minctasm-needs-block]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.minctasm = 2 : i32}

// -----

// minctasm-range
gpu.module @hopper [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-warning@+1 {{'llvm.func' op 'nvvm.minctasm' is ignored above the 32 CTAs of an SM of sm_90, got 33 [minctasm-range]}}
  llvm.func @ctas() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 1, 1>, nvvm.minctasm = 33 : i32}
  // expected-warning@+1 {{'llvm.func' op 'nvvm.minctasm' is ignored above the 2048 threads of an SM of sm_90, got 32 x 96 = 3072 [minctasm-range]}}
  llvm.func @warps() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 65, 1, 1>, nvvm.minctasm = 32 : i32}
}

// -----

// minctasm-range: the limits of another chip.
gpu.module @ada [#nvvm.target<chip = "sm_89", features = "+ptx84">] {
  // expected-warning@+1 {{'gpu.func' op 'nvvm.minctasm' is ignored above the 1536 threads of an SM of sm_89, got 2 x 1024 = 2048 [minctasm-range]}}
  gpu.func @k() kernel attributes {nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 1024, 1, 1>} { gpu.return }
}
