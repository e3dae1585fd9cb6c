// chip: sm_90 ptx: 8.0
// The guard of the copy is a block argument: false from everywhere but from the first thread.

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<256 x i8>
llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @block_argument(%src: !llvm.ptr<1>, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %bytes = llvm.mlir.constant(256 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %true = llvm.mlir.constant(true) : i1
  %false = llvm.mlir.constant(false) : i1
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tile7 = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
  %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %any = llvm.icmp "ne" %tid, %c0 : i32
  llvm.cond_br %any, ^go(%false : i1), ^init
^init:
  nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^go(%true : i1)
^go(%copies: i1):
  nvvm.barrier0
  llvm.cond_br %copies, ^copy, ^wait
^copy:
  nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %tile7, %src, %bar, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %bar, %c0, %hint : !llvm.ptr<3>, i32, i32
  %cell = llvm.getelementptr %tile[%tid] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
  %v = llvm.load %cell : !llvm.ptr<3> -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  llvm.return
}
