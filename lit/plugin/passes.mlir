// Stock mlir-opt with the plugin has the passes and their options, and its output is the same as that of tileiras-opt.

// RUN: mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-transplant)' %s -o %t.stock
// RUN: tileiras-opt --pass-pipeline='builtin.module(nvvm-transplant)' %s | diff - %t.stock
// RUN: FileCheck %s < %t.stock
// RUN: mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-transplant{on-conflict=keep},nvvm-verify{chip=sm_90a ptx=8.4 warnings-as-errors})' %s | diff - %t.stock
// RUN: mlir-opt %load-plugin --pass-pipeline='builtin.module(nvvm-launch{on-conflict=keep})' %s | diff - %t.stock

// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}

module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "maxntidx", 128 : i32]]} {
  llvm.func @k() { llvm.return }
}
