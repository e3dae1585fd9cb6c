// Values that cannot be converted to nvvm.minctasm.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "minctasm", -5 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'minctasm' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -5 : i32 (unsigned 4294967291)}}
  llvm.func @k()
}

// -----

// More than 32 bits.
module attributes {nvvm.annotations = [[@k, "minctasm", 4294967296 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'minctasm' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 4294967296 : i64}}
  llvm.func @k()
}

// -----

// More than 64 bits: the value is not truncated.
module attributes {nvvm.annotations = [[@k, "minctasm", 18446744073709551744 : i128]]} {
  // expected-error@+1 {{'llvm.func' op 'minctasm' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 18446744073709551744 : i128}}
  llvm.func @k()
}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "minctasm", "2"]]} {
  // expected-error@+1 {{'llvm.func' op 'minctasm' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "2"}}
  llvm.func @k()
}

// -----

// An attribute that is negative.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' must be a non-negative integer that fits in 32 bits, got -1 : i64}}
llvm.func @k() attributes {nvvm.minctasm = -1 : i64}

// -----

// An attribute that is a boolean.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' must be a non-negative integer that fits in 32 bits, got true}}
llvm.func @k() attributes {nvvm.minctasm = true}

// -----

// A string of two numbers.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' must be a non-negative integer that fits in 32 bits, got "2,2"}}
llvm.func @k() attributes {passthrough = [["nvvm.minctasm", "2,2"]]}

// -----

// A name without a value.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' must be a non-negative integer that fits in 32 bits, got ""}}
llvm.func @k() attributes {passthrough = ["nvvm.minctasm"]}

// -----

// A string that LLVM would read as hexadecimal.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' must be a decimal number without a leading zero, got "0x10"}}
llvm.func @k() attributes {passthrough = [["nvvm.minctasm", "0x10"]]}
