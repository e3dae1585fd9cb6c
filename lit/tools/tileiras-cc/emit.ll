; The same facts at each stage: in canonical form, as LLVM reads them, as directives, and in the cubin.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=mlir -o - | FileCheck %s --check-prefix=MLIR
; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=llvm -o - | FileCheck %s --check-prefix=LLVM
; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
; RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN

; There are no clusters below sm_90, and a remark reports it.
; RUN: tileiras-cc %s --gpu-name=sm_80 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=OLD

%pair = type { i32, float }

define void @gemm(ptr byval(%pair) %shape, ptr %out) {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @gemm, !"kernel", i32 1, !"reqntidx", i32 128, !"maxnreg", i32 168}
!1 = !{ptr @gemm, !"cluster_dim_x", i32 2, !"grid_constant", !2}
!2 = !{i32 1}

; MLIR-NOT: nvvm.annotations =
; MLIR: llvm.func {{.*}}@gemm(
; MLIR-SAME: nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.grid_constant = array<i32: 1>, nvvm.kernel
; MLIR-SAME: nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 128, 1, 1>

; LLVM: define {{.*}}void @gemm(ptr {{.*}}"nvvm.grid_constant"{{.*}}, ptr %{{.*}}) #[[ATTRIBUTES:[0-9]+]]
; LLVM: attributes #[[ATTRIBUTES]] = {{.*}}"nvvm.cluster_dim"="2,1,1"{{.*}}"nvvm.maxnreg"="168"{{.*}}"nvvm.reqntid"="128,1,1"

; PTX: .target sm_90a
; PTX: .entry gemm(
; PTX: .reqntid 128, 1, 1
; PTX-NEXT: .maxnreg 168
; PTX-NEXT: .explicitcluster
; PTX-NEXT: .reqnctapercluster 2, 1, 1

; CUBIN: cubin, sm_90a, 1 function with launch facts
; CUBIN-NEXT: function kernel reqntid cluster_dim register cap
; CUBIN-NEXT: gemm set 128, 1, 1 2, 1, 1 168

; OLD: emit.ll:[[@LINE-28]]:1: remark: 'llvm.func' op removed 'nvvm.cluster_dim': sm_80 has no clusters [cluster-suppressed]
; OLD: .target sm_80
; OLD-NOT: cluster
