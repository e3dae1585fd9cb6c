; chip: sm_100a ptx: 8.8
; A CTA pair in a cluster of four, from inline assembly: the leader of a pair has an even rank.

@smem = internal addrspace(3) global [32 x i8] undef, align 16

define ptx_kernel void @pairs_inline_asm(i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %warp = lshr i32 %tid, 5
  %warp3 = icmp eq i32 %warp, 3
  %last = icmp eq i32 %tid, 127
  %bit = and i32 %rank, 1
  %even = icmp eq i32 %bit, 0
  %lead = and i1 %even, %last
  %pair = and i32 %rank, 2
  %mask32 = shl i32 3, %pair
  %mask = trunc i32 %mask32 to i16
  %bar = getelementptr i8, ptr addrspace(3) @smem, i32 16
  call void asm sideeffect "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r"(i1 %last, ptr addrspace(3) %bar)
  call void asm sideeffect "fence.mbarrier_init.release.cluster;", "~{memory}"()
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [$1], 128;", "b,r"(i1 %warp3, ptr addrspace(3) @smem)
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;", "b"(i1 %warp3)
  call void asm sideeffect "tcgen05.fence::before_thread_sync;", ""()
  call void asm sideeffect "barrier.cluster.arrive.aligned;", "~{memory}"()
  call void asm sideeffect "barrier.cluster.wait.aligned;", "~{memory}"()
  call void asm sideeffect "tcgen05.fence::after_thread_sync;", ""()
  %base = load i32, ptr addrspace(3) @smem, align 16
  call void asm sideeffect "@$5 tcgen05.mma.cta_group::2.kind::f16 [$0], $1, $2, $3, $4;", "r,l,l,r,b,b"(i32 %base, i64 %a, i64 %b, i32 270532624, i1 false, i1 %lead)
  call void asm sideeffect "@$0 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [$1], $2;", "b,r,h"(i1 %lead, ptr addrspace(3) %bar, i16 %mask)
  call void asm sideeffect "{\0A\09.reg .pred done;\0A\09wait:\0A\09mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A\09@!done bra wait;\0A}", "r,r"(ptr addrspace(3) %bar, i32 0)
  call void asm sideeffect "tcgen05.fence::after_thread_sync;", ""()
  %lanes = shl i32 %warp, 21
  %row = or i32 %base, %lanes
  %v = call i32 asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];", "=r,r"(i32 %row)
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", ""()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %p, align 4
  call void asm sideeffect "tcgen05.fence::before_thread_sync;", ""()
  call void asm sideeffect "barrier.cluster.arrive.aligned;", "~{memory}"()
  call void asm sideeffect "barrier.cluster.wait.aligned;", "~{memory}"()
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::2.sync.aligned.b32 $1, 128;", "b,r"(i1 %warp3, i32 %base)
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "nvvm.cluster_dim"="4,1,1" }
