// Values that cannot be converted to nvvm.maxntid.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32], [@k, "maxntidy", -1 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidy' in tuple 1 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -1 : i32 (unsigned 4294967295)}}
  llvm.func @k()
}

// -----

// More than 32 bits.
module attributes {nvvm.annotations = [[@k, "maxntidx", 4294967296 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 4294967296 : i64}}
  llvm.func @k()
}

// -----

// A value that does not fit in i32.
module attributes {nvvm.annotations = [[@k, "maxntidz", 2147483648 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidz' in tuple 0 of 'nvvm.annotations' must be at most 2147483647, the largest value of an 'array<i32>', got 2147483648 : i64}}
  llvm.func @k()
}

// -----

// A boolean.
module attributes {nvvm.annotations = [[@k, "maxntidx", true]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got true}}
  llvm.func @k()
}

// -----

// A null value.
module attributes {nvvm.annotations = [[@k, "maxntidx", unit]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got unit}}
  llvm.func @k()
}

// -----

// A floating-point value.
module attributes {nvvm.annotations = [[@k, "maxntidx", 1.0 : f32]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 1.000000e+00 : f32}}
  llvm.func @k()
}

// -----

// A list instead of one axis.
module attributes {nvvm.annotations = [[@k, "maxntidx", array<i32: 128>]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got array<i32: 128>}}
  llvm.func @k()
}

// -----

// An attribute of one axis, negative.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntidx' must be a non-negative integer that fits in 32 bits, got -1 : i32}}
llvm.func @k() attributes {nvvm.maxntidx = -1 : i32}

// -----

// The canonical attribute, with a negative value.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' must be 1 to 3 non-negative integers, got array<i32: 128, -1>}}
llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, -1>}

// -----

// A string of four values.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must have 1 to 3 values, got 4}}
llvm.func @k() attributes {passthrough = [["nvvm.maxntid", "8,4,2,1"]]}

// -----

// An empty string.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be 1 to 3 non-negative integers, got ""}}
llvm.func @k() attributes {passthrough = ["nvvm.maxntid"]}

// -----

// A string that is not a number.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be 1 to 3 non-negative integers, got "128,a"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxntid", "128,a"]]}

// -----

// A string that LLVM would read as octal.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be a decimal number without a leading zero, got "0128"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxntid", "0128"]]}

// -----

// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' in 'passthrough' must be at most 2147483647, the largest value of an 'array<i32>', got "4294967296"}}
llvm.func @f() attributes {passthrough = [["nvvm.maxntid", "4294967296"]]}
