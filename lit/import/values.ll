; The operands of a tuple are imported without interpretation. The transplant interprets them.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

@g = addrspace(1) global i32 0
@alias = alias void (), ptr @k

define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}

; CHECK: nvvm.annotations = [

; Integers keep their width and their sign (MLIR prints i64 without its type).
; CHECK-SAME: [@k, "i1", true, "i8", -1 : i8, "i32", -5 : i32, "i64", 4294967297, "i128", 18446744073709551744 : i128]
!0 = !{ptr @k, !"i1", i1 true, !"i8", i8 255, !"i32", i32 -5, !"i64", i64 4294967297, !"i128", i128 18446744073709551744}

; Strings keep every byte.
; CHECK-SAME: [@k, "string", "a \22quoted\22 \\ \0A \C3\A9"]
!1 = !{ptr @k, !"string", !"a \22quoted\22 \5C \0A \C3\A9"}

; CHECK-SAME: [@k, "null", unit]
!2 = !{ptr @k, !"null", null}

; A node of i32 is a list of indices, another node a list of its operands.
; CHECK-SAME: [@k, "indices", array<i32: 1, 3>, "list", [1, "x", unit], "empty", array<i32>]
!3 = !{ptr @k, !"indices", !20, !"list", !21, !"empty", !22}

; CHECK-SAME: [@g, "managed", 1 : i32]
!4 = !{ptr addrspace(1) @g, !"managed", i32 1}

; A global through a cast is imported as the global, an alias as the alias.
; CHECK-SAME: [@g, "texture", 1 : i32], [@alias, "kernel", 1 : i32]
!5 = !{ptr addrspacecast (ptr addrspace(1) @g to ptr), !"texture", i32 1}
!6 = !{ptr @alias, !"kernel", i32 1}

; A symbol can be a value.
; CHECK-SAME: [@k, "next", @g]
!7 = !{ptr @k, !"next", ptr addrspace(1) @g}

; An operand without an MLIR counterpart keeps its text.
; CHECK-SAME: [@k, "float", {llvm = "float 1.000000e+00"}]
!8 = !{ptr @k, !"float", float 1.0}

; A tuple can be empty.
; CHECK-SAME: []]
!9 = !{}

!20 = !{i32 1, i32 3}
!21 = !{i64 1, !"x", null}
!22 = !{}
