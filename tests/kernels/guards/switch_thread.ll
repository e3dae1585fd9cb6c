; chip: sm_100 ptx: 8.6
; A switch over the thread id: case 32 sets up, case 64 asks. Both are one thread of the block.

@reply = internal addrspace(3) global i128 undef, align 16
@mbar = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @switch_thread(ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %tid, label %ready [
    i32 32, label %init
  ]

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mbar, i32 1)
  br label %ready

ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  switch i32 %tid, label %wait [
    i32 64, label %ask
  ]

ask:
  %s = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 16)
  call void @llvm.nvvm.clusterlaunchcontrol.try_cancel.async.shared(ptr addrspace(3) @reply, ptr addrspace(3) @mbar)
  br label %wait

wait:
  %ok = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 0)
  br i1 %ok, label %read, label %wait

read:
  %h = load i128, ptr addrspace(3) @reply, align 16
  %c = call i1 @llvm.nvvm.clusterlaunchcontrol.query_cancel.is_canceled(i128 %h)
  br i1 %c, label %more, label %exit

more:
  %x = call i32 @llvm.nvvm.clusterlaunchcontrol.query_cancel.get_first_ctaid.x(i128 %h)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %x
  store i32 %tid, ptr addrspace(1) %p, align 4
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="96" }
