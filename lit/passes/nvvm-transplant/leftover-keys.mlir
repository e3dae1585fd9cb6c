// Keys without a canonical attribute stay in their tuple, in the same order. Only consumed keys are removed.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: module attributes {nvvm.annotations = [
// CHECK-SAME: [@k, "local_maxnreg", 32 : i32],
// CHECK-SAME: [@k, "align", 65552 : i32, "align", 131080 : i32],
// CHECK-SAME: [@k, "com.example.tuning", 7 : i32, "producer", "me"],
// CHECK-SAME: [@k, "com.example.shape", [3 : i32, "x"]],
// CHECK-SAME: [@k, "MaxNTidX", 64 : i32, "maxntidw", 1 : i32, "", 0 : i32],
// CHECK-SAME: [@helper, "align", 4 : i32]]} {
module attributes {nvvm.annotations = [
  [@k, "maxnreg", 64 : i32, "local_maxnreg", 32 : i32],
  [@k, "kernel", 1 : i32],
  [@k, "align", 65552 : i32, "align", 131080 : i32],
  [@k, "com.example.tuning", 7 : i32, "maxntidx", 128 : i32, "producer", "me", "minctasm", 2 : i32],
  [@k, "com.example.shape", [3 : i32, "x"]],
  [@k, "MaxNTidX", 64 : i32, "maxntidw", 1 : i32, "", 0 : i32],
  [@helper, "align", 4 : i32]
]} {
  // CHECK: llvm.func @k(!llvm.ptr, !llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}
  llvm.func @k(!llvm.ptr, !llvm.ptr)
  // CHECK: llvm.func @helper() -> i32{{$}}
  llvm.func @helper() -> i32
}
