// Names can be long, quoted and full of punctuation.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1}", "maxntidx", 128 : i32],
  [@"quote \22 and \5C backslash", "maxnreg", 32 : i32],
  [@"kernel", "minctasm", 2 : i32],
  [@"nvvm.annotations", "reqntidx", 64 : i32],
  [@"\C3\A9t\C3\A9", "maxnreg", 40 : i32],
  [@"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1}", "kernel", 1 : i32],
  [@_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE, "kernel", 1 : i32]
]} {
  // CHECK: llvm.func @"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1}"() attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
  llvm.func @"void ns::apply<float, (int)4>(ns::view<float const*>, ...)::{lambda(int)#1}"()
  // CHECK: llvm.func @"quote \22 and \\ backslash"() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
  llvm.func @"quote \22 and \5C backslash"()
  // CHECK: llvm.func @kernel() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 2 : i32}
  llvm.func @kernel()
  // CHECK: llvm.func @nvvm.annotations() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 64, 1, 1>}
  llvm.func @nvvm.annotations()
  // CHECK: llvm.func @"\C3\A9t\C3\A9"() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 40 : i32}
  llvm.func @"\C3\A9t\C3\A9"()
  // CHECK: llvm.func @_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @_ZN9gpu_tools3map28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE()
}
