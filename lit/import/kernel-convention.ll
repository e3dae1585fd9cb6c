; The calling convention ptx_kernel is imported as nvvm.kernel. Stock --import-llvm drops it.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-translate --import-llvm %s | FileCheck %s --check-prefix=STOCK

; CHECK: llvm.func ptx_kernelcc @k() attributes {nvvm.kernel}
; CHECK: llvm.func ptx_kernelcc @declared() attributes {nvvm.kernel}
; CHECK: llvm.func ptx_devicecc @device() {
; CHECK: llvm.func @plain() {
; STOCK: llvm.func ptx_kernelcc @k() {

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() {
  ret void
}
declare ptx_kernel void @declared()
define ptx_device void @device() {
  ret void
}
define void @plain() {
  ret void
}
