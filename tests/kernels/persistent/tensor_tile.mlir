// chip: sm_100a ptx: 8.8
// A persistent product: tensor memory is allocated once, each CTA that is taken over uses it, and it is released at the
// end. The phases of both mbarriers are block arguments.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @arrived() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @response() {addr_space = 3 : i32, alignment = 16 : i64} : i128

llvm.func @tensor_tile(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8100010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %arrived = llvm.mlir.addressof @arrived : !llvm.ptr<3>
  %response = llvm.mlir.addressof @response : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %warp0 = llvm.icmp "eq" %warp, %c0 : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  %start = nvvm.read.ptx.sreg.ctaid.x : i32
  llvm.cond_br %warp0, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.cond_br %thread0, ^init, ^ready
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %arrived, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  llvm.br ^next(%start, %c0 : i32, i32)
^next(%x: i32, %phase: i32):
  llvm.cond_br %thread0, ^issue, ^wait
^issue:
  nvvm.mbarrier.arrive.expect_tx %arrived, %c16 : !llvm.ptr<3>, i32
  nvvm.clusterlaunchcontrol.try.cancel %response, %arrived
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %done, %phase, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %tile = llvm.getelementptr %out[%x] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.array<256 x i32>
  %to = llvm.getelementptr %tile[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  nvvm.mbarrier.try_wait.parity %arrived, %phase, %hint : !llvm.ptr<3>, i32, i32
  %handle = llvm.load %response : !llvm.ptr<3> -> i128
  %canceled = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %handle : i1
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  llvm.cond_br %canceled, ^take, ^last
^take:
  %first = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %handle : i32
  %other = llvm.xor %phase, %c1 : i32
  llvm.br ^next(%first, %other : i32, i32)
^last:
  llvm.cond_br %warp0, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
