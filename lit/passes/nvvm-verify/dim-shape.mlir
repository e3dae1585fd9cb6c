// dim-shape: nvvm.maxntid and nvvm.reqntid have 1 to 3 i32 values. Upstream's verifier reports it first.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// One, two and three values.
llvm.func @one() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
llvm.func @two() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 2>}
llvm.func @three() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 2, 1>}

// -----

// None.
// expected-error@+1 {{'"nvvm.maxntid"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32>}

// -----

// Four.
// expected-error@+1 {{'"nvvm.reqntid"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 8, 4, 2, 1>}

// -----

// A number.
// expected-error@+1 {{'"nvvm.reqntid"' attribute must be integer array with maximum 3 index}}
func.func private @k() attributes {nvvm.reqntid = 128 : i32}

// -----

// Values of 64 bits.
gpu.module @m {
  // expected-error@+1 {{'"nvvm.maxntid"' attribute must be integer array with maximum 3 index}}
  gpu.func @k() kernel attributes {nvvm.maxntid = array<i64: 128, 1, 1>} { gpu.return }
}
