// chip: sm_100a ptx: 8.8
// The even CTA issues for the pair. Written with `and` of conditions and one guard for both CTAs' first warps.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @pair_cluster2(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %columns = llvm.mlir.constant(128 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %idesc = llvm.mlir.constant(0x10200010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %warp0 = llvm.icmp "ult" %tid, %c32 : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  %either = llvm.or %rank, %tid : i32
  %lead = llvm.icmp "eq" %either, %c0 : i32
  llvm.cond_br %thread0, ^init, ^claim
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^claim
^claim:
  llvm.cond_br %warp0, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.cond_br %lead, ^issue, ^wait
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done, multicast_mask = %both {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<4xi32>
  llvm.store %v, %to : vector<4xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.cond_br %warp0, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
