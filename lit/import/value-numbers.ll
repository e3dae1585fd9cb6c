; LLVM's reader keeps the values of a function in a DenseMap, which reserves two keys. A lookup of a reserved key reads
; uninitialized memory.

; RUN: split-file %s %t
; RUN: not tileiras-translate --import-nvvm %t/value.ll 2>&1 | FileCheck %s --check-prefix=VALUE
; RUN: not tileiras-translate --import-nvvm %t/label.ll 2>&1 | FileCheck %s --check-prefix=LABEL
; RUN: tileiras-translate --import-nvvm %t/legal.ll | FileCheck %s

; VALUE: value.ll:2:20: error: invalid LLVM IR: value number is more than LLVM can hold
; LABEL: label.ll:3:1: error: invalid LLVM IR: value number is more than LLVM can hold
; CHECK: llvm.mlir.constant(-1 : i32)

;--- value.ll
define i32 @f(i32 %0) {
  %2 = add i32 %0, %4294967295
  ret i32 %2
}

;--- label.ll
define void @f() {
  ret void
4294967294:
  ret void
}

;--- legal.ll
; Not %4294967295.
define i32 @f(i32 %0) {
  %2 = add i32 %0, 4294967295
  ret i32 %2
}
