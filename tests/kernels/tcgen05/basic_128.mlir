// chip: sm_100a ptx: 8.8
// One CTA of four warps: the first warp allocates, one of its lanes issues, all four warps read their quarter.

llvm.mlir.global internal @tmem_slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @mma_done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @basic_128(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %columns = llvm.mlir.constant(128 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %hint = llvm.mlir.constant(10000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x8200010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @tmem_slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @mma_done : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %is_warp0 = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %is_warp0, ^setup, ^started
^setup:
  nvvm.tcgen05.alloc %slot, %columns : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit
  %is_thread0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %is_thread0, ^init, ^started
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^started
^started:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %tmem = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.cond_br %is_warp0, ^elect, ^epilogue
^elect:
  %leader = nvvm.elect.sync -> i1
  llvm.cond_br %leader, ^issue, ^epilogue
^issue:
  nvvm.tcgen05.mma %tmem, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done : !llvm.ptr<3>
  llvm.br ^epilogue
^epilogue:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %lane_base = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lane_base : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %p = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %v, %p : vector<4xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  llvm.cond_br %is_warp0, ^free, ^exit
^free:
  nvvm.tcgen05.dealloc %tmem, %columns : !llvm.ptr<6>, i32
  llvm.br ^exit
^exit:
  llvm.return
}
