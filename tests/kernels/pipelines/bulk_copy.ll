; chip: sm_90 ptx: 8.0
; A bulk copy in, a change, a bulk copy out; the first thread does both copies.

@buffer = internal addrspace(3) global [256 x i32] undef, align 128
@mbar = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @bulk_copy(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = icmp eq i32 %tid, 0
  br i1 %one, label %init, label %ready

init:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @mbar, i32 1)
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  br label %ready

ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %one, label %load, label %wait

load:
  %s = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 1024)
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(7) addrspacecast (ptr addrspace(3) @buffer to ptr addrspace(7)), ptr addrspace(3) @mbar, ptr addrspace(1) %in, i32 1024, i16 0, i64 0, i1 false, i1 false)
  br label %wait

wait:
  %ok = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @mbar, i32 0)
  br i1 %ok, label %work, label %wait

work:
  %cell = getelementptr [256 x i32], ptr addrspace(3) @buffer, i32 0, i32 %tid
  %v = load i32, ptr addrspace(3) %cell, align 4
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(3) %cell, align 4
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %one, label %store, label %exit

store:
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %out, ptr addrspace(3) @buffer, i32 1024, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="256" }
