; Why the bodies of LLVM IR are not checked is said at the first body: a module of LLVM IR has no place.

; RUN: tileiras-contract check %s 2>&1 | FileCheck %s

target triple = "nvptx64-nvidia-cuda"

; CHECK: check-unchecked.ll:[[#@LINE+2]]:1: remark: 'builtin.module' op the bodies are not checked: '"a name"': Symbol name with unsupported characters
; CHECK-NEXT: define ptx_kernel void @k()
define ptx_kernel void @k() {
  call void @"a name"()
  ret void
}

define void @"a name"() noinline {
  ret void
}
