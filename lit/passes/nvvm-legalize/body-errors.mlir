// Cluster facts are kept if the body uses clusters: by an operation, in assembly, by an intrinsic, or through a call.

// RUN: tileiras-opt --nvvm-legalize=chip=sm_80 %s --verify-diagnostics

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
