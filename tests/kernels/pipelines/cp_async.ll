; chip: sm_80 ptx: 7.0
; Two stages: the copy of the next rows is in flight while all threads read what the others have copied.

@stages = internal addrspace(3) global [2 x [128 x [4 x i32]]] undef, align 16

define ptx_kernel void @cp_async(ptr addrspace(1) %src, i32 %n, ptr addrspace(1) %dst) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %peer = xor i32 %tid, 64
  %own = getelementptr [4 x i32], ptr addrspace(3) @stages, i32 %tid
  %first = getelementptr [4 x i32], ptr addrspace(1) %src, i32 %tid
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %own, ptr addrspace(1) %first)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %next

next:
  %i = phi i32 [ 0, %entry ], [ %after, %work ]
  %sum = phi i32 [ 0, %entry ], [ %more, %work ]
  %after = add i32 %i, 1
  %is_more = icmp ult i32 %after, %n
  br i1 %is_more, label %work, label %last

work:
  %which = and i32 %i, 1
  %other = xor i32 %which, 1
  %fill = getelementptr [128 x [4 x i32]], ptr addrspace(3) @stages, i32 %other, i32 %tid
  %row = mul i32 %after, 128
  %at = add i32 %row, %tid
  %from = getelementptr [4 x i32], ptr addrspace(1) %src, i32 %at
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %fill, ptr addrspace(1) %from)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %read = getelementptr [128 x [4 x i32]], ptr addrspace(3) @stages, i32 %which, i32 %peer
  %value = load i32, ptr addrspace(3) %read, align 16
  %more = add i32 %sum, %value
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %next

last:
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %odd = and i32 %i, 1
  %final = getelementptr [128 x [4 x i32]], ptr addrspace(3) @stages, i32 %odd, i32 %peer
  %v = load i32, ptr addrspace(3) %final, align 16
  %result = add i32 %sum, %v
  store i32 %result, ptr addrspace(1) %dst, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
