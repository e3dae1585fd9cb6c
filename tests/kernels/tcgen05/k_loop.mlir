// chip: sm_100a ptx: 8.8
// Four warps multiply over k together: one thread loads and issues, all wait for each step. The number of steps is a
// parameter, the same for all threads.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<4096 x i8>

llvm.func @k_loop(%src: !llvm.ptr<1>, %a: i64, %b: i64, %steps: i32, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %bytes = llvm.mlir.constant(4096 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8100010 : i32) : i32
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tile3 = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %tile = llvm.addrspacecast %tile3 : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp0 = llvm.icmp "ult" %tid, %c32 : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %warp0, ^alloc, ^start
^alloc:
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.cond_br %thread0, ^init, ^start
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^start
^start:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.br ^step(%c0, %c0 : i32, i32)
^step(%k: i32, %phase: i32):
  %more = llvm.icmp "ult" %k, %steps : i32
  llvm.cond_br %more, ^body, ^epilogue
^body:
  llvm.cond_br %thread0, ^load, ^join
^load:
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %tile, %src, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  nvvm.mbarrier.try_wait.parity %full, %phase, %hint : !llvm.ptr<3>, i32, i32
  %accumulate = llvm.icmp "ne" %k, %c0 : i32
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %accumulate {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^join
^join:
  nvvm.mbarrier.try_wait.parity %done, %phase, %hint : !llvm.ptr<3>, i32, i32
  %next = llvm.add %k, %c1 : i32
  %other = llvm.xor %phase, %c1 : i32
  llvm.br ^step(%next, %other : i32, i32)
^epilogue:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  llvm.cond_br %warp0, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
