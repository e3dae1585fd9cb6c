// chip: sm_90 ptx: 8.0
// Two stages; warp 0 fills them, warps 1 to 4 empty them. The wait is a loop on the result of try_wait.

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.mlir.global internal @empty() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.mlir.global internal @stages() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<2 x array<128 x i32>>

llvm.func @ring(%src: !llvm.ptr<1>, %n: i32, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 160, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %bytes = llvm.mlir.constant(512 : i32) : i32
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %full1 = llvm.getelementptr %full[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %empty = llvm.mlir.addressof @empty : !llvm.ptr<3>
  %empty1 = llvm.getelementptr %empty[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %stages = llvm.mlir.addressof @stages : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  %fills = llvm.icmp "ult" %tid, %c32 : i32
  llvm.cond_br %thread0, ^init, ^go
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %full1, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %empty, %c128 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %empty1, %c128 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^go
^go:
  nvvm.barrier0
  llvm.cond_br %fills, ^producer, ^consumer(%c0, %c0 : i32, i32)
^producer:
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^fill(%c0, %c1 : i32, i32), ^end
^fill(%i: i32, %pphase: i32):
  %ps = llvm.and %i, %c1 : i32
  %pe = llvm.getelementptr %empty[%ps] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %pf = llvm.getelementptr %full[%ps] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  llvm.br ^fill_wait
^fill_wait:
  %free = nvvm.mbarrier.try_wait %pe, %pphase : !llvm.ptr<3>, i32 -> i1
  llvm.cond_br %free, ^fill_copy, ^fill_wait
^fill_copy:
  %state = nvvm.mbarrier.arrive.expect_tx %pf, %bytes : !llvm.ptr<3>, i32 -> i64
  %ptile = llvm.getelementptr %stages[0, %ps] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<2 x array<128 x i32>>
  %ptile7 = llvm.addrspacecast %ptile : !llvm.ptr<3> to !llvm.ptr<7>
  nvvm.cp.async.bulk.shared.cluster.global %ptile7, %src, %pf, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  %i1 = llvm.add %i, %c1 : i32
  %pphase1 = llvm.xor %pphase, %ps : i32
  %pmore = llvm.icmp "ult" %i1, %n : i32
  llvm.cond_br %pmore, ^fill(%i1, %pphase1 : i32, i32), ^end
^consumer(%j: i32, %phase: i32):
  %cs = llvm.and %j, %c1 : i32
  %ce = llvm.getelementptr %empty[%cs] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  %cf = llvm.getelementptr %full[%cs] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  llvm.br ^take_wait
^take_wait:
  %there = nvvm.mbarrier.try_wait %cf, %phase : !llvm.ptr<3>, i32 -> i1
  llvm.cond_br %there, ^take, ^take_wait
^take:
  %mine = llvm.sub %tid, %c32 : i32
  %cell = llvm.getelementptr %stages[0, %cs, %mine] : (!llvm.ptr<3>, i32, i32) -> !llvm.ptr<3>, !llvm.array<2 x array<128 x i32>>
  %v = llvm.load %cell : !llvm.ptr<3> -> i32
  %arrived = nvvm.mbarrier.arrive %ce : !llvm.ptr<3> -> i64
  %to = llvm.getelementptr %out[%mine] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  %j1 = llvm.add %j, %c1 : i32
  %phase1 = llvm.xor %phase, %cs : i32
  %more = llvm.icmp "ult" %j1, %n : i32
  llvm.cond_br %more, ^consumer(%j1, %phase1 : i32, i32), ^end
^end:
  llvm.return
}
