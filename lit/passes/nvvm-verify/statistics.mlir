// The pass counts functions and violations, warnings among them.

// RUN: tileiras-opt --nvvm-verify --mlir-pass-statistics %s -o /dev/null 2>&1 | FileCheck %s

// CHECK: NVVMVerify
// CHECK-NEXT: (S) 3 functions-checked - Number of functions checked
// CHECK-NEXT: (S) 2 violations-found - Number of violations reported

llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
llvm.func @f() attributes {nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.max_nreg = 64 : i32}
gpu.module @m {
  gpu.func @l() kernel { gpu.return }
}
