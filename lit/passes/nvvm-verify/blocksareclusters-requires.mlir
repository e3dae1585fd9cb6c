// blocksareclusters-requires: nvvm.blocksareclusters requires nvvm.reqntid and nvvm.cluster_dim. Upstream's verifier
// reports it first.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Both required facts.
llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// nvvm.cluster_dim is missing.
// expected-error@+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// nvvm.maxntid instead of nvvm.reqntid.
gpu.module @m {
  // expected-error@+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
  gpu.func @k() kernel attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
}
