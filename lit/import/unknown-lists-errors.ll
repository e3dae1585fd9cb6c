; Named metadata that is nearly that of the annotations, or in the namespace of NVIDIA and not known, is reported: MLIR's import
; drops it. Bitcode has no lines.

; RUN: tileiras-translate --import-nvvm %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llvm-as %s -o %t.bc
; RUN: tileiras-translate --import-nvvm %t.bc -o /dev/null 2>&1 | FileCheck %s --check-prefix=BITCODE

; CHECK: unknown-lists-errors.ll:[[#@LINE+13]]:1: warning: unknown named metadata '!nvvm.annotation' is dropped, did you mean '!nvvm.annotations'?
; CHECK: unknown-lists-errors.ll:[[#@LINE+13]]:1: warning: unknown named metadata '!nvvm_annotations' is dropped, did you mean '!nvvm.annotations'?
; CHECK: unknown-lists-errors.ll:[[#@LINE+13]]:1: warning: unknown named metadata '!nvvm.launches' is dropped, no known tool reads it
; CHECK-NOT: warning
; BITCODE: warning: unknown named metadata '!nvvm.annotation' is dropped, did you mean '!nvvm.annotations'?
; BITCODE: warning: unknown named metadata '!nvvm_annotations' is dropped, did you mean '!nvvm.annotations'?
; BITCODE: warning: unknown named metadata '!nvvm.launches' is dropped, no known tool reads it
; BITCODE-NOT: warning

define ptx_kernel void @k() {
  ret void
}

!nvvm.annotation = !{!0}
!nvvm_annotations = !{!0}
!nvvm.launches = !{!0}
!nvvmir.version = !{!1}
!0 = !{ptr @k, !"maxntidx", i32 128}
!1 = !{i32 2, i32 0}
