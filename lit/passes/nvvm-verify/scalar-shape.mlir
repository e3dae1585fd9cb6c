// scalar-shape: nvvm.minctasm, nvvm.maxnreg and nvvm.maxclusterrank are integers of at most 32 bits, no booleans, no strings.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Any integer width is legal.
llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i64, nvvm.maxnreg = 64 : i16, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32}

// -----

// A boolean: LLVM would print 4294967295.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxnreg' must be an integer attribute, got true [scalar-shape]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = true}

// -----

// More than 32 bits: LLVM would print 705032704.
// expected-error@+1 {{'llvm.func' op 'nvvm.minctasm' must fit in 32 bits, got 5000000000 : i64 [scalar-shape]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.minctasm = 5000000000 : i64}

// -----

// A string. Upstream does not verify nvvm.maxclusterrank.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"}

// -----

// A list.
gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'nvvm.maxclusterrank' must be an integer attribute, got array<i32: 8> [scalar-shape]}}
  gpu.func @k() kernel attributes {nvvm.maxclusterrank = array<i32: 8>} { gpu.return }
}

// -----

// Upstream's verifier rejects the other two facts if they are not integers.
// expected-error@+1 {{'"nvvm.maxnreg"' attribute must be integer constant}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = "64"}
