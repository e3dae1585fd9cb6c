// nvvm.blocksareclusters without the facts that it requires is rejected, because upstream's verifier would reject it.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Both required facts are missing: two errors.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32]]} {
  // expected-error@+2 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.reqntid' on the same function}}
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.cluster_dim' on the same function}}
  llvm.func @k()
}

// -----

// nvvm.maxntid does not replace nvvm.reqntid.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32, "cluster_dim_x", 2 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.reqntid' on the same function}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}
}

// -----

// nvvm.maxclusterrank does not replace nvvm.cluster_dim.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' in 'passthrough' requires 'nvvm.cluster_dim' on the same function}}
llvm.func @k() attributes {passthrough = ["nvvm.blocksareclusters", ["nvvm.reqntid", "128"], ["nvvm.maxclusterrank", "2"]]}

// -----

// One required fact is on another function.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32, "reqntidx", 128 : i32], [@l, "cluster_dim_x", 2 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.cluster_dim' on the same function}}
  llvm.func @k()
  llvm.func @l()
}

// -----

// The value false.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' must be a unit or a non-zero integer, got false}}
llvm.func @k() attributes {nvvm.blocksareclusters = false, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128>}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", "1"]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' must be an integer, got "1"}}
  llvm.func @k()
}
