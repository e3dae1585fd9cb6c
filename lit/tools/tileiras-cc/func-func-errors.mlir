// No lowering makes a kernel of a func.func.

// RUN: not tileiras-cc %s --gpu-name=sm_90 --emit=ptx -o %t.ptx 2>&1 | FileCheck %s

gpu.module @m {
  // CHECK: func-func-errors.mlir:[[#@LINE+1]]:3: error: 'func.func' op is marked as a kernel, and a func.func is not lowered to one; use a gpu.func
  func.func @f() attributes {gpu.kernel} { return }
  // CHECK: func-func-errors.mlir:[[#@LINE+1]]:3: error: 'func.func' op is marked as a kernel, and a func.func is not lowered to one; use a gpu.func
  func.func private @g() attributes {gpu.kernel, nvvm.maxntid = array<i32: 128>}
  // CHECK-NOT: error:
}
