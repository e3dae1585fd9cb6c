; The name inside a string, a comment, a quoted name or a longer name is ignored. Any line ending is accepted.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: sed -e 's/$/\r/' %s | tileiras-translate --import-nvvm | FileCheck %s

; A comment: !nvvm.annotations = !{!99} "

target triple = "nvptx64-nvidia-cuda"

; CHECK: nvvm.annotations = {{\[\[}}@k, "producer", "!nvvm.annotations = !{!0} ;"]]
; CHECK: llvm.mlir.global {{.*}} @text("!nvvm.annotations = !{\22x\22} ;\00")
; CHECK: @"!nvvm.annotations = !{}"
; CHECK: llvm.func @k() attributes {passthrough = ["!nvvm.annotations"]}
@text = private constant [29 x i8] c"!nvvm.annotations = !{\22x\22} ;\00", section "!nvvm.annotations"
@"!nvvm.annotations = !{}" = global i32 0 ; "

define void @k() "!nvvm.annotations" {
  ret void ; !nvvm.annotations
}

!nvvm.annotations.of.another = !{!1}
!not.nvvm.annotations = !{!1}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"producer", !"!nvvm.annotations = !{!0} ;"}
!1 = !{ptr @k, !"maxntidx", i32 128}
