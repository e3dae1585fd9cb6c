; A relocatable cubin (`ptxas -c`) is audited as any other. Its section for zero-initialised variables has no bytes.

; RUN: tileiras-cc %s --gpu-name=sm_90 --ptxas-option=-c -o %t.o
; RUN: tileiras-contract show %t.o | FileCheck %s

; CHECK: k set 128, 1, 1

@zeros = global [4096 x float] zeroinitializer

define ptx_kernel void @k(ptr %p) "nvvm.maxntid"="128" {
  store ptr @zeros, ptr %p
  ret void
}
