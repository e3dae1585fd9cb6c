; Tuples that LLVM's upgrade crashes on or misreads are imported unchanged, and the transplant rejects each of them.

; RUN: tileiras-translate --import-nvvm %s -o %t.mlir
; RUN: FileCheck %s < %t.mlir
; RUN: not tileiras-opt --nvvm-transplant %t.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED

; CHECK: nvvm.annotations = {{\[\[}}@k, "maxntidx"], [@k, "maxntidx", "128"], [@k, "minctasm", unit], [@k, 3 : i32, 1 : i32], [@k, "grid_constant", 1 : i32], [@g, "maxnreg", 32 : i32], [@k, "maxnreg", array<i32: 32>], [@k, "reqntidx", -1 : i32]]

; REFUSED-DAG: tuple 0 must hold a value for each key, but "maxntidx" has none
; REFUSED-DAG: 'maxntidx' in tuple 1 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "128"
; REFUSED-DAG: 'minctasm' in tuple 2 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got unit
; REFUSED-DAG: tuple 3 must have strings as keys, got 3 : i32
; REFUSED-DAG: 'grid_constant' in tuple 4 of 'nvvm.annotations' must be a list of 1-based argument indices, got 1 : i32
; REFUSED-DAG: tuple 5 has the launch key 'maxnreg', which must be on a function, but @g is 'llvm.mlir.global'
; REFUSED-DAG: 'maxnreg' in tuple 6 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got array<i32: 32>
; REFUSED-DAG: 'reqntidx' in tuple 7 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -1 : i32 (unsigned 4294967295)

target triple = "nvptx64-nvidia-cuda"

@g = addrspace(1) global i32 0

define void @k(ptr %p) {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !{ptr @k, !"maxntidx"}
!1 = !{ptr @k, !"maxntidx", !"128"}
!2 = !{ptr @k, !"minctasm", null}
!3 = !{ptr @k, i32 3, i32 1}
!4 = !{ptr @k, !"grid_constant", i32 1}
!5 = !{ptr addrspace(1) @g, !"maxnreg", i32 32}
!6 = !{ptr @k, !"maxnreg", !{i32 32}}
!7 = !{ptr @k, !"reqntidx", i32 -1}
