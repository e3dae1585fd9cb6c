// Values that cannot be converted to nvvm.maxnreg.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "maxnreg", -5 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -5 : i32 (unsigned 4294967291)}}
  llvm.func @k()
}

// -----

// More than 32 bits.
module attributes {nvvm.annotations = [[@k, "maxnreg", 4294967296 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 4294967296 : i64}}
  llvm.func @k()
}

// -----

// More than 64 bits: the value is not truncated.
module attributes {nvvm.annotations = [[@k, "maxnreg", 18446744073709551744 : i128]]} {
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 18446744073709551744 : i128}}
  llvm.func @k()
}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "maxnreg", "2"]]} {
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "2"}}
  llvm.func @k()
}

// -----

// An attribute that is negative.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' must be a non-negative integer that fits in 32 bits, got -1 : i64}}
llvm.func @k() attributes {nvvm.maxnreg = -1 : i64}

// -----

// An attribute that is a boolean.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' must be a non-negative integer that fits in 32 bits, got true}}
llvm.func @k() attributes {nvvm.maxnreg = true}

// -----

// A string of two numbers.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' in 'passthrough' must be a non-negative integer that fits in 32 bits, got "2,2"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxnreg", "2,2"]]}

// -----

// A name without a value.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' in 'passthrough' must be a non-negative integer that fits in 32 bits, got ""}}
llvm.func @k() attributes {passthrough = ["nvvm.maxnreg"]}

// -----

// A string that LLVM would read as hexadecimal.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' in 'passthrough' must be a decimal number without a leading zero, got "0x10"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxnreg", "0x10"]]}
