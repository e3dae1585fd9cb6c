// The register cap in every spelling: nvvm.maxnreg as an i32.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.maxnreg = 168 : i32}
llvm.func @canonical() attributes {nvvm.maxnreg = 168 : i32}

// CHECK: llvm.func @wide() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
llvm.func @wide() attributes {nvvm.maxnreg = 168 : i64}

// CHECK: llvm.func @unsigned() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
llvm.func @unsigned() attributes {nvvm.maxnreg = 168 : ui32}

// CHECK: llvm.func @index() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
llvm.func @index() attributes {nvvm.maxnreg = 168 : index}

// As LLVM's string attribute.
// CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
llvm.func @string() attributes {passthrough = [["nvvm.maxnreg", "168"]]}

// CHECK: llvm.func @blanks() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
llvm.func @blanks() attributes {passthrough = [["nvvm.maxnreg", " 168 "]]}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@legacy, "maxnreg", 168 : i32], [@legacy_wide, "maxnreg", 168 : i64], [@legacy_narrow, "maxnreg", 2 : i8]
]} {
  // CHECK: llvm.func @legacy() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
  llvm.func @legacy()
  // CHECK: llvm.func @legacy_wide() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 168 : i32}
  llvm.func @legacy_wide()
  // CHECK: llvm.func @legacy_narrow() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 2 : i32}
  llvm.func @legacy_narrow()
}
