; Invalid LLVM IR is rejected with LLVM's message at its location, without a crash.

; RUN: tileiras-translate --import-nvvm --split-input-file --verify-diagnostics %s

; A parse error.
define void @k() {
  ; expected-error@+1 {{invalid LLVM IR: value doesn't match function result type 'void'}}
  ret i32 0
}

; // -----

; A tuple that does not name a function of the module.
define void @k() {
  ret void
}
!nvvm.annotations = !{!0}
; expected-error@+1 {{invalid LLVM IR: use of undefined value '@missing'}}
!0 = !{ptr @missing, !"kernel", i32 1}

; // -----

; A list that does not name a node.
; expected-error@+1 {{invalid LLVM IR: use of undefined metadata '!7'}}
!nvvm.annotations = !{!7}

; // -----

; A list of something else than nodes.
; expected-error@+1 {{invalid LLVM IR: Expected '!' here}}
!nvvm.annotations = !{i32 1}

; // -----

; Text that is not LLVM IR.
; expected-error@+1 {{invalid LLVM IR: expected 'module asm'}}
module {}
