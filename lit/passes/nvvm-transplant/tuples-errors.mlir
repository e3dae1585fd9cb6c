// Malformed tuples, on every kind of module.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// A dictionary instead of a tuple.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must be [@symbol, "key", value, ...], got {kernel = 1 : i32}}}
module attributes {nvvm.annotations = [{kernel = 1 : i32}]} {
}

// -----

// A symbol instead of a tuple.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must be [@symbol, "key", value, ...], got @k}}
module attributes {nvvm.annotations = [@k]} {
  llvm.func @k()
}

// -----

// Tuples are numbered from the start of the list.
// expected-error@+1 {{'gpu.module' op 'nvvm.annotations' tuple 2 must start with a symbol, got 1 : i32}}
gpu.module @m attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], [], [1 : i32, "kernel", 1 : i32]]} {
  llvm.func @k()
}

// -----

// A symbol of the enclosing module is not a symbol of this module.
llvm.func @outer()
// expected-error@+1 {{'gpu.module' op 'nvvm.annotations' tuple 0 must name a symbol of this module, but @outer is undefined}}
gpu.module @m attributes {nvvm.annotations = [[@outer, "kernel", 1 : i32]]} {
}

// -----

// The symbol is looked up even if no key is a launch fact.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must name a symbol of this module, but @missing is undefined}}
module attributes {nvvm.annotations = [[@missing, "texture", 1 : i32]]} {
}

// -----

// A nested symbol reference whose last symbol is missing.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must name a symbol of this module, but @m::@missing is undefined}}
module attributes {nvvm.annotations = [[@m::@missing, "kernel", 1 : i32]]} {
  gpu.module @m {}
}

// -----

// A missing value is an error even if the symbol is null.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must hold a value for each key, but "kernel" has none}}
module attributes {nvvm.annotations = [[unit, "kernel"]]} {
}

// -----

// A second key that is not a string.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must have strings as keys, got unit}}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, unit, 1 : i32]]} {
  llvm.func @k()
}
