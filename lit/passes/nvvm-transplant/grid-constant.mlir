// Constant arguments in every spelling: nvvm.grid_constant on the function, 1-based, ascending, unique.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

!s = !llvm.struct<(i32, f32)>

// CHECK: llvm.func @canonical({{.*}}) attributes {nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
llvm.func @canonical(!llvm.ptr {llvm.byval = !s}, !llvm.ptr {llvm.byval = !s})
    attributes {nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}

// As upstream MLIR has it: on the argument.
// CHECK: llvm.func @arguments(!llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>}, i32, !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>, llvm.noundef}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel}
llvm.func @arguments(!llvm.ptr {llvm.byval = !s, nvvm.grid_constant}, i32,
                     !llvm.ptr {llvm.byval = !s, llvm.noundef, nvvm.grid_constant}) attributes {nvvm.kernel}

// Descending, and one of them twice.
// CHECK: llvm.func @unsorted({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
llvm.func @unsorted(!llvm.ptr, !llvm.ptr) attributes {nvvm.grid_constant = array<i32: 2, 1, 2>, nvvm.kernel}

// A list of integers.
// CHECK: llvm.func @list({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
llvm.func @list(!llvm.ptr, !llvm.ptr) attributes {nvvm.grid_constant = [1 : i32, 2 : i64], nvvm.kernel}

// The attribute of the function and those of arguments are one set.
// CHECK: llvm.func @united(!llvm.ptr, !llvm.ptr {llvm.byval = !llvm.struct<(i32, f32)>}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
llvm.func @united(!llvm.ptr, !llvm.ptr {llvm.byval = !s, nvvm.grid_constant})
    attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@legacy, "grid_constant", array<i32: 3, 1>], [@legacy_list, "grid_constant", [1 : i32]],
  [@legacy_apart, "grid_constant", array<i32: 2>], [@legacy_apart, "grid_constant", array<i32: 1>]
]} {
  // CHECK: llvm.func @legacy({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel}
  llvm.func @legacy(!llvm.ptr, i32, !llvm.ptr) attributes {nvvm.kernel}
  // CHECK: llvm.func @legacy_list({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1>, nvvm.kernel}
  llvm.func @legacy_list(!llvm.ptr) attributes {nvvm.kernel}
  // Two tuples about different arguments do not contradict each other.
  // CHECK: llvm.func @legacy_apart({{.*}}) attributes {nvvm.annotations_transplanted, nvvm.grid_constant = array<i32: 1, 2>, nvvm.kernel}
  llvm.func @legacy_apart(!llvm.ptr, !llvm.ptr) attributes {nvvm.kernel}
}
