; Annotations in plain form are imported without LLVM, those with a comment are read by LLVM. The results are equal, and
; LLVM reports the errors, at their location.

; RUN: split-file %s %t
; RUN: tileiras-translate --import-nvvm %t/plain.ll -o %t/plain.mlir
; RUN: sed 's|^!nvvm.annotations = |&/**/ |' %t/plain.ll | tileiras-translate --import-nvvm -o %t/commented.mlir
; RUN: diff %t/plain.mlir %t/commented.mlir
; RUN: FileCheck %s --input-file=%t/plain.mlir

; CHECK: nvvm.annotations = [
; CHECK-SAME: [@g, "kernel", 1 : i32],
; CHECK-SAME: [@"a b", "maxntidx", 128 : i32, "maxntidy", -2 : i32],
; CHECK-SAME: [@v, "texture", 1 : i32],
; CHECK-SAME: []]
; CHECK: llvm.func @g()

; RUN: not tileiras-translate --import-nvvm %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; UNKNOWN: unknown.ll:3:12: error: invalid LLVM IR: use of undefined value '@k'

; RUN: not tileiras-translate --import-nvvm %t/space.ll 2>&1 | FileCheck %s --check-prefix=SPACE
; SPACE: space.ll:3:12: error: invalid LLVM IR: '@v' defined with type 'ptr addrspace(1)' but expected 'ptr'

; RUN: not tileiras-translate --import-nvvm %t/missing.ll 2>&1 | FileCheck %s --check-prefix=MISSING
; MISSING: missing.ll:2:27: error: invalid LLVM IR: use of undefined metadata '!1'

; RUN: not tileiras-translate --import-nvvm %t/twice.ll 2>&1 | FileCheck %s --check-prefix=TWICE
; TWICE: twice.ll:6:1: error: invalid LLVM IR: Metadata id is already used

; RUN: not tileiras-translate --import-nvvm %t/inside.ll 2>&1 | FileCheck %s --check-prefix=INSIDE
; INSIDE: inside.ll:3:1: error: invalid LLVM IR: expected instruction opcode

; RUN: not tileiras-translate --import-nvvm %t/between.ll 2>&1 | FileCheck %s --check-prefix=BETWEEN
; BETWEEN: between.ll:4:2: error: invalid LLVM IR: expected '{' here

; A metadata number that is separated from its '!' by blanks, in a definition and in a reference.
; RUN: not tileiras-translate --import-nvvm %t/apart.ll 2>&1 | FileCheck %s --check-prefix=APART
; APART: apart.ll:6:1: error: invalid LLVM IR: Metadata id is already used
; RUN: tileiras-translate --import-nvvm %t/reference.ll | FileCheck %s --check-prefix=REFERENCE
; REFERENCE: nvvm.annotations = {{\[}}[@g, "kernel", 1 : i32]]

; In LLVM IR a carriage return ends a comment.
; RUN: tr '~' '\r' < %t/return.ll | not tileiras-translate --import-nvvm 2>&1 | FileCheck %s --check-prefix=RETURN
; RETURN: <stdin>:4:2: error: invalid LLVM IR: expected '{' here

; Only the first of two errors is reported, and metadata has the numbers of the input.
; RUN: not tileiras-translate --import-nvvm %t/two.ll 2>&1 | FileCheck %s --check-prefix=TWO
; TWO: two.ll:4:12: error: invalid LLVM IR: use of undefined value '@k'
; RUN: not tileiras-translate --import-nvvm %t/numbers.ll 2>&1 | FileCheck %s --check-prefix=NUMBERS
; NUMBERS: numbers.ll:1:1: error: broken LLVM module:
; NUMBERS: !2 = !{!"no scope", i32 1}

;--- plain.ll
@v = global i32 0
define void @g() { ret void }
declare void @"a b"()
!nvvm.annotations = !{!2, !0}
!other = !{!4}
!nvvm.annotations = !{!3, !5}
!0 = !{ptr @"a b", !"maxntidx", i32 128, !"maxntidy", i32 -2}
!2 = !{ptr @g, !"kernel", i32 1}
!3 = !{ptr @v, !"texture", i32 1}
!4 = !{!"other"}
!5 = !{}

;--- unknown.ll
define void @g() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}

;--- space.ll
@v = addrspace(1) global i32 0
!nvvm.annotations = !{!0}
!0 = !{ptr @v, !"texture", i32 1}

;--- missing.ll
define void @g() { ret void }
!nvvm.annotations = !{!0,!1}
!0 = !{ptr @g, !"kernel", i32 1}

;--- twice.ll
define void @g() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @g, !"kernel", i32 1}
!0 = !{ptr @g, !"kernel", i32 1}

;--- inside.ll
define void @g() {
entry:
!0 = !{ptr @g, !"kernel", i32 1}
ret void
}
!nvvm.annotations = !{!0}

;--- between.ll
define void @g() { ret void }
!nvvm.annotations = !{!0}
!1 = distinct
!0 = !{ptr @g, !"kernel", i32 1}
!{}

;--- apart.ll
define void @g() { ret void }
! 0 = !{ptr @g, !"maxntidx", i32 64}
!nvvm.annotations = !{!0}
!0 = !{ptr @g, !"maxntidx", i32 128}

;--- reference.ll
define void @g() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @g, !"kernel", i32 1}
!other = !{!1}
!1 = !{! 0}

;--- return.ll
define void @g() { ret void }
!nvvm.annotations = !{!0}
!1 = distinct
!0 = !{ptr @g, !"kernel", i32 1};~!{}

;--- two.ll
define void @g() { ret void }
!other = !{!9}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", i32 1}

;--- numbers.ll
define void @g(ptr %p) {
  %q = load i32, ptr %p, !alias.scope !1
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @g, !"kernel", i32 1}
!1 = !{!2}
!2 = !{!"no scope", i32 1}
