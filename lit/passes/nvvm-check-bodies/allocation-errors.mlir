// tcgen05: tensor memory that is not released, is released too early or wrongly, or is read before it is written.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8' %s --split-input-file --verify-diagnostics

// A number of columns that is no power of two, one that is too small, one that is too large.
// expected-note@+1 {{the kernel is here}}
llvm.func @columns(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c96 = llvm.mlir.constant(96 : i32) : i32
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op must have a power of two of columns from 32 to 512, got 96 [tcgen05-columns]}}
  nvvm.tcgen05.alloc %p, %c96 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op must have a power of two of columns from 32 to 512, got 96 [tcgen05-columns]}}
  nvvm.tcgen05.dealloc %t, %c96 : !llvm.ptr<6>, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @sizes(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c1024 = llvm.mlir.constant(1024 : i32) : i32
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op must have a power of two of columns from 32 to 512, got 16 [tcgen05-columns]}}
  nvvm.tcgen05.alloc %p, %c16 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op must have a power of two of columns from 32 to 512, got 16 [tcgen05-columns]}}
  nvvm.tcgen05.dealloc %t, %c16 : !llvm.ptr<6>, i32
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op must have a power of two of columns from 32 to 512, got 1024 [tcgen05-columns]}}
  nvvm.tcgen05.alloc %p, %c1024 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op must have a power of two of columns from 32 to 512, got 1024 [tcgen05-columns]}}
  nvvm.tcgen05.dealloc %t, %c1024 : !llvm.ptr<6>, i32
  llvm.return
}

// -----

// expected-note@+1 {{the kernel is here}}
llvm.func @leaks(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32, %early: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  // expected-warning@+1 {{'nvvm.tcgen05.alloc' op allocates tensor memory that some path to the end of the kernel does not release [tcgen05-alloc-dealloc]}}
  nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
  llvm.cond_br %early, ^end, ^release
^release:
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}

// `exit` ends the thread like a return.
// expected-note@+1 {{the kernel is here}}
llvm.func @exits(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32, %early: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
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

// -----

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// Other columns than were allocated, and another address.
// expected-note@+1 {{the kernel is here}}
llvm.func @mismatch() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %c64 : !llvm.ptr<3>, i32
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op releases 32 columns of an allocation of 64 [tcgen05-dealloc-mismatch]}}
  nvvm.tcgen05.dealloc %d, %c32 : !llvm.ptr<6>, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @moved() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %c64 : !llvm.ptr<3>, i32
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %half = llvm.add %address, %c32 : i32
  %d = llvm.inttoptr %half : i32 to !llvm.ptr<6>
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op releases another address than 'tcgen05.alloc' has returned [tcgen05-dealloc-mismatch]}}
  nvvm.tcgen05.dealloc %d, %c64 : !llvm.ptr<6>, i32
  llvm.return
}

// -----

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// Nothing is allocated; it is released before; another warp allocates, and no barrier is between.
// expected-note@+1 {{the kernel is here}}
llvm.func @nothing(%t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory, and the kernel allocates none [tcgen05-use-unallocated]}}
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @released(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  nvvm.tcgen05.dealloc %d, %n : !llvm.ptr<6>, i32
  // expected-error@+1 {{'nvvm.tcgen05.ld' op uses tensor memory after 'tcgen05.dealloc' [tcgen05-use-unallocated]}}
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @not_visible(%n: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first {
    nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32
  }
  // expected-error@+1 {{'llvm.load' op reads the address of tensor memory that another warp allocates, without a barrier between [tcgen05-use-unallocated]}}
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.barrier0
  scf.if %first {
    nvvm.tcgen05.dealloc %d, %n : !llvm.ptr<6>, i32
  }
  llvm.return
}

// -----

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// The right to allocate is gone.
// expected-note@+1 {{the kernel is here}}
llvm.func @relinquished(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.relinquish_alloc_permit
  // expected-error@+1 {{'nvvm.tcgen05.alloc' op allocates after 'tcgen05.relinquish_alloc_permit' [tcgen05-alloc-after-relinquish]}}
  nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  nvvm.tcgen05.dealloc %d, %n : !llvm.ptr<6>, i32
  llvm.return
}

// The other warp can still load.
// expected-note@+1 {{the kernel is here}}
llvm.func @unsynced(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "ult" %tid, %c32 : i32
  scf.if %first {
    nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  scf.if %first {
    // expected-warning@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory that another warp can still use, without a barrier between, in a launch of 64 threads whose integer arguments are 64 [tcgen05-dealloc-unsynced]}}
    nvvm.tcgen05.dealloc %d, %n : !llvm.ptr<6>, i32
  }
  llvm.return
}

// -----

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// Stores and products that no instruction waits for.
// The other wait does not help.
// expected-note@+1 {{the kernel is here}}
llvm.func @other_wait(%n: i32, %v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %n : !llvm.ptr<3>, i32
  %t = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  nvvm.tcgen05.st %t, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  llvm.call_intrinsic "llvm.nvvm.tcgen05.wait.ld"() : () -> ()
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op uses tensor memory after 'tcgen05.st' without 'tcgen05.wait::st' between [tcgen05-store-wait]}}
  nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
  llvm.return
}
// The copy overwrites what is still loaded. The address of the load is that of the warp.
// expected-note@+1 {{the kernel is here}}
llvm.func @overwritten(%t: i32, %a: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %t, %lanes : i32
  %from = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %to = llvm.inttoptr %t : i32 to !llvm.ptr<6>
  // expected-error@+1 {{'nvvm.tcgen05.ld' op reads what an asynchronous tcgen05 instruction can still write, in every launch [tcgen05-result-wait]}}
  %0 = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<store>
  llvm.store %0, %out : i32, !llvm.ptr<1>
  nvvm.barrier0
  %first = llvm.icmp "eq" %warp, %c0 : i32
  scf.if %first {
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      // expected-note@+2 {{the other access is here}}
      // expected-warning@+1 {{'nvvm.tcgen05.cp' op overwrites what 'tcgen05.ld' reads, without 'tcgen05.wait::ld' between [tcgen05-load-wait]}}
      nvvm.tcgen05.cp %to, %a {shape = #nvvm.tcgen05_cp_shape<shape_128x256b>}
    }
  }
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @store(%t: !llvm.ptr<6>, %v: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  nvvm.tcgen05.st %t, %v {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  // expected-error@+1 {{'nvvm.tcgen05.ld' op uses tensor memory after 'tcgen05.st' without 'tcgen05.wait::st' between [tcgen05-store-wait]}}
  %0 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @product(%t: !llvm.ptr<6>, %a: i64, %i: i32, %e: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.tcgen05.mma %t, %a, %a, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  }
  // expected-error@+1 {{'nvvm.tcgen05.ld' op reads tensor memory before a thread waits until 'tcgen05.mma' is done [tcgen05-result-wait]}}
  %0 = nvvm.tcgen05.ld %t {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  llvm.return
}

// -----

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// Table 48 of the PTX ISA: the cluster barrier is after the release. One before the last access does not help.
// expected-note@+1 {{the kernel is here}}
llvm.func @table_48(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  // expected-error@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory of a CTA pair before the cluster barrier, where the peer may wait for it [tcgen05-pair-dealloc-sync]}}
  nvvm.tcgen05.dealloc %d, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @no_barrier(%n: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  nvvm.tcgen05.alloc %slot, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.cluster.arrive
  nvvm.cluster.wait
  %d = llvm.load %slot : !llvm.ptr<3> -> !llvm.ptr<6>
  %0 = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  // expected-warning@+1 {{'nvvm.tcgen05.dealloc' op releases tensor memory of a CTA pair, and the CTAs have not synchronised since the last access to it [tcgen05-pair-dealloc-unsynced]}}
  nvvm.tcgen05.dealloc %d, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.return
}

// -----

llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// The wait is for the other product.
// expected-note@+1 {{the kernel is here}}
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
  nvvm.mbarrier.try_wait.parity %first, %c0, %c1 : !llvm.ptr<3>, i32, i32
  // expected-error@+1 {{'nvvm.tcgen05.ld' op reads tensor memory before a thread waits until 'tcgen05.mma' is done [tcgen05-result-wait]}}
  %0 = nvvm.tcgen05.ld %next {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : i32
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  nvvm.mbarrier.try_wait.parity %second, %c0, %c1 : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.dealloc %d, %c64 : !llvm.ptr<6>, i32
  llvm.return
}

// -----

llvm.mlir.global internal @tiles() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<4096 x i8>
llvm.mlir.global internal @copied() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
// The wait for the second operand is after the product.
// expected-note@+1 {{the kernel is here}}
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
  %again = nvvm.elect.sync -> i1
  scf.if %again {
    // expected-error@+1 {{'nvvm.tcgen05.mma' op reads a matrix before a thread waits for the mbarrier of the copy that writes it [async-copy-wait]}}
    nvvm.tcgen05.mma %t, %8, %9, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  }
  nvvm.mbarrier.try_wait.parity %second, %c0, %c1 : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.dealloc %t, %columns : !llvm.ptr<6>, i32
  llvm.return
}
