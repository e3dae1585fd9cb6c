// A failed run does not change the IR, including functions without an error and functions in other modules.

// RUN: tileiras-opt %s -o %t.before
// RUN: not tileiras-opt --nvvm-transplant %s --mlir-print-ir-after-failure 2>&1 \
// RUN:   | sed -n '/^module/,$p' | sed -e '/^$/d' > %t.after
// RUN: sed -e '/^$/d' %t.before | diff - %t.after
// RUN: FileCheck %s < %t.after

// CHECK: llvm.func @bad() attributes {nvvm.maxnreg = -1 : i32}

module attributes {nvvm.annotations = [[@good, "kernel", 1 : i32], [unit, "kernel", 1 : i32], [@bad, "minctasm", 2 : i32]]} {
  llvm.func @good() attributes {nvvm.maxntid = array<i32: 128>, passthrough = [["nvvm.maxnreg", "32"]]}
  llvm.func @bad() attributes {nvvm.maxnreg = -1 : i32}
  gpu.module @m attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
    llvm.func @k(!llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.kernel}
  }
}
