; The flags of upstream's import are supported, too.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-translate --import-nvvm --import-structs-as-literals %s | FileCheck %s --check-prefix=LITERAL
; RUN: tileiras-translate --import-nvvm --prefer-unregistered-intrinsics %s | FileCheck %s --check-prefix=CALL

; CHECK: !llvm.struct<"s", (i32)>
; CHECK: llvm.intr.fabs
; LITERAL: !llvm.struct<(i32)>
; CALL: llvm.call_intrinsic "llvm.fabs.f32"

%s = type { i32 }
@g = external global %s

define float @f(float %x) {
  %y = call float @llvm.fabs.f32(float %x)
  ret float %y
}

declare float @llvm.fabs.f32(float)
