; Inline assembly without a result, from LLVM IR, has a result of type `!llvm.void` in MLIR. It has no number in the text:
; "$5" is the last operand, which is a guard for one thread; "$4" is one for a warp.

; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant --nvvm-check-bodies=chip=sm_100a -o /dev/null 2>&1 | count 0
; RUN: sed 's/"@$5 /"@$4 /' %s | tileiras-translate --import-nvvm | not tileiras-opt --nvvm-transplant --nvvm-check-bodies=chip=sm_100a -o /dev/null 2>&1 | FileCheck %s

; CHECK: error: 'llvm.inline_asm' op must be issued by a single thread, 32 threads get here [tcgen05-single-thread-issue]

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(i32 %d, i64 %a, i64 %b) "nvvm.reqntid"="128" {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = icmp ult i32 %tid, 32
  br i1 %warp, label %issue, label %end
issue:
  %elected = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %one = extractvalue { i32, i1 } %elected, 1
  call void asm sideeffect "@$5 tcgen05.mma.cta_group::1.kind::f16 [ $0 + 0 ], $1, $2, $3, $4;", "r,l,l,r,b,b"(i32 %d, i64 %a, i64 %b, i32 68222992, i1 %warp, i1 %one)
  br label %end
end:
  ret void
}
