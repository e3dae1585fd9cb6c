// Cluster barriers without their other half, ranks that no CTA has, and CTAs that have not started or that have left.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

// Twice in a row, alone, and on one path only.
// expected-note@+1 {{the kernel is here}}
llvm.func @halves(%n: i32) attributes {nvvm.kernel} {
  nvvm.cluster.arrive
  // expected-error@+1 {{'nvvm.cluster.arrive.relaxed' op arrives again without 'barrier.cluster.wait' between [cluster-barrier-unpaired]}}
  nvvm.cluster.arrive.relaxed
  nvvm.cluster.wait
  // expected-error@+1 {{'nvvm.cluster.wait' op waits without 'barrier.cluster.arrive' before it [cluster-barrier-unpaired]}}
  nvvm.cluster.wait
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @alone() attributes {nvvm.kernel} {
  // expected-error@+1 {{'nvvm.cluster.wait' op waits without 'barrier.cluster.arrive' before it [cluster-barrier-unpaired]}}
  nvvm.cluster.wait {aligned}
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @at_end(%n: i32) attributes {nvvm.kernel} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %same = llvm.icmp "sgt" %n, %c0 : i32
  llvm.cond_br %same, ^wait, ^end
^wait:
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
^end:
  // expected-error@+1 {{'nvvm.cluster.arrive' op arrives, and the kernel ends without 'barrier.cluster.wait' [cluster-barrier-unpaired]}}
  nvvm.cluster.arrive
  llvm.return
}
// The other half is in a function, which is called twice.
// expected-note@+1 {{the kernel is here}}
llvm.func @calls() attributes {nvvm.kernel} {
  llvm.call @arrive() : () -> ()
  // expected-note@+1 {{inlined by this call}}
  llvm.call @arrive() : () -> ()
  llvm.inline_asm has_side_effects "barrier.cluster.wait.aligned;", "" : () -> ()
  llvm.return
}
llvm.func internal @arrive() {
  // expected-error@+1 {{'nvvm.cluster.arrive' op arrives again without 'barrier.cluster.wait' between [cluster-barrier-unpaired]}}
  nvvm.cluster.arrive {aligned}
  llvm.return
}

// -----

// Ranks 0 and 1 exist. The rank after the last one does not.
// expected-note@+1 {{the kernel is here}}
llvm.func @ranks(%p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  // expected-error@+1 {{'nvvm.mapa' op maps an address to rank 2 of a cluster of 2 CTAs [mapa-rank-range]}}
  %0 = nvvm.mapa %p, %c2 : !llvm.ptr<3> -> !llvm.ptr<7>
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %next = llvm.add %rank, %c1 : i32
  // expected-error@+1 {{'nvvm.mapa' op maps an address to rank 2 of a cluster of 2 CTAs [mapa-rank-range]}}
  %1 = nvvm.mapa %p, %next : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.store volatile %0, %p : !llvm.ptr<7>, !llvm.ptr<3>
  llvm.store %1, %p : !llvm.ptr<7>, !llvm.ptr<3>
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @one_cta(%p: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 1, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  // expected-error@+1 {{'nvvm.mapa' op maps an address to rank 1 of a cluster of 1 CTA [mapa-rank-range]}}
  %0 = nvvm.mapa %p, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.store volatile %0, %p : !llvm.ptr<7>, !llvm.ptr<3>
  llvm.return
}

// -----

// No barrier before the access, and none after it.
// expected-note@+1 {{the kernel is here}}
llvm.func @early(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %peer = nvvm.mapa %p, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
  // expected-error@+1 {{'llvm.load' op uses the shared memory of another CTA before a cluster barrier [cluster-peer-not-started]}}
  %0 = llvm.load %peer : !llvm.ptr<7> -> i32
  llvm.store %0, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @late(%p: !llvm.ptr<3>, %v: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %peer = nvvm.mapa %p, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
  // expected-error@+1 {{'llvm.store' op accesses the shared memory of a CTA that may have exited [cluster-peer-exited]}}
  llvm.store %v, %peer : i32, !llvm.ptr<7>
  llvm.return
}

// Every CTA of the cluster but the one that reads waits for nothing.
// expected-note@+1 {{the kernel is here}}
llvm.func @reader_waits(%p: !llvm.ptr<3>, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %reads = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %reads, ^read, ^end
^read:
  %peer = nvvm.mapa %p, %c1 : !llvm.ptr<3> -> !llvm.ptr<7>
  // expected-error@+1 {{'llvm.load' op accesses the shared memory of a CTA that may have exited [cluster-peer-exited]}}
  %0 = llvm.load %peer : !llvm.ptr<7> -> i32
  llvm.store %0, %out : i32, !llvm.ptr<1>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.br ^end
^end:
  llvm.return
}

// -----

// The first CTA issues for both, and the other one leaves.
// expected-note@+1 {{the kernel is here}}
llvm.func @pair(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  scf.if %leads {
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      // expected-error@+1 {{'nvvm.tcgen05.shift' op uses '.cta_group::2', and the peer CTA may have exited [cluster-peer-exited]}}
      nvvm.tcgen05.shift %t {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>
    }
  }
  llvm.return
}
