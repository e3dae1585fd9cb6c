; An imported module, transplanted or not, prints and reads back the same, as text and as bytecode.

; RUN: tileiras-translate --import-nvvm %examples/kitchen_sink.ll 2>/dev/null | tileiras-opt -o %t.mlir
; RUN: tileiras-opt %t.mlir | diff %t.mlir -
; RUN: tileiras-opt %t.mlir --emit-bytecode | tileiras-opt | diff %t.mlir -
; RUN: tileiras-opt --nvvm-transplant %t.mlir 2>/dev/null -o %t.moved.mlir
; RUN: tileiras-opt %t.moved.mlir | diff %t.moved.mlir -
; RUN: tileiras-opt --nvvm-transplant %t.moved.mlir | diff %t.moved.mlir -
; RUN: grep -c nvvm.kernel %t.moved.mlir | FileCheck %s

; CHECK: {{^}}22{{$}}
