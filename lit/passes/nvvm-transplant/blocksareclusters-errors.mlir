// nvvm.blocksareclusters without its companions would break upstream's verifier; it is refused before that.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Neither companion: two faults.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32]]} {
  // expected-error@+2 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.reqntid' on the same function}}
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.cluster_dim' on the same function}}
  llvm.func @k()
}

// -----

// A block bound is no exact block.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32, "cluster_dim_x", 2 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.reqntid' on the same function}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}
}

// -----

// A cap on the cluster is no cluster.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' in 'passthrough' requires 'nvvm.cluster_dim' on the same function}}
llvm.func @k() attributes {passthrough = ["nvvm.blocksareclusters", ["nvvm.reqntid", "128"], ["nvvm.maxclusterrank", "2"]]}

// -----

// The companions of another function do not count.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32, "reqntidx", 128 : i32], [@l, "cluster_dim_x", 2 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.cluster_dim' on the same function}}
  llvm.func @k()
  llvm.func @l()
}

// -----

// A value that says no.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' must be a unit or a non-zero integer, got false}}
llvm.func @k() attributes {nvvm.blocksareclusters = false, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128>}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", "1"]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' must be an integer, got "1"}}
  llvm.func @k()
}
