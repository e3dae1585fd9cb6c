// chip: sm_100a ptx: 8.8
// A pair with specialised warps: both CTAs load their half and store their half; the even one issues.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @full() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64
llvm.mlir.global internal @half() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<8192 x i8>

llvm.func @pair_warps_192(%src: !llvm.ptr<1>, %a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 192, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %all_lanes = llvm.mlir.constant(-1 : i32) : i32
  %columns = llvm.mlir.constant(128 : i32) : i32
  %bytes = llvm.mlir.constant(8192 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %idesc = llvm.mlir.constant(0x10200010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %full = llvm.mlir.addressof @full : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %half3 = llvm.mlir.addressof @half : !llvm.ptr<3>
  %half = llvm.addrspacecast %half3 : !llvm.ptr<3> to !llvm.ptr<7>
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %quotient = llvm.lshr %tid, %c5 : i32
  %warp = nvvm.shfl.sync idx %all_lanes, %quotient, %c0, %c31 : i32 -> i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %thread0 = llvm.icmp "eq" %tid, %c0 : i32
  llvm.cond_br %thread0, ^init, ^claim
^init:
  nvvm.mbarrier.init %full, %c1 : !llvm.ptr<3>, i32
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^claim
^claim:
  %is_mma = llvm.icmp "eq" %warp, %c1 : i32
  llvm.cond_br %is_mma, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  // Both CTAs load before the cluster barrier, so that the even one can multiply after it.
  llvm.cond_br %thread0, ^load, ^loaded
^load:
  nvvm.mbarrier.arrive.expect_tx %full, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.shared.cluster.global %half, %src, %full, %bytes : !llvm.ptr<7>, !llvm.ptr<1>
  llvm.br ^loaded
^loaded:
  nvvm.mbarrier.try_wait.parity %full, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.switch %warp : i32, ^store [
    0: ^join,
    1: ^product
  ]
^product:
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  llvm.cond_br %leads, ^elect, ^join
^elect:
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^issue, ^join
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done, multicast_mask = %both {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
  llvm.br ^join
^store:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %quarter = llvm.and %warp, %c3 : i32
  %lanes = llvm.shl %quarter, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  llvm.br ^join
^join:
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.cond_br %is_mma, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
