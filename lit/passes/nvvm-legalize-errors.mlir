// Conflicts that removing a fact cannot fix are errors. All of them are reported, and the IR is unchanged.

// RUN: tileiras-opt --nvvm-legalize %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' asks for 256 threads, 'nvvm.maxntid' allows 128 [maxntid-reqntid-conflict]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>, nvvm.reqntid = array<i32: 256>}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' asks for 8 CTAs, 'nvvm.maxclusterrank' allows 4 [cluster-dim-rank-conflict]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 8, 1, 1>, nvvm.maxclusterrank = 4 : i32}

// -----

gpu.module @early [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 2 CTAs, and '.blocksareclusters' needs ptx 9.0 or later, got 8.4 [blocksareclusters-ptx-version]}}
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
}

// -----

// Without clusters the grid would have half of the CTAs.
gpu.module @old [#nvvm.target<chip = "sm_80">] {
  // expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 2 CTAs, and sm_80 has none [cluster-suppressed]}}
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
}

// -----

gpu.module @both [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  // expected-error@+1 {{'llvm.func' op cannot be made to assemble for all targets of its module at once: sm_80, any ptx and sm_90, any ptx need different facts removed; name one with the option 'chip'}}
  llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
}
