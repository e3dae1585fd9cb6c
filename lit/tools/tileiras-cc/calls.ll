; Calls are passed their values as llc passes them: calls through a pointer, with attributes or with alignments in
; metadata, and calls without attributes whose type differs from that of the function.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -O0 -o - 2>/dev/null | grep callprototype | FileCheck %s

%wide = type { [4 x i64] }
declare i32 @f(i32)

; CHECK: prototype_0 : .callprototype ()_ (.param .align 16 .b8 _[32]);
define void @by_value(ptr %f, ptr %p) {
  call void %f(ptr byval(%wide) align 16 %p)
  ret void
}

; CHECK: prototype_1 : .callprototype ()_ (.param .b32 _, .param .align 32 .b8 _[16]);
; CHECK: prototype_2 : .callprototype (.param .align 16 .b8 _[16]) _ ();
define void @aligned(ptr %f) {
  call void %f(i32 1, [4 x i32] zeroinitializer), !callalign !0
  %v = call [4 x i32] %f(), !callalign !1
  ret void
}

; CHECK: prototype_3 : .callprototype (.param .b64 _) _ (.param .b64 _);
define i64 @mismatched() {
  %v = call i64 @f(i64 1)
  ret i64 %v
}

define ptx_kernel void @k(ptr %f, ptr %p) {
  call void @by_value(ptr %f, ptr %p)
  ret void
}

!0 = !{i32 131104}
!1 = !{i32 16}
