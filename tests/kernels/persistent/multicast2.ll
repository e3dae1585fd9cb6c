; chip: sm_100a ptx: 8.8
; A cluster of two, from intrinsics. The request and the work are in one block of the first thread of rank 0.

@reply = internal addrspace(3) global i128 undef, align 16
@mbar = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @multicast2(ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %x0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %t0 = icmp eq i32 %tid, 0
  %r0 = icmp eq i32 %rank, 0
  br i1 %t0, label %init, label %sync

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mbar, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %sync

sync:
  call void @llvm.nvvm.barrier.cluster.arrive()
  call void @llvm.nvvm.barrier.cluster.wait()
  br label %cluster

cluster:
  %x = phi i32 [ %x0, %sync ], [ %x1, %take ]
  %phase = phi i32 [ 0, %sync ], [ %other, %take ]
  br i1 %t0, label %expect, label %work

expect:
  %s = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.relaxed.scope.cluster.space.cta(ptr addrspace(3) @mbar, i32 16)
  br i1 %r0, label %request, label %work

request:
  call void @llvm.nvvm.clusterlaunchcontrol.try_cancel.async.multicast.shared(ptr addrspace(3) @reply, ptr addrspace(3) @mbar)
  br label %work

work:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %tid, ptr addrspace(1) %p, align 4
  br label %poll

poll:
  %ready = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cluster.space.cta(ptr addrspace(3) @mbar, i32 %phase)
  br i1 %ready, label %read, label %poll

read:
  %handle = load i128, ptr addrspace(3) @reply, align 16
  %yes = call i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128 %handle)
  br i1 %yes, label %take, label %leave

take:
  %base = call i32 @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.x(i128 %handle)
  %x1 = add i32 %base, %rank
  %other = xor i32 %phase, 1
  call void @llvm.nvvm.fence.proxy.async_generic.release.sync_restrict.space.cta.scope.cluster()
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
  call void @llvm.nvvm.barrier.cluster.wait()
  call void @llvm.nvvm.fence.proxy.async_generic.acquire.sync_restrict.space.cluster.scope.cluster()
  br label %cluster

leave:
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "nvvm.cluster_dim"="2,1,1" }
