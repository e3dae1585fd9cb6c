; LLVM takes "nvvm.cluster_dim"="0" for the number of CTAs, and removes the code of the first one. It does not see that
; attribute: the directive comes from the fact.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - | FileCheck %s
; CHECK: .entry first(
; CHECK: .explicitcluster
; CHECK: %cluster_ctaid.x
; CHECK: 111
define ptx_kernel void @first(ptr addrspace(1) %p) "nvvm.cluster_dim"="0" {
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()
  %is_first = icmp eq i32 %cta, 0
  %value = select i1 %is_first, i32 111, i32 222
  store i32 %value, ptr addrspace(1) %p
  ret void
}
