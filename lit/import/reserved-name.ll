; The importer renames nvvm.annotations while LLVM reads the text. Metadata of the new name is rejected, as it would be
; imported as annotations. A function without a name cannot be a symbol.

; RUN: split-file %s %t
; RUN: not tileiras-translate --import-nvvm %t/reserved.ll 2>&1 | FileCheck %s --check-prefix=RESERVED
; RUN: llvm-as %t/reserved.ll -o %t/reserved.bc
; RUN: not tileiras-translate --import-nvvm %t/reserved.bc 2>&1 | FileCheck %s --check-prefix=BITCODE
; RUN: not tileiras-translate --import-nvvm %t/unnamed.ll 2>&1 | FileCheck %s --check-prefix=UNNAMED

; RESERVED: reserved.ll:2:1: error: invalid LLVM IR: named metadata '!tlrs.annotations' is reserved
; BITCODE: reserved.bc:0:0: error: invalid LLVM bitcode: named metadata '!tlrs.annotations' is reserved
; UNNAMED: unnamed.ll:1:1: error: function without a name cannot be imported: an MLIR symbol has one

;--- reserved.ll
@g = global i32 0
!tlrs.annotations = !{!0}
!0 = !{i32 7}

;--- unnamed.ll
define void @0() {
  ret void
}
