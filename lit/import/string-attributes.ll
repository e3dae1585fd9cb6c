; LLVM's own string attributes are imported into passthrough, where the transplant reads them. The string nvvm.kernel
; makes a kernel, as in libNVVM 13.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s | tileiras-opt --nvvm-transplant | FileCheck %s --check-prefix=MOVED

; CHECK: llvm.func ptx_kernelcc @k() attributes {nvvm.kernel, passthrough = [
; CHECK-SAME: ["nvvm.maxntid", "128,2"]
; MOVED: llvm.func ptx_kernelcc @k() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 2, 1>, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 64, 1, 1>, passthrough = ["custom"]}
; MOVED: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.kernel}

target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k() "nvvm.maxntid"="128,2" "nvvm.reqntid"="64" "nvvm.cluster_dim"="2" "nvvm.minctasm"="2" "nvvm.maxnreg"="64" "nvvm.maxclusterrank"="8" "nvvm.blocksareclusters" "custom" {
  ret void
}
define void @string() "nvvm.kernel" {
  ret void
}
