; chip: sm_100a ptx: 8.8
; The same algorithm from calls of LLVM's intrinsics; the wait is a loop, and the guard is `tid < 32`.

@tmem_slot = internal addrspace(3) global i32 undef, align 16
@mma_done = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @basic_128(i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp0 = icmp ult i32 %tid, 32
  br i1 %warp0, label %setup, label %started

setup:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @tmem_slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  %thread0 = icmp eq i32 %tid, 0
  br i1 %thread0, label %init, label %started

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mma_done, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %started

started:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %base = load i32, ptr addrspace(3) @tmem_slot, align 4
  %tmem = inttoptr i32 %base to ptr addrspace(6)
  br i1 %warp0, label %choose, label %spin

choose:
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %leader = extractvalue { i32, i1 } %e, 1
  br i1 %leader, label %issue, label %spin

issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %tmem, i64 %a, i64 %b, i32 135266320, i1 false, i32 0, i32 1, i32 0)
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) @mma_done)
  br label %spin

spin:
  %ready = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @mma_done, i32 0)
  br i1 %ready, label %epilogue, label %spin

epilogue:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %warp = lshr i32 %tid, 5
  %lanes = shl i32 %warp, 21
  %row = add i32 %base, %lanes
  %mine = inttoptr i32 %row to ptr addrspace(6)
  %v = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %mine, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %tid
  store <2 x i32> %v, ptr addrspace(1) %p, align 8
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %warp0, label %free, label %exit

free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %tmem, i32 64)
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="128,1,1" }
