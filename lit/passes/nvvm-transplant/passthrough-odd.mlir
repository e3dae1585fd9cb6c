// A launch fact in passthrough must be a string. Entries are read on every kind of function.

// RUN: tileiras-opt --nvvm-transplant --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK: func.func private @f() attributes {nvvm.annotations_transplanted, nvvm.minctasm = 3 : i32, passthrough = ["cold"]}
func.func private @f() attributes {passthrough = ["cold", ["nvvm.minctasm", "3"]]}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be 1 to 3 non-negative integers, got 32 : i32}}
llvm.func @k() attributes {passthrough = [["nvvm.maxntid", 32 : i32]]}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be 1 to 3 non-negative integers, got ["1", "2"]}}
llvm.func @k() attributes {passthrough = [["nvvm.maxntid", "1", "2"]]}
