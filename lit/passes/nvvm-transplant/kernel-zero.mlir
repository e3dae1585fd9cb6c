// A legacy `kernel` of 0 states that the function is not a kernel. It is consumed, and a remark reports it.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@denied, "kernel", 0 : i32],
  [@denied_with_more, "kernel", 0 : i64, "maxnreg", 32 : i32]
]} {
  // CHECK: llvm.func @denied() attributes {nvvm.annotations_transplanted}
  // expected-remark@+1 {{'llvm.func' op 'kernel' in tuple 0 of 'nvvm.annotations' is 0: the fact does not hold}}
  llvm.func @denied()
  // CHECK: llvm.func @denied_with_more() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  // expected-remark@+1 {{'llvm.func' op 'kernel' in tuple 1 of 'nvvm.annotations' is 0: the fact does not hold}}
  llvm.func @denied_with_more()
}
