; chip: sm_80 ptx: 7.0
; Threads past the end leave early, as the host launches a multiple of 32 elements; nothing here knows that.

define ptx_kernel void @guarded_tail(ptr addrspace(1) %io, i32 %n) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %before = mul i32 %cta, %size
  %i = add i32 %before, %tid
  %past = icmp uge i32 %i, %n
  br i1 %past, label %leave, label %work

leave:
  ret void

work:
  %p = getelementptr i32, ptr addrspace(1) %io, i32 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %o = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 1, i32 31)
  %s = add i32 %v, %o
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

attributes #0 = { "nvvm.maxntid"="256" }
