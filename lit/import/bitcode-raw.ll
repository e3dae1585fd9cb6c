; Bitcode whose annotations are not upgraded: every tuple is imported unchanged, also those that crash LLVM's upgrade.

; RUN: llvm-as %s -o - | %python %S/Inputs/rename-in-bitcode.py other.annotation nvvm.annotations > %t.bc
; RUN: tileiras-translate --import-nvvm %t.bc -o %t.mlir
; RUN: FileCheck %s < %t.mlir
; RUN: not tileiras-opt --nvvm-transplant %t.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED

; CHECK: nvvm.annotations = {{\[\[}}@k, "kernel", 1 : i32, "maxntidx", 128 : i32], [@k, "align", 65552 : i32], [@k, "grid_constant", array<i32: 1>], [@k, "minctasm", "2"], [@k, "maxnreg"], []]
; CHECK: llvm.func @k(%{{.*}}: !llvm.ptr) {
; REFUSED-DAG: error: {{.*}} tuple 4 must hold a value for each key, but "maxnreg" has none
; REFUSED-DAG: error: {{.*}} 'minctasm' in tuple 3 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "2"

target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %p) {
  ret void
}

!other.annotation = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr @k, !"align", i32 65552}
!2 = !{ptr @k, !"grid_constant", !10}
!3 = !{ptr @k, !"minctasm", !"2"}
!4 = !{ptr @k, !"maxnreg"}
!5 = !{}
!10 = !{i32 1}
