// Illegal values of the fact kernel, and functions that cannot be kernels.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// A string in a tuple.
module attributes {nvvm.annotations = [[@k, "kernel", "yes"]]} {
  // expected-error@+1 {{'llvm.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be an integer, got "yes"}}
  llvm.func @k()
}

// -----

// `false`: upstream treats the function as a kernel, because the attribute is present.
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit or a non-zero integer, got false}}
llvm.func @k() attributes {nvvm.kernel = false}

// -----

// The same with zero.
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit or a non-zero integer, got 0 : i32}}
llvm.func @k() attributes {nvvm.kernel = 0 : i32}

// -----

// Two tuples with opposite values.
module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32], [@k, "kernel", 1 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.kernel' has conflicting values: false and true}}
  // expected-note@+2 {{false from 'kernel' in tuple 0 of 'nvvm.annotations'}}
  // expected-note@+1 {{true from 'kernel' in tuple 1 of 'nvvm.annotations'}}
  llvm.func @k()
}

// -----

// A tuple that contradicts the calling convention.
module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.kernel' has conflicting values: true and false}}
  // expected-note@+2 {{true from the calling convention 'ptx_kernelcc'}}
  // expected-note@+1 {{false from 'kernel' in tuple 0 of 'nvvm.annotations'}}
  llvm.func ptx_kernelcc @k()
}

// -----

// A func.func.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // expected-error@+1 {{'func.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'}}
  func.func private @k()
}

// -----

// A gpu.func with a result.
gpu.module @m attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // expected-error@+1 {{'gpu.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be on a function without results, got 1}}
  gpu.func @k(%n: i32) -> i32 {
    gpu.return %n : i32
  }
}

// -----

// Upstream's verifier rejects nvvm.kernel on functions other than llvm.func.
// expected-error@+1 {{'nvvm.kernel' attribute attached to unexpected op}}
func.func private @k() attributes {nvvm.kernel}

// -----

// A null of LLVM IR is imported as a unit, which has no truth value.
module attributes {nvvm.annotations = [[@k, "kernel", unit]]} {
  // expected-error@+1 {{'llvm.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be an integer, got unit}}
  llvm.func @k()
}

// -----

// A string that says no. libNVVM makes a kernel of it nevertheless, because the attribute is present.
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' in 'passthrough' must be a unit or a non-zero integer, got "0"}}
llvm.func @k() attributes {passthrough = [["nvvm.kernel", "0"]]}

// -----

// A string that a tuple contradicts.
module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.kernel' has conflicting values: true and false}}
  // expected-note@+2 {{true from 'nvvm.kernel' in 'passthrough'}}
  // expected-note@+1 {{false from 'kernel' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {passthrough = ["nvvm.kernel"]}
}

// -----

// A string on a function that cannot be a kernel.
// expected-error@+1 {{'func.func' op 'nvvm.kernel' in 'passthrough' must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'}}
func.func private @k() attributes {passthrough = ["nvvm.kernel"]}
