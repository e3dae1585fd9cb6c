// chip: sm_90a ptx: 8.4
// Three warp groups: the first gives registers away and loads, the others take registers and multiply.

!acc = !llvm.struct<(f32, f32, f32, f32)>

llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @empty() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<4096 x i8>

llvm.func @producer_consumer(%src: !llvm.ptr<1>, %a: i64, %b: i64, %steps: i32, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 384, 1, 1>, nvvm.maxnreg = 168 : i32
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c7 = llvm.mlir.constant(7 : i32) : i32
  %c256 = llvm.mlir.constant(256 : i32) : i32
  %bytes = llvm.mlir.constant(4096 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %zero = llvm.mlir.zero : !acc
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %empty = llvm.mlir.addressof @empty : !llvm.ptr<3>
  %tile3 = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tile = llvm.addrspacecast %tile3 : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %thread0, ^init, ^ready
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %empty, %c256 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  nvvm.barrier0
  %group = llvm.lshr %tid, %c7 : i32
  %produces = llvm.icmp "eq" %group, %c0 : i32
  llvm.cond_br %produces, ^producer, ^consumer
^producer:
  nvvm.setmaxregister decrease 40
  llvm.cond_br %thread0, ^load(%c0, %c1 : i32, i32), ^end
^load(%i: i32, %lphase: i32):
  nvvm.mbarrier.try_wait.parity %empty, %lphase, %hint : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %tile, %src, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  %i1 = llvm.add %i, %c1 : i32
  %lphase1 = llvm.xor %lphase, %c1 : i32
  %lmore = llvm.icmp "ult" %i1, %steps : i32
  llvm.cond_br %lmore, ^load(%i1, %lphase1 : i32, i32), ^end
^consumer:
  nvvm.setmaxregister increase 232
  llvm.br ^step(%c0, %c0, %zero : i32, i32, !acc)
^step(%k: i32, %phase: i32, %sum: !acc):
  nvvm.mbarrier.try_wait.parity %full, %phase, %hint : !llvm.ptr<3>, i32, i32
  nvvm.wgmma.fence.aligned
  %d = nvvm.wgmma.mma_async %a, %b, %sum, <m = 64, n = 8, k = 16>, D [<f32>, #nvvm.wgmma_scale_out<one>], A [<f16>, #nvvm.wgmma_scale_in<one>, <row>], B [<f16>, #nvvm.wgmma_scale_in<one>, <col>] : !acc -> !acc
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %state = nvvm.mbarrier.arrive %empty : !llvm.ptr<3> -> i64
  %k1 = llvm.add %k, %c1 : i32
  %phase1 = llvm.xor %phase, %c1 : i32
  %more = llvm.icmp "ult" %k1, %steps : i32
  llvm.cond_br %more, ^step(%k1, %phase1, %d : i32, i32, !acc), ^store
^store:
  %v = llvm.extractvalue %d[0] : !acc
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  llvm.br ^end
^end:
  llvm.return
}
