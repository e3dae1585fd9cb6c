; "nvvm.grid_constant" on a parameter is imported as an attribute of the function. Stock --import-llvm drops it.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=MOVED
; RUN: tileiras-translate --import-llvm %s | FileCheck %s --check-prefix=STOCK --implicit-check-not=grid_constant

; CHECK: nvvm.annotations = {{\[\[}}@legacy, "grid_constant", array<i32: 1>]]
; CHECK: llvm.func ptx_kernelcc @new({{.*}}) attributes {nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel}
; CHECK: llvm.func ptx_kernelcc @declared({{.*}}) attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel}
; CHECK: llvm.func ptx_kernelcc @legacy({{.*}}) attributes {nvvm.grid_constant = array<i32: 2>, nvvm.kernel}
; MOVED: llvm.func ptx_kernelcc @legacy({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
; STOCK: llvm.func ptx_kernelcc @new(

target triple = "nvptx64-nvidia-cuda"

%s = type { i32, float }

define ptx_kernel void @new(ptr byval(%s) "nvvm.grid_constant" %a, ptr %b, ptr byval(%s) "nvvm.grid_constant" %c) {
  ret void
}
declare ptx_kernel void @declared(ptr byval(%s) "nvvm.grid_constant")
define ptx_kernel void @legacy(ptr byval(%s) %a, ptr byval(%s) "nvvm.grid_constant" %b) {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @legacy, !"grid_constant", !1}
!1 = !{i32 1}
