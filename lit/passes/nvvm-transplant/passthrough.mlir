// Of passthrough, only entries that state a fact are consumed; an empty list is removed.

// RUN: tileiras-opt --nvvm-transplant %s | FileCheck %s

// CHECK: llvm.func @emptied() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
llvm.func @emptied() attributes {passthrough = [["nvvm.maxnreg", "32"]]}

// CHECK: llvm.func @kept() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32, passthrough = ["cold", ["target-cpu", "sm_90"], "hot"]}
llvm.func @kept() attributes {passthrough = ["cold", ["nvvm.maxnreg", "32"], ["target-cpu", "sm_90"], "hot"]}

// No launch fact: no change.
// CHECK: llvm.func @unknown() attributes {passthrough = {{\[\[}}"nvvm.maxregs", "32"], "nvvm", "", ["", ""]]}
llvm.func @unknown() attributes {passthrough = [["nvvm.maxregs", "32"], "nvvm", "", ["", ""]]}

// An entry that agrees with the attribute is consumed, too.
// CHECK: llvm.func @agrees() attributes {nvvm.annotations_transplanted, nvvm.maxnreg = 32 : i32}
llvm.func @agrees() attributes {nvvm.maxnreg = 32 : i32, passthrough = [["nvvm.maxnreg", "32"]]}
