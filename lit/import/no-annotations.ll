; Without annotations, or with an empty list of them, the module has no attribute; the import is that of --import-llvm.

; RUN: split-file %s %t
; RUN: tileiras-translate --import-nvvm %t/none.ll | FileCheck %s --implicit-check-not=nvvm.annotations
; RUN: tileiras-translate --import-nvvm %t/empty.ll | FileCheck %s --implicit-check-not=nvvm.annotations
; RUN: tileiras-translate --import-nvvm %t/none.ll -o %t/ours.mlir
; RUN: tileiras-translate --import-llvm %t/none.ll -o %t/stock.mlir
; RUN: diff %t/ours.mlir %t/stock.mlir
; RUN: echo "" | tileiras-translate --import-nvvm | FileCheck %s --check-prefix=NOTHING

; CHECK: llvm.func @f()
; NOTHING: module attributes {{.*}} {
; NOTHING-NEXT: }

;--- none.ll
define void @f() {
  ret void
}

;--- empty.ll
define void @f() {
  ret void
}
!nvvm.annotations = !{}
