; A misspelt name is not read as a fact, in LLVM neither. The driver reports it, whichever carrier has it.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o %t.ptx 2> %t.err
; RUN: FileCheck %s --input-file %t.ptx --check-prefix=PTX
; RUN: FileCheck %s --input-file %t.err
; RUN: not tileiras-cc %s --gpu-name=sm_90a --warnings-as-errors -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ERROR

; CHECK: [[#@LINE+3]]:1: warning: 'llvm.func' op unknown launch attribute 'nvvm.maxregs' in 'passthrough', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]
; CHECK: [[#@LINE+2]]:1: warning: 'llvm.func' op unknown key 'minnctapersm' in tuple 0 of 'nvvm.annotations', did you mean 'minctasm'? [unknown-launch-attribute]
; ERROR: [[#@LINE+1]]:1: error: 'llvm.func' op unknown launch attribute 'nvvm.maxregs' in 'passthrough', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]
define ptx_kernel void @k() #0 {
  ret void
}

attributes #0 = { "nvvm.reqntid"="128" "nvvm.maxregs"="64" "kernel" }

!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"minnctapersm", i32 2, !"local_maxnreg", i32 32}

; CHECK: [[#@LINE-9]]:1: warning: 'llvm.func' op 'local_maxnreg' in tuple 0 of 'nvvm.annotations' is lost: LLVM's back end does not print '.local_maxnreg', libNVVM does
; CHECK-NOT: warning

; PTX: .entry k()
; PTX-NEXT: .reqntid 128, 1, 1
; PTX-NEXT: {
