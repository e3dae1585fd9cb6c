// chip: sm_100a ptx: 8.8
// Six warps: one loads with TMA, one issues the product, four store. Warps 2 to 5 reach the quarters 2, 3, 0, 1.

llvm.mlir.global internal @tmem() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<8192 x i8>

llvm.func @warps_192(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64}, %a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %bytes = llvm.mlir.constant(8192 : i32) : i32
  %hint = llvm.mlir.constant(10000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8100010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %tmem = llvm.mlir.addressof @tmem : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %tid, %c5 : i32
  %is_load = llvm.icmp "eq" %warp, %c0 : i32
  %is_mma = llvm.icmp "eq" %warp, %c1 : i32
  %is_first = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %is_first, ^init, ^claim
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^claim
^claim:
  llvm.cond_br %is_mma, ^alloc, ^sync
^alloc:
  nvvm.tcgen05.alloc %tmem, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^sync
^sync:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %address = llvm.load %tmem : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  llvm.cond_br %is_load, ^load, ^not_load
^load:
  %l = nvvm.elect.sync -> i1
  llvm.cond_br %l, ^copy, ^last
^copy:
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %tile, %map, %full, box[%c0, %c0] {isCTAOnly = true, mode = #nvvm.tma_load_mode<tile>} : !llvm.ptr<3>, !llvm.ptr
  llvm.br ^last
^not_load:
  llvm.cond_br %is_mma, ^product, ^store
^product:
  nvvm.mbarrier.try_wait.parity %full, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %m = nvvm.elect.sync -> i1
  llvm.cond_br %m, ^issue, ^last
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^last
^store:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %quarter = llvm.and %warp, %c3 : i32
  %lanes = llvm.shl %quarter, %c21 : i32
  %row = llvm.add %address, %lanes : i32
  %from = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  llvm.br ^last
^last:
  nvvm.barrier0
  llvm.cond_br %is_mma, ^free, ^exit
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^exit
^exit:
  llvm.return
}
