; An optimiser that deletes a function writes null into its tuples. The transplant drops imported tuples with null.

; RUN: tileiras-translate --import-nvvm %s -o %t.mlir
; RUN: FileCheck %s < %t.mlir
; RUN: tileiras-opt --nvvm-transplant %t.mlir 2>%t.err | FileCheck %s --check-prefix=MOVED --implicit-check-not='nvvm.annotations ='
; RUN: FileCheck %s --check-prefix=REMARK < %t.err

; CHECK: nvvm.annotations = {{\[\[}}unit, "kernel", 1 : i32], [@k, "kernel", 1 : i32], [unit, "maxntidx", 128 : i32]]
; MOVED: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel}
; REMARK: remark: 'builtin.module' op 'nvvm.annotations' tuples 0, 2 carry nothing and are dropped

target triple = "nvptx64-nvidia-cuda"

define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{null, !"kernel", i32 1}
!1 = !{ptr @k, !"kernel", i32 1}
!2 = !{null, !"maxntidx", i32 128}
