// tcgen05: the threads that issue.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

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
  // expected-error@+1 {{'nvvm.tcgen05.relinquish_alloc_permit' op must be issued by a whole warp, one lane of a warp gets here [tcgen05-warp-issue]}}
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^end
^end:
  llvm.return
}

// Two warps, which would overwrite the address of each other; half a warp.
// expected-note@+1 {{the kernel is here}}
llvm.func @warps(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op must be issued by one warp, 2 warps get here [tcgen05-warp-issue]}}
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op must be issued by one warp, 2 warps get here [tcgen05-warp-issue]}}
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @half() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %few = llvm.icmp "ult" %tid, %c16 : i32
  scf.if %few {
    // expected-error@+1 {{'nvvm.tcgen05.relinquish_alloc_permit' op must be issued by a whole warp, 16 threads of 1 warp get here [tcgen05-warp-issue]}}
    nvvm.tcgen05.relinquish_alloc_permit
  }
  llvm.return
}

// Only one CTA of the pair allocates and releases.
llvm.mlir.global internal @slot() {addr_space = 3 : i32} : i32
// expected-note@+1 {{the kernel is here}}
llvm.func @one_of_pair(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  scf.if %leads {
    // expected-error@+1 {{'nvvm.tcgen05.alloc' op must be issued in both CTAs of the pair, the peer does not get here [tcgen05-warp-issue]}}
    nvvm.tcgen05.alloc %slot, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  }
  nvvm.cluster.arrive
  nvvm.cluster.wait
  scf.if %leads {
    %address = llvm.load %slot : !llvm.ptr<3> -> i32
    %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
    // expected-error@+1 {{'nvvm.tcgen05.dealloc' op must be issued in both CTAs of the pair, the peer does not get here [tcgen05-warp-issue]}}
    nvvm.tcgen05.dealloc %d, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  }
  llvm.return
}

// -----

// Every thread of the block, and one of each warp.
// expected-note@+1 {{the kernel is here}}
llvm.func @unguarded(%t: !llvm.ptr<6>, %m: !llvm.ptr<3>, %a: i64, %i: i32, %e: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by a single thread, 128 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.shift %t : !llvm.ptr<6>
  // expected-error@+1 {{'nvvm.tcgen05.cp' op must be issued by a single thread, 128 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.cp %t, %a {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
  // expected-error@+1 {{'nvvm.tcgen05.mma.ws' op must be issued by a single thread, 128 threads get here [tcgen05-single-thread-issue]}}
  nvvm.tcgen05.mma.ws %t, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-error@+1 {{'nvvm.tcgen05.commit' op must be issued by a single thread, 4 threads get here [tcgen05-single-thread-issue]}}
    nvvm.tcgen05.commit %m : !llvm.ptr<3>
  }
  llvm.return
}

// One thread of each CTA of the pair.
// expected-note@+1 {{the kernel is here}}
llvm.func @both(%t: !llvm.ptr<6>, %m: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op must be issued by one CTA of the pair, both get here [tcgen05-pair-issue]}}
    nvvm.tcgen05.shift %t {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>
    // expected-error@+1 {{'nvvm.tcgen05.commit' op must be issued by one CTA of the pair, both get here [tcgen05-pair-issue]}}
    nvvm.tcgen05.commit %m {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>
  }
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
