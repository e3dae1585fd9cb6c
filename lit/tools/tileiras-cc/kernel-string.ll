; The string attribute nvvm.kernel, which libNVVM 13 reads, makes a kernel. LLVM 22 ignores it.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - | FileCheck %s --implicit-check-not=warning
; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
; RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN
; RUN: llc %s -mtriple=nvptx64 -o - | FileCheck %s --check-prefix=STOCK

; CHECK: .visible .entry k()
; CHECK-NEXT: .reqntid 64, 1, 1
; LLVM: define ptx_kernel void @k()
; LLVM-NOT: nvvm.kernel
; CUBIN: function kernel reqntid
; CUBIN-NEXT: k set 64, 1, 1
; STOCK: .visible .func k()
define void @k() "nvvm.kernel" "nvvm.reqntid"="64" {
  ret void
}
