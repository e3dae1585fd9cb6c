// Orders that leave a value undefined, or a thread waiting: mbarriers and wgmma.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @other() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// Every thread initialises. The barrier is missing before the others arrive. No thread initialises the other mbarrier.
// expected-note@+1 {{the kernel is here}}
llvm.func @init() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %other = llvm.mlir.addressof @other : !llvm.ptr<3>
  // expected-error@+1 {{'nvvm.mbarrier.init' op must be executed by a single thread, several get here [mbarrier-init]}}
  nvvm.mbarrier.init %full, %c128 : !llvm.ptr<3>, i32
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-error@+1 {{'nvvm.mbarrier.arrive' op uses an mbarrier that no thread initialises [mbarrier-init]}}
  %1 = nvvm.mbarrier.arrive %other : !llvm.ptr<3> -> i64
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @visible() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c128 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  // expected-error@+1 {{'nvvm.mbarrier.arrive' op uses an mbarrier that another thread initialises, without a barrier between [mbarrier-init]}}
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-error@+1 {{'nvvm.mbarrier.try_wait.parity' op uses an mbarrier that another thread initialises, without a barrier between [mbarrier-init]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
// The copy completes bytes that nothing expects: no arrival ever completes the phase.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_arrival(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %remote = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %remote, %from, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  // expected-error@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for an mbarrier, and nothing in the kernel arrives at it [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// No thread waits for the copy.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_wait(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %remote = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.cp.async.bulk.shared.cluster.global' op completes on an mbarrier that no thread waits for [async-copy-wait]}}
  nvvm.cp.async.bulk.shared.cluster.global %remote, %from, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// One arrival completes the phase, and a warp arrives.
// expected-note@+1 {{the kernel is here}}
llvm.func @overrun() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  // expected-error@+2 {{'nvvm.mbarrier.arrive.expect_tx' op expects 1024 bytes on an mbarrier, and no copy completes on it [mbarrier-transaction-bytes]}}
  // expected-error@+1 {{'nvvm.mbarrier.arrive.expect_tx' op arrives 32 times at an mbarrier that counts 1 [mbarrier-arrival-count]}}
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

!small = !llvm.struct<(f32, f32, f32, f32)>
// expected-note@+1 {{the kernel is here}}
llvm.func @no_fence(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  // expected-error@+1 {{'nvvm.wgmma.mma_async' op must have 'wgmma.fence' before it [wgmma-order]}}
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @no_commit(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  // expected-error@+1 {{'nvvm.wgmma.mma_async' op is not followed by 'wgmma.commit_group' [wgmma-order]}}
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}
// The wait leaves one group pending.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_wait(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  // expected-error@+1 {{'nvvm.wgmma.mma_async' op is not awaited by 'wgmma.wait_group' before the kernel ends [wgmma-order]}}
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 1
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @early_read(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  %1 = llvm.extractvalue %0[0] : !small
  // expected-error@+1 {{'llvm.store' op reads an accumulator before 'wgmma.wait_group' [wgmma-order]}}
  llvm.store %1, %out : f32, !llvm.ptr<1>
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}
// The wait leaves the group of the second accumulator pending. The first use of it is reported.
// expected-note@+1 {{the kernel is here}}
llvm.func @early_read_of_one(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  %1 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 1
  %2 = llvm.extractvalue %0[0] : !small
  llvm.store volatile %2, %out : f32, !llvm.ptr<1>
  %3 = llvm.extractvalue %1[0] : !small
  // expected-error@+1 {{'llvm.store' op reads an accumulator before 'wgmma.wait_group' [wgmma-order]}}
  llvm.store volatile %3, %out : f32, !llvm.ptr<1>
  llvm.store volatile %2, %out : f32, !llvm.ptr<1>
  llvm.store volatile %3, %out : f32, !llvm.ptr<1>
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
// The mbarrier counts more arrivals than the block has threads: as operations, and as intrinsics.
// expected-note@+1 {{the kernel is here}}
llvm.func @too_few() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %full, %c64 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-error@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for 64 arrivals at an mbarrier, and at most 32 come before [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// The wait is a loop in inline assembly.
// expected-note@+1 {{the kernel is here}}
llvm.func @too_few_for_a_loop() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %full, %c64 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-error@+1 {{'llvm.inline_asm' op waits for 64 arrivals at an mbarrier, and at most 32 come before [mbarrier-never-completes]}}
  llvm.inline_asm has_side_effects "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1; @!done bra again; }", "r,r,~{memory}" %full, %c0 : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @too_few_in_text() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    llvm.call_intrinsic "llvm.nvvm.mbarrier.init.shared"(%full, %c64) : (!llvm.ptr<3>, i32) -> ()
  }
  nvvm.barrier0
  %0 = llvm.call_intrinsic "llvm.nvvm.mbarrier.arrive.shared"(%full) : (!llvm.ptr<3>) -> i64
  // expected-error@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for 64 arrivals at an mbarrier, and at most 32 come before [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
// More bytes, fewer, none that a copy completes, and none that are expected.
// expected-note@+1 {{the kernel is here}}
llvm.func @more_bytes(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(2048 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.mbarrier.arrive.expect_tx' op expects 2048 bytes on an mbarrier, and the copies that complete on it have 1024 [mbarrier-transaction-bytes]}}
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 1024, [$2];", "r,l,r" %tile, %from, %full : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>) -> ()
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @fewer_bytes(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'llvm.inline_asm' op expects 512 bytes on an mbarrier, and the copies that complete on it have 1024 [mbarrier-transaction-bytes]}}
  llvm.inline_asm has_side_effects "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 512;", "r" %full : (!llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 1024, [$2];", "r,l,r" %tile, %from, %full : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>) -> ()
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @no_copy() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  // expected-error@+1 {{'nvvm.mbarrier.arrive.expect_tx' op expects 1024 bytes on an mbarrier, and no copy completes on it [mbarrier-transaction-bytes]}}
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @none_expected(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-error@+1 {{'llvm.inline_asm' op completes 1024 bytes on an mbarrier, and none are expected [mbarrier-transaction-bytes]}}
  llvm.inline_asm has_side_effects "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], 1024, [$2];", "r,l,r" %tile, %from, %full : (!llvm.ptr<3>, !llvm.ptr<1>, !llvm.ptr<3>) -> ()
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// -----

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>
// Copies that are not in bulk, without a wait, and without a group to wait for.
// expected-note@+1 {{the kernel is here}}
llvm.func @no_wait_for_group(%from: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  // expected-error@+1 {{'nvvm.cp.async.shared.global' op copies asynchronously, and nothing in the kernel waits for it [async-copy-wait]}}
  nvvm.cp.async.shared.global %tile, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  llvm.return
}
// expected-note@+1 {{the kernel is here}}
llvm.func @no_group(%from: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.cp.async.cg.shared.global.16" is in no group that 'cp.async.wait_group' waits for: no 'cp.async.commit_group' [async-copy-wait]}}
  llvm.call_intrinsic "llvm.nvvm.cp.async.cg.shared.global.16"(%tile, %from) : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  llvm.inline_asm has_side_effects "cp.async.wait_group 0;", "" : () -> ()
  llvm.return
}

// -----

// The operation of nvvm and the intrinsic do not accept such a number.
// expected-note@+1 {{the kernel is here}}
llvm.func @registers() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.maxnreg = 168 : i32} {
  // expected-error@+1 {{'llvm.inline_asm' op must state a multiple of 8 from 24 to 256 registers, got 236 [setmaxnreg-count]}}
  llvm.inline_asm has_side_effects "setmaxnreg.inc.sync.aligned.u32 236;", "" : () -> ()
  llvm.return
}

// -----

// A thread has 128 registers.
// expected-note@+1 {{the kernel is here}}
llvm.func @release() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  // expected-error@+1 {{'nvvm.setmaxregister' op must leave a thread at most the 128 registers that it has, got 136 [setmaxnreg-count]}}
  nvvm.setmaxregister decrease 136
  %c144 = llvm.mlir.constant(144 : i32) : i32
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32" must leave a thread at most the 128 registers that it has, got 144 [setmaxnreg-count]}}
  llvm.call_intrinsic "llvm.nvvm.setmaxnreg.dec.sync.aligned.u32"(%c144) : (i32) -> ()
  nvvm.setmaxregister decrease 128
  llvm.return
}

// -----

// A thread can have taken more before, which waits for registers here.
// expected-note@+1 {{the kernel is here}}
llvm.func @take() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32} {
  // expected-error@+1 {{'nvvm.setmaxregister' op waits for 512 registers, 0 are free, and no warp releases any, in every launch [setmaxnreg-count]}}
  nvvm.setmaxregister increase 144
  nvvm.setmaxregister decrease 136
  llvm.return
}
