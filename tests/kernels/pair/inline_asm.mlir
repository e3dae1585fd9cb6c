// chip: sm_100a ptx: 8.8
// A CTA pair from inline assembly with predicate operands.

llvm.mlir.global internal @smem() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<32 x i8>

llvm.func @pair_inline_asm(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>
} {
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %idesc = llvm.mlir.constant(0x10200010 : i32) : i32
  %both = llvm.mlir.constant(3 : i16) : i16
  %no = llvm.mlir.constant(false) : i1
  %slot = llvm.mlir.addressof @smem : !llvm.ptr<3>
  %done = llvm.getelementptr %slot[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %rank = llvm.inline_asm "mov.u32 $0, %cluster_ctarank;", "=r" : () -> i32
  %warp0 = llvm.icmp "ult" %tid, %c32 : i32
  %even = llvm.icmp "ult" %rank, %c1 : i32
  %picked = nvvm.elect.sync -> i1
  %init = llvm.and %warp0, %picked : i1
  %lead = llvm.and %init, %even : i1
  llvm.inline_asm has_side_effects "@$0 mbarrier.init.shared::cta.b64 [$1], 1;\0A@$0 fence.mbarrier_init.release.cluster;", "b,r" %init, %done : (i1, !llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "@$0 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$1], 64;\0A@$0 tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;", "b,r" %warp0, %slot : (i1, !llvm.ptr<3>) -> ()
  llvm.inline_asm has_side_effects "tcgen05.fence::before_thread_sync;\0Abarrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;\0Atcgen05.fence::after_thread_sync;", "~{memory}" : () -> ()
  %base = llvm.load %slot : !llvm.ptr<3> -> i32
  llvm.inline_asm has_side_effects "@$5 tcgen05.mma.cta_group::2.kind::f16 [$0], $1, $2, $3, $4;", "r,l,l,r,b,b" %base, %a, %b, %idesc, %no, %lead : (i32, i64, i64, i32, i1, i1) -> ()
  llvm.inline_asm has_side_effects "@$0 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$1], $2;", "b,r,h" %lead, %done, %both : (i1, !llvm.ptr<3>, i16) -> ()
  llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Aagain:\0Ambarrier.try_wait.parity.shared::cta.b64 p, [$0], 0;\0A@!p bra again;\0Atcgen05.fence::after_thread_sync;\0A}", "r" %done : (!llvm.ptr<3>) -> ()
  %c21 = llvm.mlir.constant(21 : i32) : i32
  %warp = llvm.udiv %tid, %c32 : i32
  %lanes = llvm.shl %warp, %c21 : i32
  %row = llvm.add %base, %lanes : i32
  %v = llvm.inline_asm has_side_effects "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];\0Atcgen05.wait::ld.sync.aligned;", "=r,r" %row : (i32) -> i32
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  llvm.store %v, %to : i32, !llvm.ptr<1>
  llvm.inline_asm has_side_effects "tcgen05.fence::before_thread_sync;\0Abarrier.cluster.arrive.aligned;\0Abarrier.cluster.wait.aligned;", "~{memory}" : () -> ()
  llvm.inline_asm has_side_effects "@$0 tcgen05.dealloc.cta_group::2.sync.aligned.b32 $1, 64;", "b,r" %warp0, %base : (i1, i32) -> ()
  llvm.return
}
