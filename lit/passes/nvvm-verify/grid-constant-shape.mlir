// grid-constant-shape: nvvm.grid_constant on a function names pointer arguments, 1-based, each once.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Two of three arguments.
llvm.func @k(!llvm.ptr, i32, !llvm.ptr) attributes {nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel}

// -----

// Index 0.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments by 1-based index, got 0 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 0>, nvvm.kernel}

// -----

// A negative index.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments by 1-based index, got -1 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: -1>, nvvm.kernel}

// -----

// An index after the last argument.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments 1 to 2, got 3 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr, i32) attributes {nvvm.grid_constant = array<i32: 1, 3>, nvvm.kernel}

// -----

// A function without arguments.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name an argument, but the function has none, got 1 [grid-constant-shape]}}
llvm.func @k() attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel}

// -----

// The same index twice.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name each argument once, got 1 twice [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 1, 1>, nvvm.kernel}

// -----

// An argument that is not a pointer.
gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'nvvm.grid_constant' must name pointer arguments, got 2, which is not a pointer [grid-constant-shape]}}
  gpu.func @k(%p: !llvm.ptr, %n: i32) kernel attributes {nvvm.grid_constant = array<i32: 1, 2>} { gpu.return }
}

// -----

// The attribute is not a list.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must be an array of i32 argument indices, got 1 : i32 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = 1 : i32, nvvm.kernel}

// -----

// Each error of one list.
// expected-error@+3 {{'llvm.func' op 'nvvm.grid_constant' must name arguments by 1-based index, got 0 [grid-constant-shape]}}
// expected-error@+2 {{'llvm.func' op 'nvvm.grid_constant' must name each argument once, got 1 twice [grid-constant-shape]}}
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments 1 to 1, got 2 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 1, 0, 2, 1>, nvvm.kernel}
