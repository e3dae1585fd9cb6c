; clang records the version of CUDA in a flag that MLIR cannot represent. It has no effect on the code, so that there is no
; warning. The translation, which loses it, warns.

; RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin 2>&1 | count 0
; RUN: tileiras-translate --import-nvvm %s -o /dev/null 2>&1 | FileCheck %s
; CHECK: warning: unsupported module flag value for key 'SDK Version' : [2 x i32] [i32 12, i32 8]

define ptx_kernel void @k() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"SDK Version", [2 x i32] [i32 12, i32 8]}
