// A product of two CTAs on Blackwell, reduced to the instructions that its launch contract depends on: tensor memory
// for a CTA pair, one thread that issues for both, a warp group that reads the result, a barrier before the release.
//
//   tileiras-opt --nvvm-check-bodies='chip=sm_100a ptx=8.8 warnings-as-errors' examples/blackwell_pair_mma.mlir
//   tileiras-cc --gpu-name=sm_100a examples/blackwell_pair_mma.mlir -o pair.cubin

llvm.mlir.global internal @slot() {addr_space = 3 : i32, alignment = 4 : i64} : i32
llvm.mlir.global internal @done() {addr_space = 3 : i32, alignment = 8 : i64} : i64

llvm.func @pair_mma(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c5 = llvm.mlir.constant(5 : i32) : i32
  %columns = llvm.mlir.constant(64 : i32) : i32
  %ticks = llvm.mlir.constant(1000000 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  // 256 x 64, f16 into f32.
  %shape = llvm.mlir.constant(0x10100010 : i32) : i32
  %false = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @slot : !llvm.ptr<3>
  %done = llvm.mlir.addressof @done : !llvm.ptr<3>

  // The first warp of each CTA allocates; its first thread makes the mbarrier.
  %thread = nvvm.read.ptx.sreg.tid.x : i32
  %warp = llvm.lshr %thread, %c5 : i32
  %first_warp = llvm.icmp "eq" %warp, %c0 : i32
  llvm.cond_br %first_warp, ^allocate, ^ready
^allocate:
  nvvm.tcgen05.alloc %slot, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
  nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
  %first = llvm.icmp "eq" %thread, %c0 : i32
  llvm.cond_br %first, ^init, ^ready
^init:
  nvvm.mbarrier.init %done, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^ready

  // Both CTAs have tensor memory and an mbarrier.
^ready:
  nvvm.barrier0
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  %address = llvm.load %slot : !llvm.ptr<3> -> i32
  %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
  %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
  %leads = llvm.icmp "eq" %rank, %c0 : i32
  %issues = llvm.and %leads, %first_warp : i1
  llvm.cond_br %issues, ^elect, ^wait

  // One thread of the pair issues for both, and signals both.
^elect:
  %elected = nvvm.elect.sync -> i1
  llvm.cond_br %elected, ^issue, ^wait
^issue:
  nvvm.tcgen05.mma %d, %a, %b, %shape, %false {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>}
    : (!llvm.ptr<6>, i64, i64, i32, i1)
  nvvm.tcgen05.commit %done, multicast_mask = %both {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i16
  llvm.br ^wait

  // The four warps read their quarters.
^wait:
  nvvm.mbarrier.try_wait.parity %done, %c0, %ticks : !llvm.ptr<3>, i32, i32
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<after>
  %values = nvvm.tcgen05.ld %d {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<2xi32>
  nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
  %place = llvm.getelementptr %out[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<2xi32>
  llvm.store %values, %place : vector<2xi32>, !llvm.ptr<1>

  // After the last reads of both CTAs, the first warps release what they allocated.
  nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
  nvvm.cluster.arrive {aligned}
  nvvm.cluster.wait {aligned}
  llvm.cond_br %first_warp, ^release, ^end
^release:
  nvvm.tcgen05.dealloc %d, %columns {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<6>, i32
  llvm.br ^end
^end:
  llvm.return
}
