// chip: sm_100a ptx: 8.8
// Seven warps: load, product, allocation, four that store. The warp id is broadcast, and a switch dispatches.

llvm.mlir.global internal @tmem() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @bars() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x i64>
llvm.mlir.global internal @buffer() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x i8>

llvm.func @warps_224(%src: !llvm.ptr<1>, %a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 224, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %full_mask = llvm.mlir.constant(-1 : i32) : i32
  %columns = llvm.mlir.constant(256 : i32) : i32
  %bytes = llvm.mlir.constant(4096 : i32) : i32
  %hint = llvm.mlir.constant(10000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8400010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %tmem = llvm.mlir.addressof @tmem : !llvm.ptr<3>
  %loaded = llvm.mlir.addressof @bars : !llvm.ptr<3>
  %computed = llvm.getelementptr %loaded[1] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i64
  %buffer = llvm.mlir.addressof @buffer : !llvm.ptr<3>
  %cluster_buffer = llvm.addrspacecast %buffer : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %quotient = llvm.lshr %tid, %c5 : i32
  %warp = nvvm.shfl.sync idx %full_mask, %quotient, %c0, %c31 : i32 -> i32
  %is_init = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %is_init, ^init, ^setup
^init:
  nvvm.mbarrier.init %loaded, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %computed, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^setup
^setup:
  %is_owner = llvm.icmp "eq" %warp, %c2 : i32
  llvm.cond_br %is_owner, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %tmem, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %tmem : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.switch %warp : i32, ^store [
    0: ^load,
    1: ^product,
    2: ^join
  ]
^load:
  %pick = nvvm.elect.sync -> i1
  llvm.cond_br %pick, ^copy, ^join
^copy:
  nvvm.mbarrier.arrive.expect_tx %loaded, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %cluster_buffer, %src, %loaded, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  llvm.br ^join
^product:
  nvvm.mbarrier.try_wait.parity %loaded, %c0, %hint : !llvm.ptr<3>, i32, i32
  %lead = nvvm.elect.sync -> i1
  llvm.cond_br %lead, ^issue, ^join
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %computed : !llvm.ptr<3>
  llvm.br ^join
^store:
  nvvm.mbarrier.try_wait.parity %computed, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %quarter = llvm.and %warp, %c3 : i32
  %lanes = llvm.shl %quarter, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %from = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %v, %to : vector<4xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  llvm.br ^join
^join:
  nvvm.barrier0
  llvm.cond_br %is_owner, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
