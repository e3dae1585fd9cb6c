// Legal lives of tensor memory, from the allocation to the release on every path.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 pedantic warnings-as-errors' %s -o /dev/null 2>&1 | count 0

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
llvm.mlir.global internal @slots() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<2 x i32>

// One warp does it all. An early return releases, too, and a trap does not return.
llvm.func @paths(%v: i32, %early: i1, %bad: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %columns = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  llvm.cond_br %early, ^return, ^check
^return:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
^check:
  llvm.cond_br %bad, ^trap, ^work
^trap:
  "llvm.intr.trap"() : () -> ()
  llvm.unreachable
^work:
  nvvm.tcgen05.st %d, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<store>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
}

// The same condition, computed twice, has the same value; the other warps load between two barriers.
llvm.func @twice() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %columns = llvm.mlir.constant(512 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %thread, %c5 : i32
  %first = llvm.icmp "eq" %warp, %c0 : i32
  scf.if %first {
    nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.barrier0
  %again = nvvm.read.ptx.sreg.tid.x : i32
  %warp_again = llvm.lshr %again, %c5 : i32
  %first_again = llvm.icmp "ne" %warp_again, %c0 : i32
  llvm.cond_br %first_again, ^end, ^release
^release:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}

// Two allocations of other sizes, told apart by where their addresses are.
llvm.func @two() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %small = llvm.mlir.constant(64 : i32) : i32
  %large = llvm.mlir.constant(128 : i32) : i32
  %one = llvm.mlir.addressof @slots : !llvm.ptr<3>
  %two = llvm.getelementptr %one[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %one, %small : !llvm.ptr<3>, i32
  nvvm.tcgen05.alloc %two, %large : !llvm.ptr<3>, i32
  %a = llvm.load %one : !llvm.ptr<3> -> !llvm.ptr<6>
  %b = llvm.load %two : !llvm.ptr<3> -> !llvm.ptr<6>
  nvvm.tcgen05.dealloc %b, %large : !llvm.ptr<6>, i32
  nvvm.tcgen05.dealloc %a, %small : !llvm.ptr<6>, i32
  llvm.return
}

// Table 47 of the PTX ISA: the CTAs of a pair meet after the last access, and then release.
llvm.func @table_47() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %columns = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.cluster.arrive
  nvvm.cluster.wait
  nvvm.tcgen05.dealloc %d, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.return
}

// The registers of a load can be read before the wait, which is for tensor memory (PTX ISA 9.7.16.6.4.5).
llvm.func @read_before_wait(%columns: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  %1 = llvm.add %0, %0 : i32
  llvm.store %1, %out : i32, !llvm.ptr<1>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
}

llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// An mbarrier on which the second product completes tells that the first one is done, too.
llvm.func @two_products(%a: i64, %i: i32, %e: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %first = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %second, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.tcgen05.alloc %slot, %c64 : !llvm.ptr<3>, i32
  nvvm.barrier0
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %next = llvm.getelementptr %d[32] : (!llvm.ptr<6>) -> !llvm.ptr<6>, i8
  %again = nvvm.elect.sync -> i1
  scf.if %again {
    nvvm.tcgen05.mma %d, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    nvvm.tcgen05.commit %first : !llvm.ptr<3>
    nvvm.tcgen05.mma %next, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    nvvm.tcgen05.commit %second : !llvm.ptr<3>
  }
  nvvm.mbarrier.try_wait.parity %second, %c0, %c1 : !llvm.ptr<3>, i32, i32
  %0 = nvvm.tcgen05.ld %next {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.mbarrier.try_wait.parity %first, %c0, %c1 : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.dealloc %d, %c64 : !llvm.ptr<6>, i32
  llvm.return
}

llvm.mlir.global internal @tiles() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<4096 x i8>
llvm.mlir.global internal @copied() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// Both operands of the product are copied, each with an mbarrier of its own.
llvm.func @operands(%from: !llvm.ptr<1>, %i: i32, %e: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %first = llvm.mlir.addressof @copied : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tiles = llvm.mlir.addressof @tiles : !llvm.ptr<3>
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %a = llvm.addrspacecast %tiles : !llvm.ptr<3> to !llvm.ptr<7>
  %b = llvm.getelementptr %a[2048] : (!llvm.ptr<7>) -> !llvm.ptr<7>, i8
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %mask = llvm.mlir.constant(16383 : i32) : i32
  %bytes = llvm.mlir.constant(2048 : i32) : i32
  %layout = llvm.mlir.constant(4611756662049538048 : i64) : i64
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %second, %c1 : !llvm.ptr<3>, i32
    nvvm.mbarrier.arrive.expect_tx %first, %bytes : !llvm.ptr<3>, i32
    nvvm.cp.async.bulk.shared.cluster.global %a, %from, %first, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
    nvvm.mbarrier.arrive.expect_tx %second, %bytes : !llvm.ptr<3>, i32
    nvvm.cp.async.bulk.shared.cluster.global %b, %from, %second, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  }
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.barrier0
  %t = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  // The descriptors: the address divided by 16, and the layout.
  %0 = llvm.ptrtoint %tiles : !llvm.ptr<3> to i32
  %1 = llvm.add %0, %bytes : i32
  %2 = llvm.lshr %0, %c4 : i32
  %3 = llvm.lshr %1, %c4 : i32
  %4 = llvm.and %2, %mask : i32
  %5 = llvm.and %3, %mask : i32
  %6 = llvm.zext %4 : i32 to i64
  %7 = llvm.zext %5 : i32 to i64
  %8 = llvm.or %6, %layout : i64
  %9 = llvm.or %7, %layout : i64
  nvvm.mbarrier.try_wait.parity %first, %c0, %c1 : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.try_wait.parity %second, %c0, %c1 : !llvm.ptr<3>, i32, i32
  %again = nvvm.elect.sync -> i1
  scf.if %again {
    nvvm.tcgen05.mma %t, %8, %9, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  }
  nvvm.tcgen05.dealloc %t, %columns : !llvm.ptr<6>, i32
  llvm.return
}
