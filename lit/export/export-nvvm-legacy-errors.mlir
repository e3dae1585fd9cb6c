// RUN: tileiras-translate --export-nvvm-legacy --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'llvm.func' op 'nvvm.minctasm' must be an integer attribute, got true [scalar-shape]}}
llvm.func @shape() attributes {nvvm.kernel, nvvm.minctasm = true} { llvm.return }

// -----

module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {
  // expected-error @+1 {{'llvm.func' op states launch facts beside 'maxntidx' in tuple 0 of 'nvvm.annotations': run 'nvvm-transplant' first}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 64, 1, 1>}
}

// -----

// LLVM's readers crash on a string value.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 'maxntidx' must be a non-negative integer that fits in 32 bits, got "128"}}
module attributes {nvvm.annotations = [[@k, "maxntidx", "128"]]} {
  llvm.func @k()
}

// -----

// expected-warning @+1 {{'llvm.func' op 'nvvm.blocksareclusters' is written as a tuple that LLVM does not read, only 'nvvm-transplant' does}}
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 2, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.blocksareclusters} { llvm.return }
