; chip: sm_90 ptx: 8.0
; A bulk load with inline assembly: the predicate of the first thread is an operand of each string.

@tile = internal addrspace(3) global [512 x i8] undef, align 128
@mbar = internal addrspace(3) global i64 undef, align 8

define ptx_kernel void @bulk_asm(ptr addrspace(1) %src, ptr addrspace(1) %dst) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %one = icmp eq i32 %tid, 96
  call void asm sideeffect "@$0 mbarrier.init.shared::cta.b64 [$1], 1;", "b,r"(i1 %one, ptr addrspace(3) @mbar)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void asm sideeffect "@$0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [$1], 512;", "b,r"(i1 %one, ptr addrspace(3) @mbar)
  call void asm sideeffect "@$0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$1], [$2], 512, [$3];", "b,r,l,r"(i1 %one, ptr addrspace(3) @tile, ptr addrspace(1) %src, ptr addrspace(3) @mbar)
  call void asm sideeffect "{\0A.reg .pred done;\0Await:\0Ambarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\0A@done bra.uni end;\0Abra.uni wait;\0Aend:\0A}", "r,r"(ptr addrspace(3) @mbar, i32 0)
  %p = getelementptr i32, ptr addrspace(3) @tile, i32 %tid
  %v = load i32, ptr addrspace(3) %p, align 4
  %q = getelementptr i32, ptr addrspace(1) %dst, i32 %tid
  store i32 %v, ptr addrspace(1) %q, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" }
