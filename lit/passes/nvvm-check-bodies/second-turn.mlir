// Each turn of the loop arrives at the other mbarrier of a ring of two, and waits for it.

// RUN: tileiras-opt --nvvm-check-bodies='chip=sm_90a ptx=8.4 warnings-as-errors' %s -o /dev/null 2>&1 | count 0

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.func @ring(%turns: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %first = llvm.mlir.addressof @full : !llvm.ptr<3>
  %second = llvm.getelementptr %first[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  nvvm.mbarrier.init %first, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %second, %c1 : !llvm.ptr<3>, i32
  llvm.br ^loop(%c0, %c0, %first, %second : i32, i32, !llvm.ptr<3>, !llvm.ptr<3>)
^loop(%turn: i32, %parity: i32, %full: !llvm.ptr<3>, %next: !llvm.ptr<3>):
  %0 = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
  nvvm.mbarrier.try_wait.parity %full, %parity, %c0 : !llvm.ptr<3>, i32, i32
  %last = llvm.add %turn, %c1 : i32
  %half = llvm.lshr %last, %c1 : i32
  %other = llvm.and %half, %c1 : i32
  %more = llvm.icmp "slt" %last, %turns : i32
  llvm.cond_br %more, ^loop(%last, %other, %next, %full : i32, i32, !llvm.ptr<3>, !llvm.ptr<3>), ^end
^end:
  llvm.return
}
