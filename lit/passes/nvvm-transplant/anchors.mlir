// The pass runs on a module, on a gpu.module and on a function, unless an enclosing module has tuples. Then a function
// would be marked as transplanted, and later runs would not read the tuples that name it.

// RUN: split-file %s %t
// RUN: tileiras-opt --pass-pipeline='any(nvvm-transplant)' %t/inner.mlir | FileCheck %s
// RUN: tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-transplant))' %t/inner.mlir | FileCheck %s
// RUN: tileiras-opt --pass-pipeline='builtin.module(llvm.func(nvvm-transplant))' %t/function.mlir | FileCheck %s --check-prefix=FUNC
// RUN: not tileiras-opt --pass-pipeline='builtin.module(gpu.module(nvvm-transplant))' %t/outer.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not tileiras-opt --pass-pipeline='builtin.module(llvm.func(nvvm-transplant))' %t/outer.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED-FUNC
// RUN: tileiras-opt --nvvm-transplant %t/outer.mlir | FileCheck %s

//--- inner.mlir
module {
  // CHECK-LABEL: gpu.module @device
  gpu.module @device attributes {nvvm.annotations = [[@l, "maxnreg", 64 : i32]]} {
    // CHECK: llvm.func @l() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 64 : i32}
    llvm.func @l()
  }
}

//--- function.mlir
// FUNC: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 1, 1>}
llvm.func @k() attributes {nvvm.maxntid = array<i32: 128>}

//--- outer.mlir
// REFUSED: outer.mlir:6:3: error: 'gpu.module' op must be transplanted together with the module around it
// REFUSED: note: this module has 'nvvm.annotations' that may be about it
// REFUSED-FUNC: error: 'llvm.func' op must be transplanted together with the module around it
module attributes {nvvm.annotations = [[@k, "maxnreg", 32 : i32]]} {
  llvm.func @k()
  gpu.module @device attributes {nvvm.annotations = [[@l, "maxnreg", 64 : i32]]} {
    llvm.func @l()
  }
}
