; The host initializes such a variable before a launch, so that its initial value must not be used. The stock import
; drops this.

; RUN: tileiras-translate --import-nvvm %s | FileCheck %s
; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

; CHECK: llvm.mlir.global internal @flag(0 : i32) {addr_space = 1 : i32, alignment = 4 : i64, dso_local, externally_initialized} : i32
; CHECK: llvm.mlir.global internal @zero(0 : i32) {addr_space = 1 : i32, alignment = 4 : i64, dso_local} : i32
; PTX: ld.global.b32 [[VALUE:%r[0-9]+]], [flag];
; PTX-NEXT: st.global.b32 {{.*}}, [[VALUE]];

@flag = internal addrspace(1) externally_initialized global i32 0, align 4
@zero = internal addrspace(1) global i32 0, align 4

define ptx_kernel void @k(ptr addrspace(1) %out) {
  %flag = load i32, ptr addrspace(1) @flag
  %zero = load i32, ptr addrspace(1) @zero
  %sum = add i32 %flag, %zero
  store i32 %sum, ptr addrspace(1) %out
  ret void
}
