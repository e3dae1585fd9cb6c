; chip: sm_100a ptx: 8.8
; A parameter says which warp owns the tensor memory. It is the same for all threads, so a whole warp comes.

@slot = internal addrspace(3) global i32 undef, align 16

define ptx_kernel void @unknown_warp(i32 %which, i32 %value, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = lshr i32 %tid, 5
  %known = and i32 %which, 3
  %owner = icmp eq i32 %warp, %known
  br i1 %owner, label %alloc, label %ready

alloc:
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @slot, i32 32)
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  br label %ready

ready:
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %base = load i32, ptr addrspace(3) @slot, align 4
  %d = inttoptr i32 %base to ptr addrspace(6)
  %lanes = shl i32 %warp, 21
  %row = add i32 %base, %lanes
  %mine = inttoptr i32 %row to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %mine, i32 %value, i1 false)
  call void @llvm.nvvm.tcgen05.wait.st()
  %v = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %mine, i1 false)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  store i32 %v, ptr addrspace(1) %p, align 4
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %owner, label %free, label %exit

free:
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %d, i32 32)
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
