// Values that cannot be converted to nvvm.reqntid.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "reqntidx", 128 : i32], [@k, "reqntidy", -1 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidy' in tuple 1 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -1 : i32 (unsigned 4294967295)}}
  llvm.func @k()
}

// -----

// More than 32 bits.
module attributes {nvvm.annotations = [[@k, "reqntidx", 4294967296 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 4294967296 : i64}}
  llvm.func @k()
}

// -----

// A value that does not fit in i32.
module attributes {nvvm.annotations = [[@k, "reqntidz", 2147483648 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidz' in tuple 0 of 'nvvm.annotations' must be at most 2147483647, the largest value of an 'array<i32>', got 2147483648 : i64}}
  llvm.func @k()
}

// -----

// A boolean.
module attributes {nvvm.annotations = [[@k, "reqntidx", true]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got true}}
  llvm.func @k()
}

// -----

// A null value.
module attributes {nvvm.annotations = [[@k, "reqntidx", unit]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got unit}}
  llvm.func @k()
}

// -----

// A floating-point value.
module attributes {nvvm.annotations = [[@k, "reqntidx", 1.0 : f32]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 1.000000e+00 : f32}}
  llvm.func @k()
}

// -----

// A list instead of one axis.
module attributes {nvvm.annotations = [[@k, "reqntidx", array<i32: 128>]]} {
  // expected-error@+1 {{'llvm.func' op 'reqntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got array<i32: 128>}}
  llvm.func @k()
}

// -----

// An attribute of one axis, negative.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntidx' must be a non-negative integer that fits in 32 bits, got -1 : i32}}
llvm.func @k() attributes {nvvm.reqntidx = -1 : i32}

// -----

// The canonical attribute, with a negative value.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' must be 1 to 3 non-negative integers, got array<i32: 128, -1>}}
llvm.func @k() attributes {nvvm.reqntid = array<i32: 128, -1>}

// -----

// A string of four values.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' in 'passthrough' must have 1 to 3 values, got 4}}
llvm.func @k() attributes {passthrough = [["nvvm.reqntid", "8,4,2,1"]]}

// -----

// An empty string.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' in 'passthrough' must be 1 to 3 non-negative integers, got ""}}
llvm.func @k() attributes {passthrough = ["nvvm.reqntid"]}

// -----

// A string that is not a number.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' in 'passthrough' must be 1 to 3 non-negative integers, got "128,a"}}
llvm.func @k() attributes {passthrough = [["nvvm.reqntid", "128,a"]]}

// -----

// A string that LLVM would read as octal.
// expected-error@+1 {{'llvm.func' op 'nvvm.reqntid' in 'passthrough' must be a decimal number without a leading zero, got "0128"}}
llvm.func @k() attributes {passthrough = [["nvvm.reqntid", "0128"]]}
