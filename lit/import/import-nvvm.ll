; Every tuple of !nvvm.annotations is imported unchanged into a module attribute, which the transplant reads. Functions
; are imported as by stock --import-llvm, without LLVM's upgrade.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=MOVED

; CHECK: module attributes {{.*}}nvvm.annotations = {{\[\[}}@k, "kernel", 1 : i32, "maxntidx", 128 : i32], [@k, "minctasm", 2 : i32, "local_maxnreg", 32 : i32], [@device, "maxnreg", 64 : i32]]
; CHECK: llvm.func @k(%{{.*}}: !llvm.ptr) {
; CHECK: llvm.func @device() {

; MOVED: module attributes {{.*}}nvvm.annotations = {{\[\[}}@k, "local_maxnreg", 32 : i32]]
; MOVED: llvm.func @k(%{{.*}}: !llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}
; MOVED: llvm.func @device() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}

target triple = "nvptx64-nvidia-cuda"

define void @k(ptr %p) {
  ret void
}

define void @device() {
  ret void
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{ptr @k, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr @k, !"minctasm", i32 2, !"local_maxnreg", i32 32}
!2 = !{ptr @device, !"maxnreg", i32 64}
