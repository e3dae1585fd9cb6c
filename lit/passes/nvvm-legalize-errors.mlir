// What no removal can mend is refused, with every reason, and nothing has changed.

// RUN: tileiras-opt --nvvm-legalize %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' asks for 256 threads, 'nvvm.maxntid' allows 128 [maxntid-reqntid-conflict]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>, nvvm.reqntid = array<i32: 256>}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' asks for 8 CTAs, 'nvvm.maxclusterrank' allows 4 [cluster-dim-rank-conflict]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 8, 1, 1>, nvvm.maxclusterrank = 4 : i32}

// -----

// Each way for a body to depend on clusters, the last one through a call.
gpu.module @old [#nvvm.target<chip = "sm_80">] {
  // expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' cannot be removed for sm_80, which has no clusters: the body uses them [cluster-suppressed]}}
  llvm.func @operation() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel} {
    nvvm.cluster.arrive
    llvm.return
  }
  // expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' cannot be removed for sm_80}}
  llvm.func @assembly() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel} {
    llvm.inline_asm has_side_effects "barrier.cluster.arrive;", "" : () -> ()
    llvm.return
  }
  // expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' cannot be removed for sm_80}}
  llvm.func @intrinsic() attributes {nvvm.kernel, nvvm.maxclusterrank = 2 : i32} {
    %0 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.cluster.ctarank"() : () -> i32
    llvm.return
  }
  // expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' cannot be removed for sm_80}}
  llvm.func @caller() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel} {
    llvm.call @middle() : () -> ()
    llvm.return
  }
  llvm.func @middle() {
    llvm.call @leaf() : () -> ()
    llvm.return
  }
  llvm.func @leaf() {
    llvm.call @middle() : () -> ()
    nvvm.cluster.wait
    llvm.return
  }
  llvm.func @neither() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @early [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' cannot be removed, as the grid counts clusters of 2 CTAs, and '.blocksareclusters' needs ptx 9.0 or later, got 8.4 [blocksareclusters-ptx-version]}}
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
}

// -----

gpu.module @both [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  // expected-error@+1 {{'llvm.func' op cannot be made to assemble for all targets of its module at once: sm_80, any ptx and sm_90, any ptx need different facts removed; name one with the option 'chip'}}
  llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
}
