// A tuple that carries nothing is dropped: its function was deleted (a null symbol), it is empty, or it has no pair.

// RUN: tileiras-opt --nvvm-transplant --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK: module @one {
// expected-remark@+1 {{'builtin.module' op 'nvvm.annotations' tuple 1 carries nothing and is dropped}}
module @one attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [unit, "kernel", 1 : i32]]} {
  // CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @k()
}

// -----

// CHECK: module @many attributes {nvvm.annotations = {{\[\[}}@k, "align", 4 : i32]]} {
// expected-remark@+1 {{'builtin.module' op 'nvvm.annotations' tuples 0, 2, 3 carry nothing and are dropped}}
module @many attributes {nvvm.annotations = [[], [@k, "align", 4 : i32], [unit, "maxntidx", 1 : i32], [@k]]} {
  llvm.func @k()
}

// -----

// An empty list is dropped, too.
// CHECK: module @empty {
module @empty attributes {nvvm.annotations = []} {
}
