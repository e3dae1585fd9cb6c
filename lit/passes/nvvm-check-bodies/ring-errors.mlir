// A producer and a consumer of a ring of three stages: the second stage never becomes free, and each waits for the
// other.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<6 x i64>
// expected-note@+1 {{the kernel is here}}
llvm.func @a_stage_never_becomes_free(%turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %count = llvm.mlir.constant(2 : i32) : i32
  %bars = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %is_first, ^init, ^begin
^init:
  %bar1 = llvm.getelementptr %bars[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %bar2 = llvm.getelementptr %bars[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %bar3 = llvm.getelementptr %bars[24] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %bar4 = llvm.getelementptr %bars[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %bar5 = llvm.getelementptr %bars[40] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %bars, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar1, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar2, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar3, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar4, %count : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %bar5, %c1 : !llvm.ptr<3>, i32
  llvm.br ^begin
^begin:
  nvvm.barrier0
  %lane = llvm.and %tid, %c31 : i32
  %arrives = llvm.icmp "eq" %lane, %c0 : i32
  %is_producer = llvm.icmp "ult" %tid, %c32 : i32
  llvm.cond_br %is_producer, ^produce(%c0 : i32), ^consume(%c0 : i32)
^produce(%i: i32):
  %stage = llvm.urem %i, %c3 : i32
  %round = llvm.udiv %i, %c3 : i32
  %odd = llvm.and %round, %c1 : i32
  %parity = llvm.xor %odd, %c1 : i32
  %full = llvm.getelementptr %bars[%stage] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %empty = llvm.getelementptr %full[24] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // expected-warning@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for 2 arrivals at an mbarrier, and 1 come, in a launch of 64 threads whose integer arguments are 9 [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %empty, %parity, %c0 : !llvm.ptr<3>, i32, i32
  llvm.cond_br %arrives, ^fill, ^filled
^fill:
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  llvm.br ^filled
^filled:
  %next = llvm.add %i, %c1 : i32
  %more = llvm.icmp "ult" %next, %turns : i32
  llvm.cond_br %more, ^produce(%next : i32), ^end
^consume(%j: i32):
  %stage2 = llvm.urem %j, %c3 : i32
  %round2 = llvm.udiv %j, %c3 : i32
  %odd2 = llvm.and %round2, %c1 : i32
  %full2 = llvm.getelementptr %bars[%stage2] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %empty2 = llvm.getelementptr %full2[24] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.try_wait.parity %full2, %odd2, %c0 : !llvm.ptr<3>, i32, i32
  llvm.cond_br %arrives, ^release, ^released
^release:
  %1 = nvvm.mbarrier.arrive %empty2 : !llvm.ptr<3> -> i64
  llvm.br ^released
^released:
  %next2 = llvm.add %j, %c1 : i32
  %more2 = llvm.icmp "ult" %next2, %turns : i32
  llvm.cond_br %more2, ^consume(%next2 : i32), ^end
^end:
  llvm.return
}
