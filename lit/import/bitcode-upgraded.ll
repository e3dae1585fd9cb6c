; Bitcode that LLVM has upgraded: the facts are in attributes, parameters and the calling convention. Nodes that LLVM
; left in the list are kept. The contract is equal to that of the text.

; RUN: llvm-as %s -o %t.bc
; RUN: tileiras-translate --import-nvvm %t.bc | tileiras-opt --nvvm-transplant | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s

; CHECK: nvvm.annotations = {{\[\[}}@k, "local_maxnreg", 32 : i32], [@g, "managed", 1 : i32]]
; CHECK: llvm.func {{.*}}@k({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
; CHECK: llvm.func @device() {

target triple = "nvptx64-nvidia-cuda"

@g = addrspace(1) global i32 0

define void @k(ptr byval(i64) %p) {
  ret void
}
define void @device() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2, !3, !4, !5}
!0 = !{ptr @k, !"reqntidx", i32 128, !"cluster_dim_x", i32 2, !"maxnreg", i32 64}
!1 = !{ptr @k, !"local_maxnreg", i32 32}
!2 = !{ptr addrspace(1) @g, !"managed", i32 1}
!3 = !{ptr @k, !"minctasm", i32 2, !"blocksareclusters", i32 1}
!4 = !{ptr @k, !"grid_constant", !10}
!5 = !{ptr @k, !"kernel", i32 1}
!10 = !{i32 1}
