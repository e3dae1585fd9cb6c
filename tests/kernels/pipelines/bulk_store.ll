; chip: sm_90 ptx: 8.0
; The threads fill one of two tiles and the first thread copies it out: one copy is in flight while the other tile is filled.

@tiles = internal addrspace(3) global [2 x [128 x i32]] undef, align 128

define ptx_kernel void @bulk_store(ptr addrspace(1) %dst, i32 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br label %next

next:
  %i = phi i32 [ 0, %entry ], [ %after, %stored ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %fill, label %done

fill:
  %which = and i32 %i, 1
  %tile = getelementptr [128 x i32], ptr addrspace(3) @tiles, i32 %which
  %cell = getelementptr i32, ptr addrspace(3) %tile, i32 %tid
  store i32 %i, ptr addrspace(3) %cell, align 4
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %first, label %copy, label %stored

copy:
  %offset = mul i32 %i, 512
  %to = getelementptr i8, ptr addrspace(1) %dst, i32 %offset
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %to, ptr addrspace(3) %tile, i32 512, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 1)
  br label %stored

stored:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %after = add i32 %i, 1
  br label %next

done:
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
