; Launch facts of a function that is no kernel have no effect. They are warnings, and the module compiles.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - 2>&1 | FileCheck %s
; RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin

; CHECK: [[#@LINE+2]]:1: warning: 'llvm.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]
; CHECK-NEXT: define
define i32 @helper(i32 %x) noinline "nvvm.cluster_dim"="2" {
  ret i32 %x
}

; CHECK: .visible .func (.param .b32 func_retval0) helper(
; CHECK-NOT: cluster
; CHECK: .visible .entry k(
; CHECK: .maxntid 128, 1, 1
define ptx_kernel void @k(ptr %p) "nvvm.maxntid"="128" {
  %x = load i32, ptr %p
  %y = call i32 @helper(i32 %x)
  store i32 %y, ptr %p
  ret void
}
