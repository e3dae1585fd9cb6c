// Values that cannot be converted to nvvm.cluster_dim.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "cluster_dim_y", -2 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'cluster_dim_y' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -2 : i32 (unsigned 4294967294)}}
  llvm.func @k()
}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "cluster_dim_x", "2"]]} {
  // expected-error@+1 {{'llvm.func' op 'cluster_dim_x' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "2"}}
  llvm.func @k()
}

// -----

// An attribute of one axis that is no integer.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim_x' must be a non-negative integer that fits in 32 bits, got 2.000000e+00 : f32}}
llvm.func @k() attributes {nvvm.cluster_dim_x = 2.0 : f32}

// -----

// A string of four values.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' in 'passthrough' must have 1 to 3 values, got 4}}
llvm.func @k() attributes {passthrough = [["nvvm.cluster_dim", "2,1,1,1"]]}

// -----

// Upstream's verifier rejects four values.
// expected-error@+1 {{'"nvvm.cluster_dim"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1, 1>}
