// A chip that is not known is named.

// RUN: not tileiras-cc %s -o %t.cubin 2>&1 | FileCheck %s
// CHECK: tileiras-cc: error: {{.*}}chip-errors.mlir: #nvvm.target: unknown chip 'sm_999', did you mean 'sm_90'?; known chips are sm_50,

gpu.module @m [#nvvm.target<chip = "sm_999">] {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}
