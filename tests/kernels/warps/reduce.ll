; chip: sm_80 ptx: 7.0
; A block reduction with shuffles: all lanes shuffle, lane 0 stores, warp 0 adds the sums of the warps.

@sums = internal addrspace(3) global [32 x i32] undef, align 16

define internal i32 @warp_sum(i32 %v) {
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 16, i32 31)
  %v1 = add i32 %v, %a
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v1, i32 8, i32 31)
  %v2 = add i32 %v1, %b
  %c = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v2, i32 4, i32 31)
  %v3 = add i32 %v2, %c
  %d = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v3, i32 2, i32 31)
  %v4 = add i32 %v3, %d
  %e = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v4, i32 1, i32 31)
  %v5 = add i32 %v4, %e
  ret i32 %v5
}

define ptx_kernel void @reduce(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %v = load i32, ptr addrspace(1) %p, align 4
  %s = call i32 @warp_sum(i32 %v)
  %lane = and i32 %tid, 31
  %warp = lshr i32 %tid, 5
  %lane0 = icmp eq i32 %lane, 0
  br i1 %lane0, label %put, label %meet

put:
  %cell = getelementptr [32 x i32], ptr addrspace(3) @sums, i32 0, i32 %warp
  store i32 %s, ptr addrspace(3) %cell, align 4
  br label %meet

meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %warp0 = icmp eq i32 %warp, 0
  br i1 %warp0, label %last, label %exit

last:
  %mine = getelementptr [32 x i32], ptr addrspace(3) @sums, i32 0, i32 %lane
  %w = load i32, ptr addrspace(3) %mine, align 4
  %t = call i32 @warp_sum(i32 %w)
  br i1 %lane0, label %store, label %exit

store:
  store i32 %t, ptr addrspace(1) %out, align 4
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="1024" }
