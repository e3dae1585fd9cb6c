// unknown-launch-attribute: an unknown name that is similar to that of a fact is reported with a suggestion, and any other
// unknown name in the namespace `nvvm.` without one.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Names that are not similar to a fact, and names that have another meaning.
llvm.func @k() attributes {nvvm.align = 8 : i32, nvvm.kernel, nvvm.local_maxnreg = 32 : i32, nvvm.managed, nvvm.texture, other.maxnreg = 1 : i32}

// -----

// The name of the PTX directive.
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.minnctapersm', did you mean 'nvvm.minctasm'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.minnctapersm = 2 : i32}

// -----

// Another directive's name.
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.reqnctapercluster', did you mean 'nvvm.cluster_dim'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.reqnctapercluster = array<i32: 2, 1, 1>}

// -----

// A letter too many, on a gpu.func.
gpu.module @m {
  // expected-warning@+1 {{'gpu.func' op unknown launch attribute 'nvvm.maxnregs', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]}}
  gpu.func @k() kernel attributes {nvvm.maxnregs = 64 : i32} { gpu.return }
}

// -----

// Underscores and case.
// expected-warning@+2 {{'llvm.func' op unknown launch attribute 'nvvm.MaxNTid', did you mean 'nvvm.maxntid'? [unknown-launch-attribute]}}
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.min_cta_sm', did you mean 'nvvm.minctasm'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.MaxNTid = 128 : i32, nvvm.kernel, nvvm.min_cta_sm = 2 : i32}

// -----

// A directive that PTX no longer has.
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.maxnctapersm', PTX dropped the directive of that name [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxnctapersm = 2 : i32}

// -----

// Nothing is known of these. They may be launch facts of a later release.
// expected-warning@+2 {{'llvm.func' op unknown launch attribute 'nvvm.newfact', no known tool reads it [unknown-launch-attribute]}}
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.other' in 'passthrough', no known tool reads it [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.newfact = 2 : i32, passthrough = [["nvvm.other", "2"]]}

// -----

// A list of tuples with another name, which no pass reads.
// expected-warning@+1 {{'builtin.module' op unknown attribute 'nvvm.annotation', did you mean 'nvvm.annotations'? [unknown-launch-attribute]}}
module attributes {nvvm.annotation = [[@k, "maxntidx", 128 : i32]]} {
  llvm.func @k() attributes {nvvm.kernel}
}

// -----

// expected-warning@+1 {{'gpu.module' op unknown attribute 'nvvm.launches', no known tool reads it [unknown-launch-attribute]}}
gpu.module @m attributes {nvvm.launches = 1 : i32, other.annotations = 1 : i32} {
}
