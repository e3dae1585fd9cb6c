// Loaded into a tool that has the same passes and dialect already, the plugin changes nothing.

// REQUIRES: shared
// RUN: tileiras-opt %load-plugin --nvvm-launch %s | FileCheck %s

// CHECK: llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.kernel}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  llvm.func @k()
}
