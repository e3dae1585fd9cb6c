// chip: sm_100a ptx: 8.8
// Eight warps. The role is a value that reaches the dispatch as a block argument; warps 4 to 7 store.

llvm.mlir.global internal @tmem() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @warps_256(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 256, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c16 = llvm.mlir.constant(16 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %c128 = llvm.mlir.constant(128 : i32) : i32
  %columns = llvm.mlir.constant(512 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8400010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %tmem = llvm.mlir.addressof @tmem : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  // 0: product, 1: set-up, 2: store, 4: nothing.
  %stores = llvm.icmp "uge" %tid, %c128 : i32
  llvm.cond_br %stores, ^role(%c2 : i32), ^low
^low:
  %is_zero = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %is_zero, ^role(%c0 : i32), ^rest
^rest:
  %is_one = llvm.icmp "eq" %warp, %c1 : i32
  %other = llvm.select %is_one, %c1, %c4 : i1, i32
  llvm.br ^role(%other : i32)
^role(%role: i32):
  %sets_up = llvm.icmp "eq" %role, %c1 : i32
  llvm.cond_br %sets_up, ^alloc, ^all
^alloc:
  nvvm.tcgen05.alloc %tmem, %columns : !llvm.ptr<3>, i32
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^init, ^all
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^all
^all:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier id = %c0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %tmem : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.switch %role : i32, ^join [
    0: ^product,
    2: ^store
  ]
^product:
  %lead = nvvm.elect.sync -> i1
  llvm.cond_br %lead, ^issue, ^join
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^join
^store:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %quarter = llvm.sub %warp, %c4 : i32
  %lane = llvm.mul %quarter, %c32 : i32
  %high = llvm.shl %lane, %c16 : i32
  %row = llvm.add %base, %high : i32
  %from = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %from {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<8xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %slot = llvm.sub %tid, %c128 : i32
  %to = llvm.getelementptr %out[%slot] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<8xi32>
  llvm.store %v, %to : vector<8xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  llvm.br ^join
^join:
  nvvm.barrier id = %c0
  llvm.cond_br %sets_up, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.br ^end
^end:
  llvm.return
}
