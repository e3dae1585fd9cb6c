; Statements about launches in the words of OpenCL, and launch facts on parameters and results. Stock --import-llvm
; drops max_work_group_size and the attributes of parameters and results without a word.

; RUN: tileiras-translate --import-nvvm %s 2> %t.err | FileCheck %s --implicit-check-not=maxntid --implicit-check-not=maxnreg
; RUN: FileCheck %s --input-file %t.err --check-prefix=WARN --implicit-check-not=warning:
; RUN: llvm-as %s -o - | tileiras-translate --import-nvvm 2>&1 | FileCheck %s --check-prefix=BITCODE
; RUN: tileiras-translate --import-llvm %s 2>&1 | FileCheck %s --check-prefix=STOCK --implicit-check-not=max_work --implicit-check-not=warning:

; CHECK: llvm.func ptx_kernelcc @opencl() attributes {max_work_group_size = [256 : i32], nvvm.kernel, reqd_work_group_size = array<i32: 64, 2, 1>, work_group_size_hint = array<i32: 32, 1, 1>}
; CHECK: llvm.func spir_kernelcc @spir() attributes {max_work_group_size = [8, 8, 1]}
; CHECK: llvm.func ptx_kernelcc @k({{.*}}) attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel}
; STOCK: llvm.func ptx_kernelcc @opencl() attributes {reqd_work_group_size = array<i32: 64, 2, 1>, work_group_size_hint = array<i32: 32, 1, 1>}
; BITCODE: warning: 'nvvm.maxntid' on argument 2 of 'k' is ignored: launch facts are on the function
; BITCODE: max_work_group_size = [256 : i32]

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @opencl() !reqd_work_group_size !0 !max_work_group_size !1 !work_group_size_hint !2 { ret void }
define spir_kernel void @spir() !max_work_group_size !3 { ret void }
; WARN: foreign-statements.ll:[[#@LINE+1]]:1: warning: 'nvvm.maxntid' on argument 2 of 'k' is ignored: launch facts are on the function
define ptx_kernel void @k(ptr byval(i64) "nvvm.grid_constant" %a, i32 "nvvm.maxntid"="128" "nvvm.other" %b) { ret void }
; WARN: foreign-statements.ll:[[#@LINE+2]]:1: warning: 'nvvm.grid_constant' on the result of 'f' is ignored: launch facts are on the function
; WARN: foreign-statements.ll:[[#@LINE+1]]:1: warning: 'nvvm.maxnreg' on the result of 'f' is ignored: launch facts are on the function
define "nvvm.grid_constant" "nvvm.maxnreg"="32" i32 @f() { ret i32 0 }
!0 = !{i32 64, i32 2, i32 1}
!1 = !{i32 256}
!2 = !{i32 32, i32 1, i32 1}
!3 = !{i64 8, i64 8, i64 1}
