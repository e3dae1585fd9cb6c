// The exact block shape in every spelling: nvvm.reqntid with all three axes, missing ones 1.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.reqntid = array<i32: 128, 2, 4>}
llvm.func @canonical() attributes {nvvm.reqntid = array<i32: 128, 2, 4>}

// CHECK: llvm.func @one_value() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @one_value() attributes {nvvm.reqntid = array<i32: 128>}

// CHECK: llvm.func @two_values() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 2, 1>}
llvm.func @two_values() attributes {nvvm.reqntid = array<i32: 128, 2>}

// One attribute for each axis.
// CHECK: llvm.func @axes() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 32, 4, 2>}
llvm.func @axes() attributes {nvvm.reqntidx = 32 : i32, nvvm.reqntidy = 4 : i64, nvvm.reqntidz = 2 : i16}

// CHECK: llvm.func @axis_x() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 32, 1, 1>}
llvm.func @axis_x() attributes {nvvm.reqntidx = 32 : i32}

// CHECK: llvm.func @axis_y() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 1, 8, 1>}
llvm.func @axis_y() attributes {nvvm.reqntidy = 8 : i32}

// CHECK: llvm.func @axis_z() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 1, 1, 8>}
llvm.func @axis_z() attributes {nvvm.reqntidz = 8 : i32}

// An axis as a string.
// CHECK: llvm.func @axis_string() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 64, 1, 1>}
llvm.func @axis_string() attributes {nvvm.reqntidx = "64"}

// As LLVM's string attribute: one to three numbers, blanks around them, one comma after the last.
// CHECK: llvm.func @string_1() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 1, 1>}
llvm.func @string_1() attributes {passthrough = [["nvvm.reqntid", "128"]]}

// CHECK: llvm.func @string_2() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 2, 1>}
llvm.func @string_2() attributes {passthrough = [["nvvm.reqntid", "128,2"]]}

// CHECK: llvm.func @string_3() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 2, 4>}
llvm.func @string_3() attributes {passthrough = [["nvvm.reqntid", " 128, 2 ,4,"]]}

// CHECK: llvm.func @string_axis() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 1, 16, 1>}
llvm.func @string_axis() attributes {passthrough = [["nvvm.reqntidy", "16"]]}

// The largest value.
// CHECK: llvm.func @largest() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 2147483647, 1, 1>}
llvm.func @largest() attributes {nvvm.reqntidx = 2147483647 : i64}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@apart, "reqntidz", 2 : i32], [@together, "reqntidx", 128 : i32, "reqntidy", 2 : i32, "reqntidz", 1 : i32],
  [@apart, "reqntidx", 32 : i32], [@y_alone, "reqntidy", 8 : i32], [@widths, "reqntidx", 96 : i64, "reqntidy", 2 : i8],
  [@apart, "reqntidy", 4 : i32]
]} {
  // Three separate tuples, in any order.
  // CHECK: llvm.func @apart() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 32, 4, 2>}
  llvm.func @apart()
  // CHECK: llvm.func @together() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 128, 2, 1>}
  llvm.func @together()
  // CHECK: llvm.func @y_alone() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 1, 8, 1>}
  llvm.func @y_alone()
  // CHECK: llvm.func @widths() attributes {nvvm.annotations_transplanted, nvvm.reqntid = array<i32: 96, 2, 1>}
  llvm.func @widths()
}

// -----

// The keys are independent: nvvm.maxntid on the same function has no effect.
// CHECK: llvm.func @both() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 1, 1>, nvvm.reqntid = array<i32: 64, 1, 1>}
module attributes {nvvm.annotations = [[@both, "reqntidx", 64 : i32]]} {
  llvm.func @both() attributes {nvvm.maxntid = array<i32: 32, 1, 1>}
}
