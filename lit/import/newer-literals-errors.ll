; Literals of a newer LLVM, as Triton 3.9 writes them.
; RUN: not tileiras-translate --import-nvvm %s 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
;      CHECK:{{.*}}newer-literals-errors.ll:[[#@LINE+5]]:13: error: invalid LLVM IR: expected value token
; CHECK-NEXT:  ret float -inf
; CHECK-NEXT:            ^
; CHECK-NEXT:{{.*}}newer-literals-errors.ll:[[#@LINE+2]]:13: note: LLVM 22 cannot read literals of newer LLVM, such as '-inf' and 'f0x3F800000'
define float @lowest() {
  ret float -inf
}

; The script converts them.
; RUN: python3 %examples/../scripts/producers/convert.py < %s | tileiras-translate --import-nvvm 2>/dev/null | FileCheck %s --check-prefix=CONVERTED
; CONVERTED: llvm.mlir.constant(0xFF800000 : f32) : f32

; Another value that is missing is no literal.
; RUN: sed 's/ -inf/ ;/' %s | not tileiras-translate --import-nvvm 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=note:
; OTHER: error: invalid LLVM IR: expected value token
