; LLVM's pass for OpenMP reads "nvvm.maxntid" as one number. The fact has three.

; RUN: tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o - | FileCheck %s
; CHECK: .visible .entry k(
; CHECK: .maxntid 128, 1, 1
; CHECK: .visible .entry plane(
; CHECK: .maxntid 16, 8, 1

%configuration = type { i8, i8, i8, i32, i32, i32, i32, i32, i32 }
%environment = type { %configuration, ptr, ptr }
@environment = weak_odr addrspace(1) constant %environment { %configuration { i8 0, i8 1, i8 2, i32 1, i32 256, i32 -1, i32 -1, i32 0, i32 0 }, ptr null, ptr null }

declare i32 @__kmpc_target_init(ptr, ptr)
declare void @__kmpc_target_deinit()

define ptx_kernel void @k(ptr %dynamic) "kernel" "nvvm.maxntid"="128" {
  %thread = call i32 @__kmpc_target_init(ptr addrspacecast (ptr addrspace(1) @environment to ptr), ptr %dynamic)
  call void @__kmpc_target_deinit()
  ret void
}

define ptx_kernel void @plane(ptr %dynamic) "kernel" "nvvm.maxntid"="16,8" {
  %thread = call i32 @__kmpc_target_init(ptr addrspacecast (ptr addrspace(1) @environment to ptr), ptr %dynamic)
  call void @__kmpc_target_deinit()
  ret void
}

!llvm.module.flags = !{!0, !1}
!0 = !{i32 7, !"openmp", i32 51}
!1 = !{i32 7, !"openmp-device", i32 51}
