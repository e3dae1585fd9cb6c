// One violation of each rule of group shape. More cases are in the folder nvvm-verify. Upstream's verifier reports
// dim-shape and blocksareclusters-requires first.

// RUN: tileiras-opt --nvvm-verify=form=canonical %s --split-input-file --verify-diagnostics

// dim-shape
// expected-error@+1 {{'"nvvm.reqntid"' attribute must be integer array with maximum 3 index}}
llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 8, 4, 2, 1>}

// -----

// cluster-dim-arity
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1>, nvvm.kernel}

// -----

// scalar-shape
// expected-error@+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"}

// -----

// unit-shape
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit attribute, got 1 : i32 [unit-shape]}}
llvm.func @k() attributes {nvvm.kernel = 1 : i32}

// -----

// grid-constant-shape
// expected-error@+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments by 1-based index, got 0 [grid-constant-shape]}}
llvm.func @k(!llvm.ptr) attributes {nvvm.grid_constant = array<i32: 0>, nvvm.kernel}

// -----

// blocksareclusters-requires
// expected-error@+1 {{'"nvvm.blocksareclusters"' attribute must be used along with 'nvvm.reqntid' and 'nvvm.cluster_dim'}}
llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// cluster-on-kernel-only
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
llvm.func @f() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}

// -----

// launch-fact-on-function
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
llvm.func @f() attributes {nvvm.maxntid = array<i32: 128, 1, 1>}

// -----

// unknown-launch-attribute
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.minnctapersm', did you mean 'nvvm.minctasm'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.minnctapersm = 2 : i32}

// -----

// legacy-fact-remains
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {
  // expected-warning@+1 {{'llvm.func' op legacy key 'maxntidx' remains in tuple 0 of 'nvvm.annotations', its canonical form is the attribute 'nvvm.maxntid' [legacy-fact-remains]}}
  llvm.func @k() attributes {nvvm.kernel}
}
