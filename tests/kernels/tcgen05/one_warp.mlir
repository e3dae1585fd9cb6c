// chip: sm_100a ptx: 8.8
// A block of one warp reads the quarter that it reaches. Nothing guards the allocation: the whole block is a warp.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @one_warp(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %columns = llvm.mlir.constant(32 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8080010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %lane = nvvm.read.ptx.sreg.laneid : i32
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  %lane0 = llvm.icmp "eq" %lane, %c0 : i32
  llvm.cond_br %lane0, ^init, ^ready
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  %mask = llvm.mlir.constant(-1 : i32) : i32
  nvvm.bar.warp.sync %mask : i32
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.cond_br %lane0, ^issue, ^wait
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %v = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%lane] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %v, %to : vector<4xi32>, !llvm.ptr<1>
  nvvm.tcgen05.dealloc %d, %columns : !llvm.ptr<6>, i32
  llvm.return
}
