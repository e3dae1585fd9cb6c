// Values that are not indices of arguments.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// Index 0: LLVM would put it on the result.
module attributes {nvvm.annotations = [[@k, "grid_constant", array<i32: 0>]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must be a list of 1-based argument indices, got array<i32: 0>}}
  llvm.func @k(!llvm.ptr)
}

// -----

// A negative index.
module attributes {nvvm.annotations = [[@k, "grid_constant", array<i32: -1>]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must be a list of 1-based argument indices, got array<i32: -1>}}
  llvm.func @k(!llvm.ptr)
}

// -----

// An index after the last argument.
module attributes {nvvm.annotations = [[@k, "grid_constant", array<i32: 1, 3>]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must name arguments 1 to 2, got 3}}
  llvm.func @k(!llvm.ptr, i32)
}

// -----

// A function without arguments.
module attributes {nvvm.annotations = [[@k, "grid_constant", array<i32: 1>]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must name an argument, but the function has none, got 1}}
  llvm.func @k()
}

// -----

// A number instead of a list.
module attributes {nvvm.annotations = [[@k, "grid_constant", 1 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must be a list of 1-based argument indices, got 1 : i32}}
  llvm.func @k(!llvm.ptr)
}

// -----

// A list of strings.
module attributes {nvvm.annotations = [[@k, "grid_constant", ["a"]]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must be a list of 1-based argument indices, got ["a"]}}
  llvm.func @k(!llvm.ptr)
}

// -----

// The argument's attribute on the function.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must be a list of 1-based argument indices, got unit}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant}

// -----

// The canonical attribute with an index after the last argument.
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments 1 to 1, got 2}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 2>}

// -----

// Upstream's verifier rejects a value on an argument.
// expected-error@+1 {{'"nvvm.grid_constant"' must be a unit attribute}}
llvm.func @k(!llvm.ptr {llvm.byval = i64, nvvm.grid_constant = 1 : i32}) attributes {nvvm.kernel}
