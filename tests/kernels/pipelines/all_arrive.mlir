// chip: sm_80 ptx: 7.0
// An mbarrier as a block barrier: every thread arrives, keeps the state, and tests it in a loop.

llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @data() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x i32>

llvm.func @all_arrive(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c63 = llvm.mlir.constant(63 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %data = llvm.mlir.addressof @data : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %first, ^init, ^go
^init:
  nvvm.mbarrier.init %bar, %c64 : !llvm.ptr<3>, i32
  llvm.br ^go
^go:
  nvvm.barrier0
  %mine = llvm.getelementptr %data[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  llvm.store %tid, %mine : i32, !llvm.ptr<3>
  %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
  llvm.br ^spin
^spin:
  %done = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
  llvm.cond_br %done, ^read, ^spin
^read:
  %opposite = llvm.sub %c63, %tid : i32
  %other = llvm.getelementptr %data[%opposite] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %other : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  llvm.return
}
