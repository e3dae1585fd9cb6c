; chip: sm_90a ptx: 8.4
; Everything in inline assembly; the accumulator is read after the wait, which has it as a tied operand.

define ptx_kernel void @inline_asm(i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void asm sideeffect "wgmma.fence.sync.aligned;", "~{memory}"()
  %d = call { float, float, float, float } asm sideeffect "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0,$1,$2,$3}, $8, $9, 1, 1, 1, 0, 0;", "=f,=f,=f,=f,0,1,2,3,l,l"(float 0.0, float 0.0, float 0.0, float 0.0, i64 %a, i64 %b)
  call void asm sideeffect "wgmma.commit_group.sync.aligned;", "~{memory}"()
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %w = call { float, float, float, float } asm sideeffect "// wait for regs: $0,$1,$2,$3\0A\09wgmma.wait_group.sync.aligned 0;", "=f,=f,=f,=f,0,1,2,3"(float %d0, float %d1, float %d2, float %d3)
  %x = extractvalue { float, float, float, float } %w, 0
  %p = getelementptr float, ptr addrspace(1) %out, i32 %tid
  store float %x, ptr addrspace(1) %p, align 4
  ret void
}

attributes #0 = { "nvvm.reqntid"="128,1,1" }
