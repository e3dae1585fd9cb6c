; In code with this data layout, a pointer to shared memory has 32 bits in memory (LLVM's option nvptx-short-ptr). Both
; stores fit, also after the module was imported as MLIR.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
; RUN: tileiras-translate --import-nvvm %s -o %t.mlir 2>/dev/null
; RUN: tileiras-cc %t.mlir --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s

; The size decides, whatever the alignment.
; RUN: sed s/p3:32:32/p3:32:64/ %s | tileiras-cc - --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=ALIGNED
; ALIGNED: st.global.v2.b32

; CHECK-DAG: st.global.b32 [%rd{{[0-9]+}}+4]
; CHECK-DAG: st.global.b32 [%rd{{[0-9]+}}],
; CHECK-NOT: st.global.b64

target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@s = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %next = getelementptr i8, ptr addrspace(1) %out, i64 4
  store i32 %n, ptr addrspace(1) %next
  store ptr addrspace(3) @s, ptr addrspace(1) %out
  ret void
}
