; Kernels as clang 22 compiles OpenCL for NVPTX: no directive states the sizes, and the driver says so. It says it of a
; library, too. A kernel of another target becomes a function.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2> %t.err
; RUN: FileCheck %s --input-file %t.ptx --check-prefix=PTX --implicit-check-not=ntid
; RUN: FileCheck %s --input-file %t.err --implicit-check-not=warning:
; RUN: echo 'define ptx_kernel void @other() { ret void }' > %t.other.ll
; RUN: tileiras-cc %t.other.ll --gpu-name=sm_90 --link-bitcode=%s -o %t.cubin 2>&1 | FileCheck %s --implicit-check-not=warning:
; RUN: echo 'define spir_kernel void @lost() { ret void }' > %t.lost.ll
; RUN: tileiras-cc %t.other.ll --gpu-name=sm_90 --link-bitcode=%t.lost.ll -o %t.cubin 2>&1 | FileCheck %s --check-prefix=LOST
; LOST: warning: 'llvm.func' op 'spir_kernelcc' is ignored: state 'nvvm.kernel' [statement-ignored]
; RUN: sed 's/@k()/@k() "nvvm.reqntid"="64,2,1"/' %s > %t.stated.ll
; RUN: tileiras-cc %t.stated.ll --gpu-name=sm_90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=STATED --implicit-check-not=warning:

; PTX: .entry k()
target triple = "nvptx64-nvidia-cuda"

; CHECK: opencl.ll:[[#@LINE+3]]:1: warning: 'llvm.func' op 'reqd_work_group_size' is ignored: state 'nvvm.reqntid' [statement-ignored]
; CHECK: opencl.ll:[[#@LINE+2]]:1: warning: 'llvm.func' op 'work_group_size_hint' is ignored: no directive states it [statement-ignored]
; STATED: warning: 'llvm.func' op 'work_group_size_hint' is ignored: no directive states it [statement-ignored]
define ptx_kernel void @k() !reqd_work_group_size !0 !work_group_size_hint !0 { ret void }
define void @__clang_ocl_kern_imp_k() !reqd_work_group_size !0 !work_group_size_hint !0 { ret void }
!0 = !{i32 64, i32 2, i32 1}
