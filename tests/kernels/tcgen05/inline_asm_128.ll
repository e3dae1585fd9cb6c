; chip: sm_100a ptx: 8.8
; Inline assembly in LLVM IR. The elected lane is found once, and its predicate guards three instructions.

@smem = internal addrspace(3) global [64 x i8] undef, align 16

define ptx_kernel void @inline_asm_128(i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %uniform = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %warp, i32 0, i32 31)
  %warp0 = icmp eq i32 %uniform, 0
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 32;", "b,r"(i1 %warp0, ptr addrspace(3) @smem)
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b"(i1 %warp0)
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %lane = extractvalue { i32, i1 } %e, 1
  %leader = and i1 %warp0, %lane
  %bar = getelementptr i8, ptr addrspace(3) @smem, i32 16
  call void asm sideeffect "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r"(i1 %leader, ptr addrspace(3) %bar)
  call void asm sideeffect "tcgen05.fence::before_thread_sync;", ""()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "tcgen05.fence::after_thread_sync;", ""()
  %base = load i32, ptr addrspace(3) @smem, align 16
  call void asm sideeffect "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b"(i32 %base, i64 %a, i64 %b, i32 134742032, i1 false, i1 %leader)
  call void asm sideeffect "@$0 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [$1];", "b,r"(i1 %leader, ptr addrspace(3) %bar)
  call void asm sideeffect "{\0A\09.reg .pred P1;\0A\09LAB_WAIT:\0A\09mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1, 0x989680;\0A\09@P1 bra DONE;\0A\09bra LAB_WAIT;\0A\09DONE:\0A}", "r,r"(ptr addrspace(3) %bar, i32 0)
  call void asm sideeffect "tcgen05.fence::after_thread_sync;", ""()
  %shift = shl i32 %warp, 21
  %row = add i32 %base, %shift
  %v = call i32 asm sideeffect "tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1];", "=r,r"(i32 %row)
  call void asm sideeffect "tcgen05.wait::ld.sync.aligned;", ""()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %p, align 4
  call void asm sideeffect "tcgen05.fence::before_thread_sync;", ""()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 32;", "b,r"(i1 %warp0, i32 %base)
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
