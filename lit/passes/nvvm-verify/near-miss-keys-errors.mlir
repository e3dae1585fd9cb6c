// unknown-launch-attribute: a name that is almost that of a fact stays in its carrier, and is reported there.

// RUN: tileiras-opt --nvvm-transplant --nvvm-verify %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-transplant %s --split-input-file | FileCheck %s

// Keys of tuples: the name of a directive, no axis, underscores, case, a letter too few, the name of an attribute.
// CHECK: [@k, "minnctapersm", 2 : i32, "maxntid", 64 : i32]
// CHECK-SAME: [@k, "reqntid_y", 2 : i32, "MaxNTIDz", 1 : i32, "maxreg", 64 : i32, "nvvm.maxclusterrank", 8 : i32]
module attributes {nvvm.annotations = [
  [@k, "kernel", 1 : i32],
  [@k, "minnctapersm", 2 : i32, "maxntid", 64 : i32],
  [@k, "reqntid_y", 2 : i32, "MaxNTIDz", 1 : i32, "maxreg", 64 : i32, "nvvm.maxclusterrank", 8 : i32]
]} {
  // The transplant removed tuple 0.
  // expected-warning@+6 {{'llvm.func' op unknown key 'minnctapersm' in tuple 0 of 'nvvm.annotations', did you mean 'minctasm'? [unknown-launch-attribute]}}
  // expected-warning@+5 {{'llvm.func' op unknown key 'maxntid' in tuple 0 of 'nvvm.annotations', did you mean 'maxntidx'? [unknown-launch-attribute]}}
  // expected-warning@+4 {{'llvm.func' op unknown key 'reqntid_y' in tuple 1 of 'nvvm.annotations', did you mean 'reqntidy'? [unknown-launch-attribute]}}
  // expected-warning@+3 {{'llvm.func' op unknown key 'MaxNTIDz' in tuple 1 of 'nvvm.annotations', did you mean 'maxntidz'? [unknown-launch-attribute]}}
  // expected-warning@+2 {{'llvm.func' op unknown key 'maxreg' in tuple 1 of 'nvvm.annotations', did you mean 'maxnreg'? [unknown-launch-attribute]}}
  // expected-warning@+1 {{'llvm.func' op unknown key 'nvvm.maxclusterrank' in tuple 1 of 'nvvm.annotations', did you mean 'maxclusterrank'? [unknown-launch-attribute]}}
  llvm.func @k()
}

// -----

// Two functions with the same attributes and equal keys, each with its own tuple.
// CHECK: [@a, "max_ntidx", 64 : i32], [@b, "max_ntidx", 64 : i32]
module attributes {nvvm.annotations = [[@a, "max_ntidx", 64 : i32], [@b, "max_ntidx", 64 : i32]]} {
  // expected-warning@+1 {{'llvm.func' op unknown key 'max_ntidx' in tuple 0 of 'nvvm.annotations', did you mean 'maxntidx'? [unknown-launch-attribute]}}
  llvm.func @a()
  // expected-warning@+1 {{'llvm.func' op unknown key 'max_ntidx' in tuple 1 of 'nvvm.annotations', did you mean 'maxntidx'? [unknown-launch-attribute]}}
  llvm.func @b()
}

// -----

// A directive that PTX no longer has.
module attributes {nvvm.annotations = [[@k, "maxnctapersm", 2 : i32]]} {
  // expected-warning@+1 {{'llvm.func' op unknown key 'maxnctapersm' in tuple 0 of 'nvvm.annotations', PTX dropped the directive of that name [unknown-launch-attribute]}}
  llvm.func @k()
}

// -----

// Entries of passthrough.
// CHECK: passthrough = {{\[}}["nvvm.maxregs", "64"], ["nvvm.MAXNTID", "128"], ["maxntidx", "128"], "nvvm.blocks_are_clusters"]
// expected-warning@+4 {{'llvm.func' op unknown launch attribute 'nvvm.maxregs' in 'passthrough', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]}}
// expected-warning@+3 {{'llvm.func' op unknown launch attribute 'nvvm.MAXNTID' in 'passthrough', did you mean 'nvvm.maxntid'? [unknown-launch-attribute]}}
// expected-warning@+2 {{'llvm.func' op unknown launch attribute 'maxntidx' in 'passthrough', did you mean 'nvvm.maxntid'? [unknown-launch-attribute]}}
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.blocks_are_clusters' in 'passthrough', did you mean 'nvvm.blocksareclusters'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, passthrough = [["nvvm.maxregs", "64"], ["nvvm.MAXNTID", "128"], ["maxntidx", "128"], "nvvm.blocks_are_clusters"]}

// -----

// Attributes without a dialect, and strings.
gpu.module @m {
  // CHECK: gpu.func @k() kernel attributes {minctasm = 2 : i32, nvvm.maxregs = "64"}
  // expected-warning@+2 {{'gpu.func' op unknown launch attribute 'minctasm', did you mean 'nvvm.minctasm'? [unknown-launch-attribute]}}
  // expected-warning@+1 {{'gpu.func' op unknown launch attribute 'nvvm.maxregs', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]}}
  gpu.func @k() kernel attributes {minctasm = 2 : i32, nvvm.maxregs = "64"} { gpu.return }
}
