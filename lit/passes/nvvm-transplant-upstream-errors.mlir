// RUN: tileiras-opt --nvvm-transplant=form=upstream --split-input-file --verify-diagnostics %s

// A key without a canonical attribute stays in its tuple, and upstream's translation fails on tuples.
// expected-error @+2 {{'builtin.module' op 'nvvm.annotations' tuple 0 would make upstream's translation fail: '--export-nvvm' carries it}}
// expected-note @+1 {{'builtin.module' op 'nvvm.annotations' tuple 2 would make upstream's translation fail: '--export-nvvm' carries it}}
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32, "local_maxnreg", 32 : i32], [@k, "minctasm", 2 : i32], [@g, "texture", 1 : i32]]} {
  llvm.mlir.global external @g() : i64
  llvm.func @k()
}

// -----

module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "grid_constant", array<i32: 1>]]} {
  // expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' names argument 1, which is not 'llvm.byval': upstream's translation would lose it, '--export-nvvm' carries it}}
  llvm.func @k(%a: !llvm.ptr) { llvm.return }
}

// -----

// A legacy attribute on a marked function, which the transplant does not read.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxntidx' is a legacy form: run 'nvvm-transplant' first}}
llvm.func @marked() attributes {nvvm.annotations_transplanted, nvvm.maxntidx = 128 : i32} { llvm.return }

// -----

// The errors of the transplant are reported first.
module attributes {nvvm.annotations = [[@k, "maxclusterrank", 4 : i32]]} {
  // expected-error @+3 {{'llvm.func' op 'nvvm.maxclusterrank' has conflicting values: 8 and 4}}
  // expected-note @+2 {{8 from 'nvvm.maxclusterrank'}}
  // expected-note @+1 {{4 from 'maxclusterrank' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.maxclusterrank = 8 : i32} { llvm.return }
}
