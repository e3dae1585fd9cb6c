; MLIR cannot import `alignstack` on a result. It is imported as an `align` tuple, from which LLVM's upgrade makes it.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: llvm-as %s -o - | tileiras-translate --import-nvvm | FileCheck %s
; RUN: not mlir-translate --import-llvm %s 2>&1 | FileCheck %s --check-prefix=STOCK

; STOCK: error: "llvm.alignstack" is not a valid result attribute

; CHECK: nvvm.annotations = {{\[\[}}@aligned, "align", 16 : i32]]
; CHECK: llvm.func @aligned() -> i32
define alignstack(16) i32 @aligned() {
  ret i32 0
}
