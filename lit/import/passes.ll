; The passes run on the imported module before it is written.

; RUN: tileiras-translate --import-nvvm --passes='builtin.module(nvvm-transplant)' %s | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant > %t.piped
; RUN: tileiras-translate --import-nvvm --passes='builtin.module(nvvm-transplant)' %s | tileiras-opt | diff - %t.piped
; RUN: tileiras-translate --import-nvvm --passes='builtin.module(nvvm-launch,canonicalize)' %s | FileCheck %s

; CHECK-NOT: nvvm.annotations =
; CHECK: llvm.func @k(){{.*}}nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>

define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 64}
