; Diagnostics about a module, and those of upstream's importer, are located in the input: not at an unknown location,
; and not in the source_filename of the module.

; RUN: split-file %s %t
; RUN: cd %t
; RUN: not tileiras-translate --import-nvvm --passes='builtin.module(nvvm-transplant)' source.ll 2>&1 | FileCheck %s --check-prefix=SOURCE
; RUN: not tileiras-translate --import-nvvm callbr.ll 2>&1 | FileCheck %s --check-prefix=CALLBR --implicit-check-not=unknown
; RUN: not tileiras-cc --gpu-name=sm_90 --emit=ptx alias.ll 2>&1 | FileCheck %s --check-prefix=ALIAS
; RUN: tileiras-translate --import-nvvm --mlir-print-debuginfo glued.ll | FileCheck %s --check-prefix=GLUED

; SOURCE: source.ll:5:1: error: 'builtin.module' op 'nvvm.annotations' tuple 0 must hold a value for each key, but "maxntidx" has none
; CALLBR: callbr.ll:0:0: error: unhandled instruction: callbr
; ALIAS: alias.ll:2:1: error: 'llvm.mlir.alias' op is an alias of the kernel 'k', and ptx has no aliases of kernels
; GLUED: llvm.func @f
; GLUED: #loc{{[0-9]*}} = loc("glued.ll":1:1)
; GLUED: #loc{{[0-9]*}} = loc("glued.ll":1:18)

;--- source.ll
source_filename = "kernel.cu"
define void @k() {
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{ptr @k, !"maxntidx"}

;--- callbr.ll
define void @k(ptr %p) {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}

;--- alias.ll
define ptx_kernel void @k() { ret void }
@other = alias void (), ptr @k

;--- glued.ll
@g = global i32 0define void @f() { ret void }
