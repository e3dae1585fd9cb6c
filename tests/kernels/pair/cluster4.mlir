// chip: sm_100a ptx: 8.8
// Two pairs in a cluster of 2 x 2. The last bit of the rank tells the CTAs of a pair apart.

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 16 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @pair_cluster4(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 32, 4, 1>, nvvm.cluster_dim = array<i32: 2, 2, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c2 = llvm.mlir.constant(2 : i32) : i32
  %c3 = llvm.mlir.constant(3 : i32) : i32
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %columns = llvm.mlir.constant(512 : i32) : i32
  %hint = llvm.mlir.constant(1000000 : i32) : i32
  %idesc = llvm.mlir.constant(0x10200010 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>
  %x = nvvm.read.ptx.sreg.tid.x : i32
  %warp = nvvm.read.ptx.sreg.tid.y : i32
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %parity = llvm.urem %rank, %c2 : i32
  %leads = llvm.icmp "ne" %parity, %c1 : i32
  %first_of_pair = llvm.sub %rank, %parity : i32
  %mask = llvm.shl %c3, %first_of_pair : i32
  %pair_mask = llvm.trunc %mask : i32 to i16
  %owner = llvm.icmp "eq" %warp, %c3 : i32
  llvm.cond_br %owner, ^alloc, ^ready
^alloc:
  nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  %x0 = llvm.icmp "eq" %x, %c0 : i32
  llvm.cond_br %x0, ^init, ^ready
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready
^ready:
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %base : i32 to !llvm.ptr<6>
  llvm.cond_br %leads, ^leader, ^wait
^leader:
  llvm.cond_br %owner, ^elect, ^wait
^elect:
  %one = nvvm.elect.sync -> i1
  llvm.cond_br %one, ^issue, ^wait
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %idesc, %no {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done, multicast_mask = %pair_mask {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
  llvm.br ^wait
^wait:
  nvvm.mbarrier.try_wait.parity %done, %c0, %hint : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %mine = llvm.inttoptr %row : i32 to !llvm.ptr<6>
  %v = nvvm.tcgen05.ld %mine {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %before = llvm.mul %warp, %c32 : i32
  %index = llvm.add %before, %x : i32
  %to = llvm.getelementptr %out[%index] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %v, %to : vector<2xi32>, !llvm.ptr<1>
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.barrier0
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.cond_br %owner, ^free, ^end
^free:
  nvvm.tcgen05.dealloc %d, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
