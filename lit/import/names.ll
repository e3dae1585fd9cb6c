; Function names with quotes, spaces, escapes and the name of the metadata itself.

; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s --implicit-check-not='nvvm.annotations ='

; CHECK: llvm.func @"void ns::f<float, (int)4>(...)::{lambda(int)#1}"() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
; CHECK: llvm.func @"\22!nvvm.annotations = !{!0}\22 ;"() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
; CHECK: llvm.func @"new\0Aline"() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 40 : i32}
; CHECK: llvm.func @nvvm.annotations() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 48 : i32}

target triple = "nvptx64-nvidia-cuda"

define void @"void ns::f<float, (int)4>(...)::{lambda(int)#1}"() {
  ret void
}
define void @"\22!nvvm.annotations = !{!0}\22 ;"() {
  ret void
}
define void @"new\0Aline"() {
  ret void
}
define void @nvvm.annotations() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @"void ns::f<float, (int)4>(...)::{lambda(int)#1}", !"kernel", i32 1}
!1 = !{ptr @"\22!nvvm.annotations = !{!0}\22 ;", !"maxnreg", i32 32}
!2 = !{ptr @"new\0Aline", !"maxnreg", i32 40}
!3 = !{ptr @nvvm.annotations, !"maxnreg", i32 48}
!4 = !{ptr @"void ns::f<float, (int)4>(...)::{lambda(int)#1}", !"maxntidx", i32 128}
