// The statistics of the pass.

// RUN: tileiras-opt --nvvm-transplant --mlir-pass-statistics %s -o /dev/null 2>&1 | FileCheck %s

// Five tuples. Moved: kernel, maxntid (counted once for two tuples) and maxnreg of @k, minctasm of @l. Left: two pairs
// of @k and one about a global. Marked: @k and @l.
// CHECK: NVVMTransplant
// CHECK-NEXT: (S) 5 tuples-seen - Number of legacy tuples read
// CHECK-NEXT: (S) 4 facts-moved - Number of facts moved to canonical attributes
// CHECK-NEXT: (S) 3 facts-left - Number of key/value pairs left in legacy tuples
// CHECK-NEXT: (S) 2 functions-marked - Number of functions marked as transplanted

module attributes {nvvm.annotations = [
  [@k, "kernel", 1 : i32, "maxntidx", 128 : i32], [@k, "maxntidy", 2 : i32],
  [@k, "maxnreg", 64 : i32, "local_maxnreg", 16 : i32], [@k, "producer", "me"], [@g, "managed", 1 : i32]
]} {
  llvm.mlir.global external @g() : i32
  llvm.func @k()
  llvm.func @l() attributes {passthrough = [["nvvm.minctasm", "2"]]}
  llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>}
}
