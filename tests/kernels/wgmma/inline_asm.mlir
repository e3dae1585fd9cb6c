// chip: sm_90a ptx: 8.0
// Fence, product, commit and wait in one string of inline assembly.

llvm.func @inline_asm(%a: i64, %b: i64, %out: !llvm.ptr<1>) attributes {
  nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>
} {
  %tid = nvvm.read.ptx.sreg.tid.x : i32
  %d = llvm.inline_asm has_side_effects "{\0A.reg .pred p;\0Asetp.eq.u32 p, 0, 1;\0Awgmma.fence.sync.aligned;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0;\0Awgmma.commit_group.sync.aligned;\0Awgmma.wait_group.sync.aligned 0;\0A}", "=f,=f,=f,=f,l,l" %a, %b : (i64, i64) -> !llvm.struct<(f32, f32, f32, f32)>
  %v = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  %to = llvm.getelementptr %out[%tid] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  llvm.store %v, %to : f32, !llvm.ptr<1>
  llvm.return
}
