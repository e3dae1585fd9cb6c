// What the second turn of a loop does with the second mbarrier of a ring.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// expected-note@+1 {{the kernel is here}}
llvm.func @the_second_counts_more(%turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %first = llvm.mlir.addressof @full : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %second, %c2 : !llvm.ptr<3>, i32
  llvm.br ^loop(%c0, %first, %second : i32, !llvm.ptr<3>, !llvm.ptr<3>)
^loop(%turn: i32, %full: !llvm.ptr<3>, %next: !llvm.ptr<3>):
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  // expected-warning@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for 2 arrivals at an mbarrier, and 1 come, in a launch of 1 thread whose integer arguments are 4 [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %last = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "slt" %last, %turns : i32
  llvm.cond_br %more, ^loop(%last, %next, %full : i32, !llvm.ptr<3>, !llvm.ptr<3>), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// expected-note@+1 {{the kernel is here}}
llvm.func @nothing_arrives_at_the_second(%turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %first = llvm.mlir.addressof @full : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %second, %c1 : !llvm.ptr<3>, i32
  llvm.br ^loop(%c0, %first, %second : i32, !llvm.ptr<3>, !llvm.ptr<3>)
^loop(%turn: i32, %full: !llvm.ptr<3>, %next: !llvm.ptr<3>):
  %0 = nvvm.mbarrier.arrive %first : !llvm.ptr<3> -> i64
  // expected-warning@+1 {{'nvvm.mbarrier.try_wait.parity' op waits for 1 arrival at an mbarrier, and 0 come, in a launch of 1 thread whose integer arguments are 4 [mbarrier-never-completes]}}
  nvvm.mbarrier.try_wait.parity %full, %c0, %c0 : !llvm.ptr<3>, i32, i32
  %last = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "slt" %last, %turns : i32
  llvm.cond_br %more, ^loop(%last, %next, %full : i32, !llvm.ptr<3>, !llvm.ptr<3>), ^end
^end:
  llvm.return
}

// -----

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
// expected-note@+1 {{the kernel is here}}
llvm.func @the_second_is_not_initialised(%turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %first = llvm.mlir.addressof @full : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
  llvm.br ^loop(%c0, %first, %second : i32, !llvm.ptr<3>, !llvm.ptr<3>)
^loop(%turn: i32, %full: !llvm.ptr<3>, %next: !llvm.ptr<3>):
  // expected-warning@+1 {{'nvvm.mbarrier.arrive' op uses an mbarrier that is not initialised, in a launch of 1 thread whose integer arguments are 4 [mbarrier-init]}}
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  %last = llvm.add %turn, %c1 : i32
  %more = llvm.icmp "slt" %last, %turns : i32
  llvm.cond_br %more, ^loop(%last, %next, %full : i32, !llvm.ptr<3>, !llvm.ptr<3>), ^end
^end:
  llvm.return
}
