; chip: sm_100a ptx: 8.8
; A CTA pair from intrinsics; the rank comes from %cluster_ctaid.x of a one-dimensional cluster.

@slot = internal addrspace(3) global i32 undef, align 16
@done = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @pair_cluster2(i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()
  %warp = udiv i32 %tid, 32
  %warp0 = icmp eq i32 %warp, 0
  br i1 %warp0, label %alloc, label %ready

alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3) @slot, i32 64)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
  %thread0 = icmp eq i32 %tid, 0
  br i1 %thread0, label %init, label %ready

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @done, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %ready

ready:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %base = load i32, ptr addrspace(3) @slot, align 4
  %d = inttoptr i32 %base to ptr addrspace(6)
  %even = icmp eq i32 %rank, 0
  %may = and i1 %even, %warp0
  br i1 %may, label %choose, label %wait

choose:
  %e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %one = extractvalue { i32, i1 } %e, 1
  br i1 %one, label %issue, label %wait

issue:
  call void @llvm.nvvm.tcgen05.mma.shared(ptr addrspace(6) %d, i64 %a, i64 %b, i32 270532624, i1 false, i32 0, i32 2, i32 0)
  call void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3) @done, i16 3)
  br label %wait

wait:
  %ok = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cluster.space.cta(ptr addrspace(3) @done, i32 0)
  br i1 %ok, label %read, label %wait

read:
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %lanes = shl i32 %warp, 21
  %row = add i32 %base, %lanes
  %mine = inttoptr i32 %row to ptr addrspace(6)
  %v = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %mine, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %p = getelementptr <2 x i32>, ptr addrspace(1) %out, i32 %tid
  store <2 x i32> %v, ptr addrspace(1) %p, align 8
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  br i1 %warp0, label %free, label %exit

free:
  call void @llvm.nvvm.tcgen05.dealloc.cg2(ptr addrspace(6) %d, i32 64)
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "nvvm.cluster_dim"="2,1,1" }
