// tcgen05: one CTA group size, legal CTA pairs, issuing threads, and the release of tensor memory.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

// The two instructions are in two functions.
// expected-error@+1 {{'llvm.func' op must not use both '.cta_group::1' and '.cta_group::2' [tcgen05-cta-group-mix]}}
llvm.func @mix() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.call @pair() : () -> ()
  llvm.return
}
llvm.func @pair() {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must have an even product for '.cta_group::2', got 3 [tcgen05-cta-pair]}}
llvm.func @odd() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 3, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be at least 2 for '.cta_group::2', got 1 [tcgen05-cta-pair]}}
llvm.func @alone() attributes {nvvm.kernel, nvvm.maxclusterrank = 1 : i32} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' should be stated for '.cta_group::2', with an even product [tcgen05-cta-pair-unknown]}}
llvm.func @unknown() attributes {nvvm.kernel} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
llvm.func @even() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 1, 2, 3>} {
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must have the 32 threads of a warp for 'tcgen05.alloc', '.dealloc' and '.relinquish_alloc_permit', got 16 [tcgen05-warp-issue]}}
llvm.func @small() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 16, 1, 1>} {
  // expected-note@+1 {{the instruction is here}}
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @one_lane() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %lane = nvvm.elect.sync -> i1
  llvm.cond_br %lane, ^one, ^end
^one:
  // expected-error@+1 {{'nvvm.tcgen05.relinquish_alloc_permit' op must be issued by a whole warp, one lane of it gets here [tcgen05-warp-issue]}}
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^end
^end:
  llvm.return
}

// -----

// expected-note@+1 {{the kernel is here}}
llvm.func @unguarded(%t: !llvm.ptr<6>, %m: !llvm.ptr<3>, %a: i64, %i: i32, %e: i1) attributes {nvvm.kernel} {
  // expected-warning@+1 {{'nvvm.tcgen05.shift' op should be issued by a single thread, behind 'elect.sync' or a thread or lane id equal to a constant [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  // expected-warning@+1 {{'nvvm.tcgen05.cp' op should be issued by a single thread}}
  nvvm.tcgen05.cp %t, %a {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  // expected-warning@+1 {{'nvvm.tcgen05.mma.ws' op should be issued by a single thread}}
  nvvm.tcgen05.mma.ws %t, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  // expected-warning@+1 {{'nvvm.tcgen05.commit' op should be issued by a single thread}}
  nvvm.tcgen05.commit %m : !llvm.ptr<3>
  llvm.return
}

// -----

// expected-note@+1 {{the kernel is here}}
llvm.func @leaks(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32, %early: i1) attributes {nvvm.kernel} {
  // expected-warning@+1 {{'nvvm.tcgen05.alloc' op allocates tensor memory that some path to the end of the kernel does not release [tcgen05-alloc-dealloc]}}
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  llvm.cond_br %early, ^end, ^release
^release:
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}

// `exit` ends the thread like a return. A trap does not return normally.
// expected-note@+1 {{the kernel is here}}
llvm.func @exits(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32, %bad: i1, %early: i1) attributes {nvvm.kernel} {
  // expected-warning@+1 {{'nvvm.tcgen05.alloc' op allocates tensor memory that some path to the end of the kernel does not release [tcgen05-alloc-dealloc]}}
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  llvm.cond_br %early, ^exit, ^release
^exit:
  nvvm.exit
  llvm.unreachable
^release:
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.return
}
llvm.func @traps(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32, %bad: i1) attributes {nvvm.kernel} {
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  llvm.cond_br %bad, ^trap, ^release
^trap:
  "llvm.intr.trap"() : () -> ()
  llvm.unreachable
^release:
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.return
}

// The same condition, computed twice, has the same value.
llvm.func @twice(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel} {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %thread, %c5 : i32
  %first = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %first, ^allocate, ^work
^allocate:
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  llvm.br ^work
^work:
  nvvm.barrier0
  %again = nvvm.read.ptx.sreg.tid.x : i32
  %warp_again = llvm.lshr %again, %c5 : i32
  %first_again = llvm.icmp "ne" %warp_again, %c0 : i32
  llvm.cond_br %first_again, ^end, ^release
^release:
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}

// -----

// Table 48 of the PTX ISA, on issue granularity: the cluster barrier is after the release.
// expected-note@+1 {{the kernel is here}}
llvm.func @table_48(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory of a CTA pair before the cluster barrier, where the peer may wait for it [tcgen05-pair-dealloc-sync]}}
  nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @no_barrier(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  // expected-warning@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory of a CTA pair, with no cluster barrier before it [tcgen05-pair-dealloc-unsynced]}}
  nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.return
}
llvm.func @table_47(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  nvvm.cluster.arrive
  nvvm.cluster.wait
  nvvm.tcgen05.dealloc %t, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.return
}
