; A function with the linkage available_externally is defined in another module: LLVM declares it, and its facts are those of a
; declaration.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: FileCheck %s --input-file=%t.ptx

target triple = "nvptx64-nvidia-cuda"

; WARNING: warning: kernel 'k2' is declared with 'nvvm.maxntid', which has no effect: nothing that is linked defines it

; CHECK-DAG: .visible .entry k()
; CHECK-DAG: .extern .entry k2
define ptx_kernel void @k() {
  ret void
}

define available_externally ptx_kernel void @k2() "nvvm.maxntid"="128" {
  ret void
}
