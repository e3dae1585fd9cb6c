// Several carriers state a fact with the same value: no conflict, no remark.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s | FileCheck %s

// CHECK: module {
module attributes {nvvm.annotations = [
  [@k, "kernel", 1 : i32, "maxntidx", 128 : i32], [@k, "maxntidx", 128 : i64], [@k, "kernel", 1 : i32],
  [@k, "minctasm", 2 : i32, "minctasm", 2 : i32], [@k, "grid_constant", array<i32: 1>]
]} {
  // CHECK: llvm.func ptx_kernelcc @k(!llvm.ptr {llvm.byval = i64}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}
  llvm.func ptx_kernelcc @k(!llvm.ptr {llvm.byval = i64, nvvm.grid_constant})
      attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxntid = array<i32: 128>, nvvm.maxntidx = 128 : i32,
                  nvvm.minctasm = 2 : i32, passthrough = [["nvvm.maxntid", "128,1"], ["nvvm.minctasm", "2"]]}
}
