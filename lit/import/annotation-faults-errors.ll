; What is wrong with the annotations of a text is reported at them, also a node that contains itself, or one that LLVM IR
; cannot state again. The same in bitcode has no line.

; RUN: split-file %s %t && cd %t
; RUN: not tileiras-cc --emit=ptx --gpu-name=sm_90 self.ll 2>&1 | FileCheck %s --check-prefix=SELF
; RUN: not tileiras-cc --emit=ptx --gpu-name=sm_90 circle.ll 2>&1 | FileCheck %s --check-prefix=CIRCLE
; RUN: not tileiras-contract check symbol.ll 2>&1 | FileCheck %s --check-prefix=SYMBOL
; RUN: not tileiras-contract check fact.ll 2>&1 | FileCheck %s --check-prefix=FACT
; RUN: llvm-as self.ll -o self.bc
; RUN: not tileiras-cc --emit=ptx --gpu-name=sm_90 self.bc 2>&1 | FileCheck %s --check-prefix=BITCODE

; SELF: self.ll:2:1: error: 'builtin.module' op 'nvvm.annotations' holds [@k, "foo", [{llvm = "!1"}]], of which {llvm = "!1"} has no place in LLVM IR
; SELF-NEXT: !nvvm.annotations = !{!0}
; CIRCLE: circle.ll:2:1: error: 'builtin.module' op 'nvvm.annotations' holds [@k, "foo", [{llvm = "!2"}]], of which {llvm = "!2"} has no place in LLVM IR
; SYMBOL: symbol.ll:2:1: error: 'builtin.module' op 'nvvm.annotations' tuple 0 must start with a symbol, got [{llvm = "!0"}, "foo", 1 : i32]
; FACT: fact.ll:1:1: error: 'llvm.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be an integer, got [{llvm = "!1"}]
; BITCODE: self.bc:0:0: error: 'builtin.module' op 'nvvm.annotations' holds [@k, "foo", [{llvm = "!1"}]], of which {llvm = "!1"} has no place in LLVM IR

;--- self.ll
define void @k() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"foo", !4}
!4 = distinct !{!4}
;--- circle.ll
define void @k() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"foo", !4}
!4 = distinct !{!5}
!5 = !{!4}
;--- symbol.ll
define void @k() { ret void }
!nvvm.annotations = !{!0}
!0 = !{!0, !"foo", i32 1}
;--- fact.ll
define void @k() { ret void }
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"kernel", !4}
!4 = distinct !{!4}
