; A launch fact that is not on a function is reported: on a result, an argument, a call or a global variable, as an attribute
; or as metadata. MLIR's import drops it, and LLVM's back end reads none. LLVM's own metadata with the name of a legacy
; key is not a fact.

; RUN: tileiras-translate --import-nvvm %s -o /dev/null 2>&1 | FileCheck %s
; RUN: tileiras-cc --gpu-name=sm_90 --emit=ptx %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llvm-as %s -o %t.bc
; RUN: tileiras-translate --import-nvvm %t.bc -o /dev/null 2>&1 | FileCheck %s --check-prefix=BITCODE

target triple = "nvptx64-nvidia-cuda"

; CHECK: elsewhere-errors.ll:[[#@LINE+20]]:1: warning: 'nvvm.maxntid' on the result of 'f' is ignored: launch facts are on the function
; CHECK: elsewhere-errors.ll:[[#@LINE+19]]:1: warning: 'nvvm.minctasm' on argument 1 of 'f' is ignored: launch facts are on the function
; CHECK: elsewhere-errors.ll:[[#@LINE+16]]:1: warning: 'nvvm.maxntid' on the global variable 'g' is ignored: launch facts are on the function
; CHECK: elsewhere-errors.ll:[[#@LINE+21]]:1: warning: 'nvvm.reqntid' on an instruction of 'k' is ignored: launch facts are on the function
; CHECK: elsewhere-errors.ll:[[#@LINE+20]]:1: warning: 'nvvm.maxnreg' on an instruction of 'k' is ignored: launch facts are on the function
; CHECK: elsewhere-errors.ll:[[#@LINE+13]]:1: warning: metadata '!nvvm.maxnreg' of the global variable 'g' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK: elsewhere-errors.ll:[[#@LINE+18]]:1: warning: metadata '!nvvm.cluster_dim' of an instruction of 'k' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK: elsewhere-errors.ll:[[#@LINE+24]]:1: warning: metadata '!nvvm.annotations' of 'attached' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK-NOT: warning
; BITCODE: warning: 'nvvm.maxntid' on the result of 'f' is ignored
; BITCODE: warning: 'nvvm.minctasm' on argument 1 of 'f' is ignored
; BITCODE: warning: 'nvvm.maxntid' on the global variable 'g' is ignored
; BITCODE: warning: 'nvvm.reqntid' on an instruction of 'k' is ignored
; BITCODE: warning: 'nvvm.maxnreg' on an instruction of 'k' is ignored
; BITCODE: warning: metadata '!nvvm.maxnreg' of the global variable 'g' is dropped
; BITCODE: warning: metadata '!nvvm.cluster_dim' of an instruction of 'k' is dropped
; BITCODE: warning: metadata '!nvvm.annotations' of 'attached' is dropped
; BITCODE-NOT: warning
@g = addrspace(1) global i32 0, !nvvm.maxnreg !0 #1

define internal "nvvm.maxntid"="32" i32 @f(i32 "nvvm.minctasm"="2" %x) {
  ret i32 %x
}

define ptx_kernel void @k(ptr %p) {
  %x = call i32 @f(i32 "nvvm.maxnreg"="32" 1) #0, !nvvm.cluster_dim !0
  %q = load ptr, ptr %p, !align !1
  store i32 %x, ptr %q
  ret void
}

define ptx_kernel void @attached() !nvvm.annotations !0 {
  ret void
}

attributes #0 = { "nvvm.reqntid"="32" "other"="1" }
attributes #1 = { "nvvm.maxntid"="32" }
!0 = !{i32 32}
!1 = !{i64 8}
