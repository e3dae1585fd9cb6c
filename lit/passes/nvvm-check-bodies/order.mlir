// Legal orders: mbarriers that are initialised, expected and awaited; wgmma from the fence to the wait.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 warnings-as-errors' %s -o /dev/null 2>&1 | count 0

!small = !llvm.struct<(f32, f32, f32, f32)>
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @ring() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<4 x i64>
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<1024 x i8>

// One thread initialises, a barrier follows, one thread copies, and all threads wait.
llvm.func @copy(%from: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(1024 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %remote = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
    nvvm.fence.mbarrier.init
  }
  nvvm.barrier0
  scf.if %first {
    nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
    nvvm.cp.async.bulk.shared.cluster.global %remote, %from, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  }
  nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}

// A thread uses what it has initialised itself; each thread initialises an mbarrier of its own.
llvm.func @own() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 4, 1, 1>} {
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %ring = llvm.mlir.addressof @ring : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %own = llvm.getelementptr %ring[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  nvvm.mbarrier.init %own, %c1 : !llvm.ptr<3>, i32
  %0 = nvvm.mbarrier.arrive %own : !llvm.ptr<3> -> i64
  llvm.return
}

// As many arrivals as are counted: all threads, or one of each warp.
llvm.func @arrivals() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %ring = llvm.mlir.addressof @ring : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  scf.if %first {
    nvvm.mbarrier.init %full, %c64 : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %ring, %c2 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  nvvm.mbarrier.try_wait.parity %full, %c0, %ticks : !llvm.ptr<3>, i32, i32
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    %1 = nvvm.mbarrier.arrive %ring : !llvm.ptr<3> -> i64
  }
  nvvm.mbarrier.try_wait.parity %ring, %c0, %ticks : !llvm.ptr<3>, i32, i32
  llvm.return
}

// The mbarrier is an argument: what others do with it is not known.
llvm.func @unknown(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  nvvm.mbarrier.try_wait.parity %mbar, %c0, %c0 : !llvm.ptr<3>, i32, i32
  llvm.return
}

// Two products in flight, one of them awaited later; the accumulator is read after the last wait.
llvm.func @two_deep(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  %1 = nvvm.wgmma.mma_async %a, %b, %0, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 1
  nvvm.wgmma.wait.group.sync.aligned 0
  %2 = llvm.extractvalue %1[0] : !small
  llvm.store %2, %out : f32, !llvm.ptr<1>
  llvm.return
}

// Two accumulators: one is read while the other one is computed.
llvm.func @two_accumulators(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  nvvm.wgmma.fence.aligned
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  nvvm.wgmma.fence.aligned
  %1 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  %2 = llvm.extractvalue %0[0] : !small
  llvm.store %2, %out : f32, !llvm.ptr<1>
  nvvm.wgmma.wait.group.sync.aligned 0
  %3 = llvm.extractvalue %1[0] : !small
  llvm.store %3, %out : f32, !llvm.ptr<1>
  llvm.return
}

// A pipeline: the product of the iteration before is read while the next one is computed.
llvm.func @pipelined(%a: i64, %b: i64, %n: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
  %d = llvm.mlir.zero : !small
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  nvvm.wgmma.fence.aligned
  %first = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.br ^loop(%first, %c0 : !small, i32)
^loop(%last: !small, %i: i32):
  nvvm.wgmma.fence.aligned
  %next = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  %x = llvm.extractvalue %last[0] : !small
  llvm.store %x, %out : f32, !llvm.ptr<1>
  nvvm.wgmma.wait.group.sync.aligned 0
  %more = llvm.add %i, %c1 : i32
  %again = llvm.icmp "slt" %more, %n : i32
  llvm.cond_br %again, ^loop(%next, %more : !small, i32), ^done
^done:
  llvm.return
}

// A product in a function that no kernel here calls: its caller has the fence.
llvm.func @library(%a: i64, %b: i64, %d: !small) -> !small {
  %0 = nvvm.wgmma.mma_async %a, %b, %d, <m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !small -> !small
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.return %0 : !small
}

// Copies that are not in bulk: a group and a wait for it, and a wait for all of them.
llvm.func @groups(%from: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  nvvm.cp.async.shared.global %tile, %from, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  llvm.return
}
llvm.func @all_copies(%from: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  llvm.inline_asm has_side_effects "cp.async.cg.shared.global [$0], [$1], 16;", "r,l" %tile, %from : (!llvm.ptr<3>, !llvm.ptr<1>) -> ()
  llvm.call_intrinsic "llvm.nvvm.cp.async.wait.all"() : () -> ()
  llvm.return
}

// Numbers of registers that ptxas takes. What is released is enough for what is taken again.
llvm.func @registers() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.maxnreg = 168 : i32} {
  llvm.inline_asm has_side_effects "setmaxnreg.dec.sync.aligned.u32 40;", "" : () -> ()
  llvm.inline_asm has_side_effects "setmaxnreg.inc.sync.aligned.u32 168;", "" : () -> ()
  llvm.return
}

// The wait is a loop in inline assembly, and all arrivals that it waits for come before.
llvm.func @loop_in_text() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %one = nvvm.elect.sync -> i1
  scf.if %one {
    nvvm.mbarrier.init %full, %c32 : !llvm.ptr<3>, i32
  }
  nvvm.barrier0
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  llvm.inline_asm has_side_effects "{ .reg .pred done; again: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1; @!done bra again; }", "r,r,~{memory}" %full, %c0 : (!llvm.ptr<3>, i32) -> ()
  llvm.return
}
