// cluster-dim-arity: nvvm.cluster_dim has exactly 3 i32 values. Upstream accepts fewer.

// RUN: tileiras-opt --nvvm-verify=form=canonical %s --split-input-file --verify-diagnostics

// Three values.
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel}

// -----

// One, as Triton writes it.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 1 [cluster-dim-arity]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel}

// -----

// Two, on a gpu.func.
gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]}}
  gpu.func @k() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1>} { gpu.return }
}

// -----

// Upstream's verifier rejects four values.
// expected-error@+1 {{'"nvvm.cluster_dim"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1, 1>, nvvm.kernel}

// -----

// Upstream's verifier rejects a string, too.
// expected-error@+1 {{'"nvvm.cluster_dim"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.cluster_dim = "2,1,1", nvvm.kernel}
