; chip: sm_90a ptx: 8.4
; Two groups: an intrinsic changes the registers, inline assembly multiplies, a named barrier hands the tile over.

@tile = internal addrspace(3) global [1024 x i32] undef, align 1024

define ptx_kernel void @producer_consumer(ptr addrspace(1) %src, i64 %a, i64 %b, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %consumes = icmp uge i32 %tid, 128
  br i1 %consumes, label %consumer, label %producer

producer:
  call void @llvm.nvvm.setmaxnreg.dec.sync.aligned.u32(i32 56)
  %from = getelementptr i32, ptr addrspace(1) %src, i32 %tid
  %v = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %tid
  store i32 %v, ptr addrspace(3) %to, align 4
  call void asm sideeffect "fence.proxy.async.shared::cta;", "~{memory}"()
  call void @llvm.nvvm.barrier.cta.arrive.aligned.count(i32 1, i32 256)
  br label %exit

consumer:
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 200)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 1, i32 256)
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %d = call { float, float, float, float } asm sideeffect "{\0A.reg .pred p;\0Asetp.ne.b32 p, $6, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0;\0A}", "=f,=f,=f,=f,l,l,r"(i64 %a, i64 %b, i32 0)
  call void @llvm.nvvm.wgmma.commit_group.sync.aligned()
  call void @llvm.nvvm.wgmma.wait_group.sync.aligned(i64 0)
  %x = extractvalue { float, float, float, float } %d, 0
  %slot = sub i32 %tid, 128
  %dst = getelementptr float, ptr addrspace(1) %out, i32 %slot
  store float %x, ptr addrspace(1) %dst, align 4
  br label %exit

exit:
  ret void
}

attributes #0 = { "nvvm.reqntid"="256" "nvvm.maxnreg"="128" }
