// Legal issues of tcgen05: one warp, one thread of the CTA, one CTA of the pair; whole warps of a block of 192 threads.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic disable=launch-unknown warnings-as-errors' %s -o /dev/null 2>&1 | count 0

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

// Warp 5 allocates, warp 4 issues, warps 0 to 3 read: none of it is a whole warp group but the last.
llvm.func @roles(%a: i64, %b: i64, %i: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %allocates = llvm.icmp "eq" %warp, %c5 : i32
  %issues = llvm.icmp "eq" %warp, %c4 : i32
  %reads = llvm.icmp "ult" %warp, %c4 : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %allocates {
    nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
    nvvm.tcgen05.relinquish_alloc_permit
  }
  scf.if %first {
    nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  scf.if %issues {
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      nvvm.tcgen05.mma %d, %a, %b, %i, %false {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
      nvvm.tcgen05.commit %done : !llvm.ptr<3>
    }
  }
  scf.if %reads {
    nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
    %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  }
  nvvm.barrier0
  scf.if %allocates {
    nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  }
  llvm.return
}

// A cluster of two pairs: in each, the CTA of the even rank issues.
llvm.func @pairs(%t: !llvm.ptr<6>, %mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 2, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %bit = llvm.and %rank, %c1 : i32
  %leads = llvm.icmp "eq" %bit, %c0 : i32
  scf.if %leads {
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      nvvm.tcgen05.shift %t {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>
      nvvm.tcgen05.commit %mbar {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>
    }
  }
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}

// An even cluster of six.
llvm.func @even() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 1, 2, 3>} {
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.return
}
