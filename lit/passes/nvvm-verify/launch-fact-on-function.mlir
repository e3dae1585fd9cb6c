// launch-fact-on-function: the other facts are ignored on a function that is not a kernel.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// A kernel.
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}

// -----

// A function with every such fact that can be combined with the others.
// expected-warning@+4 {{'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
// expected-warning@+3 {{'llvm.func' op 'nvvm.minctasm' is ignored on a function that is no kernel [launch-fact-on-function]}}
// expected-warning@+2 {{'llvm.func' op 'nvvm.maxnreg' is ignored on a function that is no kernel [launch-fact-on-function]}}
// expected-warning@+1 {{'llvm.func' op 'nvvm.grid_constant' is ignored on a function that is no kernel [launch-fact-on-function]}}
llvm.func @f(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 1>, nvvm.maxnreg = 64 : i32, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}

// -----

// The exact block.
// expected-warning@+1 {{'func.func' op 'nvvm.reqntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
func.func private @f() attributes {nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// A function that a legacy tuple makes a kernel counts as a kernel.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // expected-warning@+1 {{'llvm.func' op legacy key 'kernel' remains in tuple 0 of 'nvvm.annotations', its canonical form is the attribute 'nvvm.kernel' ('gpu.kernel' on a 'gpu.func') [legacy-fact-remains]}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}
}

// -----

// A function with a legacy `kernel` of 0 is not a kernel.
module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32]]} {
  // expected-warning@+2 {{'llvm.func' op legacy key 'kernel' remains in tuple 0 of 'nvvm.annotations', its canonical form is the attribute 'nvvm.kernel' ('gpu.kernel' on a 'gpu.func') [legacy-fact-remains]}}
  // expected-warning@+1 {{'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}
}
