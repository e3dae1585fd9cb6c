; -O2 and -O3 vectorise straight-line code, as opt does.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -O1 -o - | FileCheck %s --check-prefix=SCALAR

define ptx_kernel void @k(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 4 %q) {
  %a0 = load half, ptr addrspace(1) %p, align 4
  %p1 = getelementptr half, ptr addrspace(1) %p, i64 1
  %a1 = load half, ptr addrspace(1) %p1, align 2
  %s0 = fmul half %a0, %a0
  %s1 = fmul half %a1, %a1
  store half %s0, ptr addrspace(1) %q, align 4
  %q1 = getelementptr half, ptr addrspace(1) %q, i64 1
  store half %s1, ptr addrspace(1) %q1, align 2
  ret void
}

; CHECK: mul.rn.f16x2
; SCALAR-COUNT-2: mul.rn.f16 %
