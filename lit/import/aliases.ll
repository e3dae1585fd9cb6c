; A tuple that names an alias of a kernel is about the kernel.

; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s --implicit-check-not='nvvm.annotations ='

; CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}

target triple = "nvptx64-nvidia-cuda"

@alias = alias void (), ptr @k
@alias_of_alias = alias void (), ptr @alias

define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @alias, !"maxntidx", i32 128}
!2 = !{ptr @alias_of_alias, !"minctasm", i32 2}
