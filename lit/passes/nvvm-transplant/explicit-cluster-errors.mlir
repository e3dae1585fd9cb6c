// nvvm.explicit_cluster: values that are refused, and conflicts.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.explicit_cluster' must be a unit or a non-zero integer, got false}}
llvm.func @k() attributes {nvvm.explicit_cluster = false, nvvm.kernel}

// -----

// A cluster of any shape, and one with a shape.
module attributes {nvvm.annotations = [[@k, "cluster_dim_x", 0 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.cluster_dim' has conflicting values in x: 2 and 0}}
  // expected-note@+2 {{2 from 'nvvm.cluster_dim'}}
  // expected-note@+1 {{0 from 'cluster_dim_x' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
}

// -----

// A grid of clusters needs a shape.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' in 'passthrough' requires 'nvvm.cluster_dim' on the same function}}
llvm.func @k() attributes {nvvm.explicit_cluster, nvvm.kernel, nvvm.reqntid = array<i32: 128>, passthrough = ["nvvm.blocksareclusters"]}
