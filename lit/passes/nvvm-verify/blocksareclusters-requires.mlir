// blocksareclusters-requires: nvvm.blocksareclusters stands beside nvvm.reqntid and nvvm.cluster_dim. Upstream's verifier says
// so first.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Both companions.
llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// No cluster.
// expected-error@+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// A bound in place of the exact block.
gpu.module @m {
  // expected-error@+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
  gpu.func @k() kernel attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
}
