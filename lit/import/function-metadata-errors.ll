; Metadata of a function with the name of a launch fact, or in NVIDIA's namespace, is reported: MLIR's import drops it, and LLVM's
; back end reads none. The list of kernels of old OpenCL is reported, too.

; RUN: tileiras-translate --import-nvvm %s -o /dev/null 2>&1 | FileCheck %s
; RUN: tileiras-cc --gpu-name=sm_90 --emit=ptx %s -o /dev/null 2>&1 | FileCheck %s
; RUN: llvm-as %s -o %t.bc
; RUN: tileiras-translate --import-nvvm %t.bc -o /dev/null 2>&1 | FileCheck %s --check-prefix=BITCODE

target triple = "nvptx64-nvidia-cuda"

; CHECK: function-metadata-errors.ll:[[#@LINE+17]]:1: warning: unknown named metadata '!opencl.kernels' is dropped, no known tool reads it
; CHECK: function-metadata-errors.ll:[[#@LINE+9]]:1: warning: metadata '!nvvm.maxntid' of 'k' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK: function-metadata-errors.ll:[[#@LINE+8]]:1: warning: metadata '!nvvm.unheard' of 'k' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK: function-metadata-errors.ll:[[#@LINE+11]]:1: warning: metadata '!maxntidx' of 'j' is dropped: launch facts are attributes of the function, or tuples of '!nvvm.annotations'
; CHECK-NOT: warning
; BITCODE: warning: unknown named metadata '!opencl.kernels' is dropped, no known tool reads it
; BITCODE: warning: metadata '!nvvm.maxntid' of 'k' is dropped
; BITCODE: warning: metadata '!nvvm.unheard' of 'k' is dropped
; BITCODE: warning: metadata '!maxntidx' of 'j' is dropped
; BITCODE-NOT: warning
define ptx_kernel void @k() !nvvm.maxntid !0 !nvvm.unheard !0 !other !0 {
  ret void
}

define void @j() !maxntidx !0 {
  ret void
}
!opencl.kernels = !{!1}
!0 = !{i32 128}
!1 = !{ptr @k}
