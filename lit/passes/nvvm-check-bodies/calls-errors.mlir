// Calls: the same function, called rightly and wrongly. The diagnostic is at the instruction, with the kernel in a
// note.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// Only the second kernel allocates in one lane; only it is named.
llvm.func @right(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  llvm.call @allocate(%n) : (i32) -> ()
  llvm.call @release(%n) : (i32) -> ()
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @wrong(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-note@+1 {{inlined by this call}}
    llvm.call @allocate(%n) : (i32) -> ()
  }
  llvm.call @release(%n) : (i32) -> ()
  llvm.return
}
llvm.func internal @allocate(%columns: i32) {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op must be issued by a whole warp, one lane of a warp gets here [tcgen05-warp-issue]}}
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  llvm.return
}
llvm.func internal @release(%columns: i32) {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
}

// -----

// One of two calls passes a number, or a rank, that is wrong; a result selects the wrong threads.
// expected-note@+1 {{the kernel is here}}
llvm.func @arguments(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  llvm.call @meet(%c1, %c64) : (i32, i32) -> ()
  // expected-note@+1 {{inlined by this call}}
  llvm.call @meet(%c2, %c128) : (i32, i32) -> ()
  llvm.call @remote(%p, %c1) : (!llvm.ptr<3>, i32) -> ()
  // expected-note@+1 {{inlined by this call}}
  llvm.call @remote(%p, %c2) : (!llvm.ptr<3>, i32) -> ()
  %not_first = llvm.call @not_first() : () -> i1
  scf.if %not_first {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 63 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
  }
  llvm.return
}
llvm.func internal @meet(%id: i32, %threads: i32) {
  // expected-error@+1 {{'nvvm.barrier' op counts 128 threads, and at most 64 arrive at the barrier [named-barrier-count]}}
  nvvm.barrier id = %id number_of_threads = %threads
  llvm.return
}
llvm.func internal @remote(%p: !llvm.ptr<3>, %rank: i32) {
  // expected-error@+1 {{'nvvm.mapa' op maps an address to rank 2 of a cluster of 2 CTAs [mapa-rank-range]}}
  %0 = nvvm.mapa %p, %rank : !llvm.ptr<3> -> !llvm.ptr<7>
  llvm.store %0, %p : !llvm.ptr<7>, !llvm.ptr<3>
  llvm.return
}
llvm.func internal @not_first() -> i1 {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %0 = llvm.icmp "ne" %tid, %c0 : i32
  llvm.return %0 : i1
}

// -----

// A barrier in a function that half of the threads call.
// expected-note@+1 {{the kernel is here}}
llvm.func @half() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  llvm.call @all() : () -> ()
  %first = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first {
    // expected-note@+1 {{inlined by this call}}
    llvm.call @all() : () -> ()
  }
  nvvm.barrier0
  llvm.return
}
llvm.func internal @all() {
  // expected-error@+1 {{'nvvm.barrier0' op must be executed by all threads of the CTA, some go on elsewhere [cta-barrier-divergent]}}
  nvvm.barrier0
  llvm.return
}

// -----

// One thread ends, and the others go on.
// expected-note@+1 {{the kernel is here}}
llvm.func @ends(%t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^leave, ^stay
^leave:
  nvvm.exit
  llvm.unreachable
^stay:
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 31 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  llvm.return
}

// -----

// Both returns have the same parameter, so that all threads call the barriers or none does.
llvm.func internal @same(%low: i1, %n: i32) -> i32 {
  llvm.cond_br %low, ^one, ^two
^one:
  llvm.return %n : i32
^two:
  llvm.return %n : i32
}
// expected-note@+1 {{the kernel is here}}
llvm.func @returns(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %low = llvm.icmp "ult" %tid, %c5 : i32
  %m = llvm.call @same(%low, %n) : (i1, i32) -> i32
  %is_zero = llvm.icmp "eq" %m, %c0 : i32
  scf.if %is_zero {
    // expected-error@+1 {{'nvvm.barrier' op counts 64 threads, and others that count 128 arrive in the same phase [named-barrier-count]}}
    nvvm.barrier id = %c0 number_of_threads = %c64
    nvvm.barrier0
  }
  llvm.return
}
