; chip: sm_80 ptx: 7.0
; Two independent halves of a block, each with its own barrier, and one barrier of all at the end.

@left = internal addrspace(3) global [64 x i32] undef, align 16
@right = internal addrspace(3) global [64 x i32] undef, align 16

define ptx_kernel void @halves(ptr addrspace(1) %io) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lo = icmp ult i32 %tid, 64
  %slot = and i32 %tid, 63
  %other = xor i32 %slot, 63
  %p = getelementptr i32, ptr addrspace(1) %io, i32 %tid
  %v = load i32, ptr addrspace(1) %p, align 4
  br i1 %lo, label %low, label %high

low:
  %l = getelementptr [64 x i32], ptr addrspace(3) @left, i32 0, i32 %slot
  store i32 %v, ptr addrspace(3) %l, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 64)
  %lr = getelementptr [64 x i32], ptr addrspace(3) @left, i32 0, i32 %other
  %lv = load i32, ptr addrspace(3) %lr, align 4
  br label %join

high:
  %h = getelementptr [64 x i32], ptr addrspace(3) @right, i32 0, i32 %slot
  store i32 %v, ptr addrspace(3) %h, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 2, i32 64)
  %hr = getelementptr [64 x i32], ptr addrspace(3) @right, i32 0, i32 %other
  %hv = load i32, ptr addrspace(3) %hr, align 4
  br label %join

join:
  %r = phi i32 [ %lv, %low ], [ %hv, %high ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %r, ptr addrspace(1) %p, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
