; A kernel that is launched with a cluster, of a shape that only the launch states: one fact at every stage.

; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=mlir -o - | FileCheck %s --check-prefix=MLIR
; RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
; RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin
; RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN
; RUN: tileiras-contract audit %s %t.cubin | FileCheck %s --check-prefix=AUDIT
; RUN: tileiras-cc %s --gpu-name=sm_80 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=OLD

; MLIR: @k() attributes {{.*}}nvvm.explicit_cluster, nvvm.kernel
; PTX: .entry k()
; PTX-NEXT: .explicitcluster
; PTX-NEXT: {
; PTX: .entry legacy()
; PTX-NEXT: .explicitcluster
; PTX-NEXT: .maxclusterrank 8
; PTX-NEXT: {
; CUBIN: function kernel explicit_cluster maxclusterrank
; CUBIN-NEXT: legacy set set 8
; CUBIN-NEXT: k set set -
; AUDIT: nvvm.explicit_cluster carried set
; AUDIT: nvvm.explicit_cluster carried set
; AUDIT-NEXT: nvvm.maxclusterrank carried 8
; AUDIT-NEXT: 5 carried
; OLD: remark: 'llvm.func' op removed 'nvvm.explicit_cluster': sm_80 has no clusters [cluster-suppressed]
; OLD-NOT: .explicitcluster
define ptx_kernel void @k() "nvvm.cluster_dim"="0" {
  ret void
}

define void @legacy() {
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{ptr @legacy, !"kernel", i32 1, !"cluster_dim_x", i32 0, !"maxclusterrank", i32 8}
