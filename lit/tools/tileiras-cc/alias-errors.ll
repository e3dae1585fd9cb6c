; An annotation of an alias is one of its function, with a remark. PTX has no aliases of kernels.

; RUN: not tileiras-cc %s --gpu-name=sm_90 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=remark:

; CHECK: alias-errors.ll:[[@LINE+6]]:1: remark: 'llvm.func' op tuple 0 of 'nvvm.annotations' names an alias of this function: its facts are stated here
; CHECK: alias-errors.ll:{{.*}}: error: 'llvm.mlir.alias' op is an alias of the kernel 'k', and ptx has no aliases of kernels

@a = alias void (), ptr @k
@unused = internal alias void (), ptr @k

define void @k() {
  ret void
}

!nvvm.annotations = !{!0, !1}
!0 = !{ptr @a, !"kernel", i32 1}
!1 = !{ptr @k, !"maxntidx", i32 128}
