; Errors of LLVM's back end are at the function that they are about.

; RUN: not tileiras-cc %s --gpu-name=sm_50 --ptx-version=6.0 --emit=ptx -o - 2>&1 | FileCheck %s --implicit-check-not='<unknown>'
; CHECK: backend-errors.ll:[[@LINE+2]]:1: error: 'llvm.func' op Support for dynamic alloca introduced in PTX ISA version 7.3 and requires target sm_52.

define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = alloca i8, i32 %n
  store volatile i8 1, ptr %a
  ret void
}
