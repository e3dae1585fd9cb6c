; chip: sm_80 ptx: 7.0
; A grid-stride loop with no stated block; the shuffles are after the loop, where all lanes meet again.

define ptx_kernel void @grid_stride(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctas = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %first = mul i32 %cta, %size
  %start = add i32 %first, %tid
  %stride = mul i32 %ctas, %size
  br label %head

head:
  %i = phi i32 [ %start, %entry ], [ %i1, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %after

body:
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %sum1 = add i32 %sum, %v
  %i1 = add i32 %i, %stride
  br label %head

after:
  %o = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %sum, i32 16, i32 31)
  %s = add i32 %sum, %o
  %q = getelementptr i32, ptr addrspace(1) %out, i32 %start
  store i32 %s, ptr addrspace(1) %q, align 4
  ret void
}
