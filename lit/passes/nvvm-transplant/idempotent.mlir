// A second run changes nothing.

// RUN: tileiras-opt --nvvm-transplant %s -o %t.once
// RUN: tileiras-opt --nvvm-transplant %t.once -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: tileiras-opt --nvvm-transplant --nvvm-transplant %s | diff %t.once -
// RUN: tileiras-opt --nvvm-transplant --mlir-pass-statistics %t.once -o /dev/null 2>&1 | FileCheck %s
// RUN: tileiras-opt --nvvm-transplant %examples/host_launch.mlir -o %t.host
// RUN: tileiras-opt --nvvm-transplant %t.host | diff %t.host -

// CHECK: (S) 0 facts-moved
// CHECK: (S) 2 facts-left
// CHECK: (S) 0 functions-marked

module attributes {nvvm.annotations = [
  [@tuples, "kernel", 1 : i32, "maxntidy", 2 : i32, "local_maxnreg", 16 : i32], [@global, "texture", 1 : i32],
  [@not_a_kernel, "kernel", 0 : i32]
]} {
  llvm.mlir.global external @global() : i64
  llvm.func @tuples()
  llvm.func @not_a_kernel()
  llvm.func @attributes() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel = true, nvvm.maxntid = array<i32: 128>}
  llvm.func @strings() attributes {passthrough = [["nvvm.maxnreg", "32"], "cold"]}
  llvm.func ptx_kernelcc @convention()
  llvm.func @argument(!llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel}
  llvm.func @canonical() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128>}
}
