; The name of the metadata can have escapes: to LLVM it is the same name. Several lists of the name are one list.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s

; CHECK: nvvm.annotations = {{\[\[}}@k, "kernel", 1 : i32], [@k, "maxntidx", 128 : i32], [@k, "minctasm", 2 : i32]]
; CHECK: llvm.func @k() {

target triple = "nvptx64-nvidia-cuda"

define void @k() {
  ret void
}

!nvvm\2Eannotations = !{!0}
!\6Evvm.annotation\73 = !{!1}
!nvvm.annotations
  = !{!2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 128}
!2 = !{ptr @k, !"minctasm", i32 2}
