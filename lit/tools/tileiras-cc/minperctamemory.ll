; The least shared memory of a CTA, from the string that libNVVM reads to the cubin. LLVM's back end does not know it, and the
; driver prints the directive.

; RUN: tileiras-cc %s --gpu-name=sm_90 --ptx-version=9.4 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
; RUN: tileiras-cc %s --gpu-name=sm_90 --ptx-version=9.4 -o - | tileiras-contract audit %s - | FileCheck %s --check-prefix=AUDIT
; RUN: tileiras-cc %s --gpu-name=sm_90 --ptx-version=9.4 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
; RUN: tileiras-contract explain k %s --gpu-name=sm_90 | FileCheck %s --check-prefix=EXPLAIN
; RUN: not tileiras-cc %s --gpu-name=sm_90 --ptx-version=9.3 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

; PTX: .entry k()
; PTX-NEXT: .maxntid 128, 1, 1
; PTX-NEXT: .minperctamemory 4096
; AUDIT: 'k'
; AUDIT: nvvm.minperctamemory {{ *}}carried {{ *}}4096
; AUDIT: 'l'
; AUDIT: nvvm.minperctamemory {{ *}}raised {{ *}}1024: all kernels have 4096
; LLVM: "nvvm.minperctamemory"="4096"
; EXPLAIN: least memory of a CTA  4096 bytes
; ERROR: minperctamemory.ll:[[#@LINE+1]]:1: error: 'llvm.func' op 'nvvm.minperctamemory' needs ptx 9.4 or later, got 9.3 [directive-target]
define ptx_kernel void @k() #0 {
  ret void
}

define ptx_kernel void @l() #1 {
  ret void
}

attributes #0 = { "nvvm.maxntid"="128" "nvvm.minperctamemory"="4096" }
attributes #1 = { "nvvm.minperctamemory"="1024" }
