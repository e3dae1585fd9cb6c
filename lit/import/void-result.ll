; LLVM allows a string attribute on a void result. MLIR imports an attribute list for the missing result, then rejects
; the function.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: not mlir-translate --import-llvm %s 2>&1 | FileCheck %s --check-prefix=STOCK

; STOCK: error: 'llvm.func' op expects result attribute array to have the same number of elements as the number of function results

; CHECK: llvm.func @k() attributes {passthrough = {{\[\[}}"nvvm.maxntid", "128"]]}
define "x" void @k() "nvvm.maxntid"="128" {
  ret void
}
