; LLVM's back end makes kernels that run the global constructors and destructors on the device. Their facts, which LLVM
; states, are in the PTX and in the cubin. A constructor that the optimiser folds needs no kernel.

; RUN: split-file %s %t
; RUN: tileiras-cc %t/code.ll --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX
; RUN: tileiras-cc %t/code.ll --gpu-name=sm_90 -o %t.cubin
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN
; RUN: tileiras-contract audit %t/code.ll %t.cubin | FileCheck %s --check-prefix=AUDIT
; RUN: tileiras-cc %t/code.ll --gpu-name=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=OLD
; RUN: tileiras-cc %t/empty.ll --gpu-name=sm_90 -o %t.cubin 2>&1 | count 0
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=EMPTY

; PTX: .entry k()
; PTX-NEXT: .maxntid 128
; PTX: .entry nvptx$device$init()
; PTX-NEXT: .maxntid 1, 1, 1
; PTX-NEXT: .maxclusterrank 1
; PTX: .entry nvptx$device$fini()
; PTX-NEXT: .maxntid 1, 1, 1
; PTX-NEXT: .maxclusterrank 1

; CUBIN: cubin, sm_90, 3 functions with launch facts
; CUBIN-DAG: k set 128, 1, 1 -
; CUBIN-DAG: nvptx$device$init set 1, 1, 1 1
; CUBIN-DAG: nvptx$device$fini set 1, 1, 1 1

; AUDIT: 'k'
; AUDIT: 'nvptx$device$fini'
; AUDIT-NEXT: nvvm.kernel hidden set: the earlier stage does not show it
; AUDIT-NEXT: nvvm.maxntid hidden 1, 1, 1: the earlier stage does not show it
; AUDIT-NEXT: nvvm.maxclusterrank hidden 1: the earlier stage does not show it
; AUDIT: 2 carried, 6 hidden

; OLD: .entry nvptx$device$init()
; OLD-NEXT: .maxntid 1, 1, 1
; OLD-NEXT: {

; EMPTY: cubin, sm_90, 1 function with launch facts

;--- code.ll
@g = addrspace(1) global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @fini, ptr null }]

define internal void @init() {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store volatile i32 %thread, ptr addrspace(1) @g
  ret void
}

define internal void @fini() {
  store volatile i32 2, ptr addrspace(1) @g
  ret void
}

define ptx_kernel void @k() "nvvm.maxntid"="128" {
  ret void
}

;--- empty.ll
@g = addrspace(1) global i32 0
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]
@llvm.global_dtors = appending global [0 x { i32, ptr, ptr }] zeroinitializer

define internal void @init() {
  store i32 1, ptr addrspace(1) @g
  ret void
}

define ptx_kernel void @k() "nvvm.maxntid"="128" {
  ret void
}
