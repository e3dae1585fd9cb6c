// The fact kernel in every spelling. On llvm.func it becomes the unit attribute nvvm.kernel.

// RUN: tileiras-opt --nvvm-transplant --split-input-file %s | FileCheck %s

// CHECK: llvm.func @canonical() attributes {nvvm.kernel}
llvm.func @canonical() attributes {nvvm.kernel} { llvm.return }

// CHECK: llvm.func @triton() attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func @triton() attributes {nvvm.kernel = 1 : ui1} { llvm.return }

// CHECK: llvm.func @bool() attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func @bool() attributes {nvvm.kernel = true} { llvm.return }

// CHECK: llvm.func @any_integer() attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func @any_integer() attributes {nvvm.kernel = 7 : i64} { llvm.return }

// The calling convention states the fact, too, and is kept.
// CHECK: llvm.func ptx_kernelcc @convention() attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func ptx_kernelcc @convention() { llvm.return }

// CHECK: llvm.func ptx_kernelcc @convention_and_attribute() attributes {nvvm.kernel}
llvm.func ptx_kernelcc @convention_and_attribute() attributes {nvvm.kernel} { llvm.return }

// A declaration can be a kernel.
// CHECK: llvm.func @declared(!llvm.ptr) attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func @declared(!llvm.ptr) attributes {nvvm.kernel = true}

// A string attribute, as libNVVM 13 reads it, with and without a value. Clang's string for OpenMP is another one.
// CHECK: llvm.func @string() attributes {nvvm.annotations_transplanted, nvvm.kernel}
llvm.func @string() attributes {passthrough = ["nvvm.kernel"]} { llvm.return }
// CHECK: llvm.func @string_with_value() attributes {nvvm.annotations_transplanted, nvvm.kernel, passthrough = ["kernel", "cold"]}
llvm.func @string_with_value() attributes {passthrough = ["kernel", ["nvvm.kernel", "true"], "cold"]} { llvm.return }

gpu.module @strings {
  // CHECK: gpu.func @string() kernel attributes {nvvm.annotations_transplanted}
  gpu.func @string() attributes {passthrough = ["nvvm.kernel"]} { gpu.return }
}

// -----

// CHECK: module {
module attributes {nvvm.annotations = [
  [@one, "kernel", 1 : i32], [@wide, "kernel", 1 : i64], [@narrow, "kernel", true], [@seven, "kernel", 7 : i32],
  [@negative, "kernel", -1 : i32]
]} {
  // CHECK: llvm.func @one() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @one()
  // CHECK: llvm.func @wide() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @wide()
  // CHECK: llvm.func @narrow() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @narrow()
  // CHECK: llvm.func @seven() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @seven()
  // CHECK: llvm.func @negative() attributes {nvvm.annotations_transplanted, nvvm.kernel}
  llvm.func @negative()
}
