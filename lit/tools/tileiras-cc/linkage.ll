; A kernel of any linkage is an entry: LLVM's optimiser does not remove it. Messages can have text that is not UTF-8.

; RUN: tileiras-cc %s --gpu-name=sm_90 -o %t.cubin
; RUN: tileiras-contract audit %s %t.cubin | FileCheck %s
; CHECK: 'internal'
; CHECK: nvvm.reqntid {{ *}}carried
; CHECK: 'linkonce'
; CHECK: nvvm.maxntid {{ *}}carried

define internal ptx_kernel void @internal() "nvvm.reqntid"="256,1,1" {
  ret void
}

define linkonce_odr ptx_kernel void @linkonce(i1 %n) "nvvm.maxntid"="64" {
entry:
  br label %l
l:
  br i1 %n, label %l, label %e, !llvm.loop !0
e:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"ll\FFm.loop.mustprogress"}
