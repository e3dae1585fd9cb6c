; A module without a data layout is read with that of CUDA, in which an i64 is aligned to 8 bytes. With LLVM's default
; layout, the volatile accesses would be split, and the size of the struct would be 12.

; RUN: split-file %s %t
; RUN: tileiras-cc %t/triple.ll --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
; RUN: tileiras-cc %t/none.ll --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
; RUN: tileiras-cc %t/module.mlir --emit=ptx -o - | FileCheck %s --check-prefix=ACCESS

; The translation reads a module with the layout of its triple, too.
; RUN: tileiras-translate --import-nvvm %t/triple.ll | FileCheck %s --check-prefix=IMPORT
; RUN: tileiras-translate --import-nvvm %t/triple.ll -o /dev/null 2>&1 | count 0

; The output for LLVM states what was compiled for.
; RUN: tileiras-cc %t/none.ll --gpu-name=sm_90 --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

; CHECK: ld.volatile.global.b64 [[VALUE:%rd[0-9]+]]
; CHECK-NEXT: add.s64 [[SUM:%rd[0-9]+]], [[VALUE]], 16;
; CHECK-NEXT: st.volatile.global.b64 {{.*}}, [[SUM]];

; ACCESS: ld.volatile.global.b64
; ACCESS-NEXT: st.volatile.global.b64

; IMPORT: module attributes {dlti.dl_spec = {{.*}}i64 = dense<64>{{.*}}llvm.target_triple = "nvptx64-nvidia-cuda"}
; IMPORT: llvm.load volatile %{{.*}} {alignment = 8 : i64}

; LLVM: target datalayout = "e-{{.*}}i64:64{{.*}}"
; LLVM: target triple = "nvptx64-nvidia-cuda"

;--- triple.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %value = load volatile i64, ptr %p
  %size = ptrtoint ptr getelementptr ({i32, i64}, ptr null, i32 1) to i64
  %sum = add i64 %value, %size
  store volatile i64 %sum, ptr %p
  ret void
}

;--- none.ll
define ptx_kernel void @k(ptr %p) {
  %value = load volatile i64, ptr %p
  %size = ptrtoint ptr getelementptr ({i32, i64}, ptr null, i32 1) to i64
  %sum = add i64 %value, %size
  store volatile i64 %sum, ptr %p
  ret void
}

;--- module.mlir
gpu.module @m [#nvvm.target<chip = "sm_90">] {
  llvm.func @k(%p: !llvm.ptr) attributes {nvvm.kernel} {
    %value = llvm.load volatile %p : !llvm.ptr -> i64
    llvm.store volatile %value, %p : i64, !llvm.ptr
    llvm.return
  }
}
