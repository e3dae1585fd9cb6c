; With on-conflict=last the result is that of LLVM's own upgrade, also for tuples that occur twice in the list.

; RUN: opt -S %s | FileCheck %s --check-prefix=LLVM
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant=on-conflict=last 2>/dev/null | FileCheck %s

; LLVM: define ptx_kernel void @k() #[[K:.*]] {
; LLVM: define void @attribute() #[[A:.*]] {
; LLVM: attributes #[[K]] = { "nvvm.maxclusterrank"="4" "nvvm.maxnreg"="64" }
; LLVM: attributes #[[A]] = { "nvvm.maxntid"="64,2" }
; CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxclusterrank = 4 : i32, nvvm.maxnreg = 64 : i32}
; CHECK: llvm.func @attribute() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 2, 1>}

target triple = "nvptx64-nvidia-cuda"

define void @k() {
  ret void
}
define void @attribute() "nvvm.maxntid"="128" {
  ret void
}

!nvvm.annotations = !{!0, !1, !0, !2, !3, !4, !5, !6}
!0 = !{ptr @k, !"maxnreg", i32 128}
!1 = !{ptr @k, !"maxnreg", i32 64}
!2 = !{ptr @k, !"maxclusterrank", i32 2, !"cluster_max_blocks", i32 4}
!3 = !{ptr @attribute, !"maxntidy", i32 2}
!4 = !{ptr @attribute, !"maxntidx", i32 64}
!5 = !{ptr @k, !"kernel", i32 1}
!6 = !{ptr @k, !"kernel", i32 0}
