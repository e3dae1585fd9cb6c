; Old intrinsics that LLVM's readers upgrade, and the declaration of another one that nothing calls.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s

; CHECK: .entry k(
; CHECK: ld.global.nc.b32
; CHECK: bar.sync 0
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %v = call i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1) %in, i32 4)
  call void @llvm.nvvm.barrier0()
  store i32 %v, ptr addrspace(1) %out
  ret void
}

declare i32 @llvm.nvvm.ldg.global.i.i32.p1(ptr addrspace(1), i32)
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.ptx.read.tid.x()
