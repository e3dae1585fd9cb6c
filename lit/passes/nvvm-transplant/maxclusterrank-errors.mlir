// Values that cannot be converted to nvvm.maxclusterrank.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Negative.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", -5 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'maxclusterrank' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -5 : i32 (unsigned 4294967291)}}
  llvm.func @k()
}

// -----

// More than 32 bits.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", 4294967296 : i64]]} {
  // expected-error@+1 {{'llvm.func' op 'maxclusterrank' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 4294967296 : i64}}
  llvm.func @k()
}

// -----

// More than 64 bits: the value is not truncated.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", 18446744073709551744 : i128]]} {
  // expected-error@+1 {{'llvm.func' op 'maxclusterrank' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got 18446744073709551744 : i128}}
  llvm.func @k()
}

// -----

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", "2"]]} {
  // expected-error@+1 {{'llvm.func' op 'maxclusterrank' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "2"}}
  llvm.func @k()
}

// -----

// An attribute that is negative.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be a non-negative integer that fits in 32 bits, got -1 : i64}}
llvm.func @k() attributes {nvvm.maxclusterrank = -1 : i64}

// -----

// An attribute that is a boolean.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be a non-negative integer that fits in 32 bits, got true}}
llvm.func @k() attributes {nvvm.maxclusterrank = true}

// -----

// A string of two numbers.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' in 'passthrough' must be a non-negative integer that fits in 32 bits, got "2,2"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxclusterrank", "2,2"]]}

// -----

// A name without a value.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' in 'passthrough' must be a non-negative integer that fits in 32 bits, got ""}}
llvm.func @k() attributes {passthrough = ["nvvm.maxclusterrank"]}

// -----

// A string that LLVM would read as hexadecimal.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' in 'passthrough' must be a decimal number without a leading zero, got "0x10"}}
llvm.func @k() attributes {passthrough = [["nvvm.maxclusterrank", "0x10"]]}

// -----

// The two names of the fact contradict each other.
// expected-error@+3 {{'llvm.func' op 'nvvm.maxclusterrank' has conflicting values: 8 and 4}}
// expected-note@+2 {{8 from 'nvvm.maxclusterrank'}}
// expected-note@+1 {{4 from 'nvvm.cluster_max_blocks'}}
llvm.func @k() attributes {nvvm.cluster_max_blocks = 4 : i32, nvvm.maxclusterrank = 8 : i32}

// -----

// A bad value of upstream's attribute is reported under upstream's name.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_max_blocks' in 'passthrough' must be a non-negative integer that fits in 32 bits, got "many"}}
llvm.func @k() attributes {passthrough = [["nvvm.cluster_max_blocks", "many"]]}
