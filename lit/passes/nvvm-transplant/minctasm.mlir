// The occupancy floor in every spelling: nvvm.minctasm as an i32.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.minctasm = 4 : i32}
llvm.func @canonical() attributes {nvvm.minctasm = 4 : i32}

// CHECK: llvm.func @wide() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
llvm.func @wide() attributes {nvvm.minctasm = 4 : i64}

// CHECK: llvm.func @unsigned() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
llvm.func @unsigned() attributes {nvvm.minctasm = 4 : ui32}

// CHECK: llvm.func @index() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
llvm.func @index() attributes {nvvm.minctasm = 4 : index}

// As LLVM's string attribute.
// CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
llvm.func @string() attributes {passthrough = [["nvvm.minctasm", "4"]]}

// CHECK: llvm.func @blanks() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
llvm.func @blanks() attributes {passthrough = [["nvvm.minctasm", " 4 "]]}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@legacy, "minctasm", 4 : i32], [@legacy_wide, "minctasm", 4 : i64], [@legacy_narrow, "minctasm", 2 : i8]
]} {
  // CHECK: llvm.func @legacy() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
  llvm.func @legacy()
  // CHECK: llvm.func @legacy_wide() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 4 : i32}
  llvm.func @legacy_wide()
  // CHECK: llvm.func @legacy_narrow() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 2 : i32}
  llvm.func @legacy_narrow()
}
