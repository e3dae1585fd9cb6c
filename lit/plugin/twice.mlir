// Loaded twice, the plugin changes nothing.

// RUN: mlir-opt --load-pass-plugin=%plugin --load-pass-plugin=%plugin --load-dialect-plugin=%plugin --pass-pipeline='builtin.module(nvvm-launch)' %s | FileCheck %s

// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  llvm.func @k()
}
