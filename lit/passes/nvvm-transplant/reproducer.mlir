// A failed run writes a reproducer with the pass, its option and the unchanged IR.

// RUN: not tileiras-opt --nvvm-transplant=on-conflict=error --mlir-pass-pipeline-crash-reproducer=%t %s 2>/dev/null
// RUN: FileCheck %s < %t
// RUN: not tileiras-opt --run-reproducer %t 2>&1 | FileCheck %s --check-prefix=AGAIN

// CHECK: module attributes {nvvm.annotations = {{\[\[}}@k, "maxnreg", 64 : i32]]} {
// CHECK: llvm.func @k() attributes {nvvm.maxnreg = 32 : i32}
// CHECK: pipeline: "builtin.module(nvvm-transplant{form=canonical on-conflict=error})"
// AGAIN: error: 'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64

module attributes {nvvm.annotations = [[@k, "maxnreg", 64 : i32]]} {
  llvm.func @k() attributes {nvvm.maxnreg = 32 : i32}
}
