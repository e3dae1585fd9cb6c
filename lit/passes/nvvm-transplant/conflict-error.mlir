// The default policy: two values for one fact are an error that names both, with a note for the source of each.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-transplant=on-conflict=error %s --split-input-file --verify-diagnostics

// Two pairs of one tuple.
module attributes {nvvm.annotations = [[@k, "minctasm", 2 : i32, "minctasm", 4 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.minctasm' has conflicting values: 2 and 4}}
  // expected-note@+2 {{2 from 'minctasm' in tuple 0 of 'nvvm.annotations'}}
  // expected-note@+1 {{4 from 'minctasm' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k()
}

// -----

// Two keys of one fact.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", 8 : i32], [@k, "cluster_max_blocks", 4 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxclusterrank' has conflicting values: 8 and 4}}
  // expected-note@+2 {{8 from 'maxclusterrank' in tuple 0 of 'nvvm.annotations'}}
  // expected-note@+1 {{4 from 'cluster_max_blocks' in tuple 1 of 'nvvm.annotations'}}
  llvm.func @k()
}

// -----

// Only the conflicting axis is reported.
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32, "maxntidy", 4 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in y: 2 and 4}}
  // expected-note@+2 {{2 from 'nvvm.maxntid'}}
  // expected-note@+1 {{4 from 'maxntidy' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 2, 1>}
}

// -----

// An axis that is stated as 1 is not one that is left out.
module attributes {nvvm.annotations = [[@k, "maxntidy", 2 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in y: 1 and 2}}
  // expected-note@+2 {{1 from 'nvvm.maxntid'}}
  // expected-note@+1 {{2 from 'maxntidy' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.maxntid = array<i32: 128, 1>}
}

// -----

// A conflict between complete shapes is reported with all their axes.
// expected-error@+3 {{'llvm.func' op 'nvvm.reqntid' has conflicting values: [128, 2, 1] and [64, 2, 1]}}
// expected-note@+2 {{[128, 2, 1] from 'nvvm.reqntid'}}
// expected-note@+1 {{[64, 2, 1] from 'nvvm.reqntid' in 'passthrough'}}
llvm.func @k() attributes {nvvm.reqntid = array<i32: 128, 2, 1>, passthrough = [["nvvm.reqntid", "64,2,1"]]}

// -----

// Of incomplete ones, the axis that both state is reported.
// expected-error@+3 {{'llvm.func' op 'nvvm.reqntid' has conflicting values in x: 128 and 64}}
// expected-note@+2 {{128 from 'nvvm.reqntid'}}
// expected-note@+1 {{64 from 'nvvm.reqntid' in 'passthrough'}}
llvm.func @k() attributes {nvvm.reqntid = array<i32: 128, 2>, passthrough = [["nvvm.reqntid", "64"]]}

// -----

// One conflict for each value that differs from the first.
module attributes {nvvm.annotations = [[@k, "maxnreg", 32 : i32], [@k, "maxnreg", 64 : i32], [@k, "maxnreg", 128 : i32]]} {
  // Both errors have the note about 32. One expectation matches both notes.
  // expected-error@+5 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64}}
  // expected-note@+4 {{32 from 'maxnreg' in tuple 0 of 'nvvm.annotations'}}
  // expected-note@+3 {{64 from 'maxnreg' in tuple 1 of 'nvvm.annotations'}}
  // expected-error@+2 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 128}}
  // expected-note@+1 {{128 from 'maxnreg' in tuple 2 of 'nvvm.annotations'}}
  llvm.func @k()
}

// -----

// If several modules have tuples, the notes name the module.
module attributes {nvvm.annotations = [[@m::@k, "maxntidx", 64 : i32]]} {
  gpu.module @m attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {
    // expected-error@+3 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in x: 64 and 128}}
    // expected-note@+2 {{64 from 'maxntidx' in tuple 0 of 'nvvm.annotations' on 'builtin.module'}}
    // expected-note@+1 {{128 from 'maxntidx' in tuple 0 of 'nvvm.annotations' on 'gpu.module' @m}}
    llvm.func @k()
  }
}
