// The block bound in every spelling: nvvm.maxntid with all three axes, missing ones 1.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.maxntid = array<i32: 128, 2, 4>}
llvm.func @canonical() attributes {nvvm.maxntid = array<i32: 128, 2, 4>}

// CHECK: llvm.func @one_value() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 1, 1>}
llvm.func @one_value() attributes {nvvm.maxntid = array<i32: 128>}

// CHECK: llvm.func @two_values() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 1>}
llvm.func @two_values() attributes {nvvm.maxntid = array<i32: 128, 2>}

// One attribute for each axis.
// CHECK: llvm.func @axes() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 4, 2>}
llvm.func @axes() attributes {nvvm.maxntidx = 32 : i32, nvvm.maxntidy = 4 : i64, nvvm.maxntidz = 2 : i16}

// CHECK: llvm.func @axis_x() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 1, 1>}
llvm.func @axis_x() attributes {nvvm.maxntidx = 32 : i32}

// CHECK: llvm.func @axis_y() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 1, 8, 1>}
llvm.func @axis_y() attributes {nvvm.maxntidy = 8 : i32}

// CHECK: llvm.func @axis_z() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 1, 1, 8>}
llvm.func @axis_z() attributes {nvvm.maxntidz = 8 : i32}

// An axis as a string.
// CHECK: llvm.func @axis_string() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 1, 1>}
llvm.func @axis_string() attributes {nvvm.maxntidx = "64"}

// As LLVM's string attribute: one to three numbers, blanks around them, one comma after the last.
// CHECK: llvm.func @string_1() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 1, 1>}
llvm.func @string_1() attributes {passthrough = [["nvvm.maxntid", "128"]]}

// CHECK: llvm.func @string_2() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 1>}
llvm.func @string_2() attributes {passthrough = [["nvvm.maxntid", "128,2"]]}

// CHECK: llvm.func @string_3() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 4>}
llvm.func @string_3() attributes {passthrough = [["nvvm.maxntid", " 128, 2 ,4,"]]}

// CHECK: llvm.func @string_axis() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 1, 16, 1>}
llvm.func @string_axis() attributes {passthrough = [["nvvm.maxntidy", "16"]]}

// The largest value.
// CHECK: llvm.func @largest() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 2147483647, 1, 1>}
llvm.func @largest() attributes {nvvm.maxntidx = 2147483647 : i64}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@apart, "maxntidz", 2 : i32], [@together, "maxntidx", 128 : i32, "maxntidy", 2 : i32, "maxntidz", 1 : i32],
  [@apart, "maxntidx", 32 : i32], [@y_alone, "maxntidy", 8 : i32], [@widths, "maxntidx", 96 : i64, "maxntidy", 2 : i8],
  [@apart, "maxntidy", 4 : i32]
]} {
  // Three separate tuples, in any order.
  // CHECK: llvm.func @apart() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 32, 4, 2>}
  llvm.func @apart()
  // CHECK: llvm.func @together() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 128, 2, 1>}
  llvm.func @together()
  // CHECK: llvm.func @y_alone() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 1, 8, 1>}
  llvm.func @y_alone()
  // CHECK: llvm.func @widths() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 96, 2, 1>}
  llvm.func @widths()
}

// -----

// The keys are independent: nvvm.reqntid on the same function has no effect.
// CHECK: llvm.func @both() attributes {nvvm.annotations_transplanted, nvvm.maxntid = array<i32: 64, 1, 1>, nvvm.reqntid = array<i32: 32, 1, 1>}
module attributes {nvvm.annotations = [[@both, "maxntidx", 64 : i32]]} {
  llvm.func @both() attributes {nvvm.reqntid = array<i32: 32, 1, 1>}
}
