// All errors of a module are reported, not just the first: of the tuples (in one message, as the line of a module can
// be long), then of each function.

// RUN: tileiras-opt --nvvm-transplant --verify-diagnostics %s

// expected-error@+2 {{'builtin.module' op 'nvvm.annotations' tuple 2 must name a symbol of this module, but @missing is undefined}}
// expected-note@+1 {{'builtin.module' op 'nvvm.annotations' tuple 3 must hold a value for each key, but "minctasm" has none}}
module attributes {nvvm.annotations = [
  [@k, "maxntidx", -1 : i32], [@l, "maxnreg", "3"], [@missing, "kernel", 1 : i32], [@k, "minctasm"], [@k, "maxnreg", -1 : i32]
]} {
  // expected-error@+2 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -1 : i32 (unsigned 4294967295)}}
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 4 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got -1 : i32 (unsigned 4294967295)}}
  llvm.func @k()
  // expected-error@+2 {{'llvm.func' op 'nvvm.maxntidx' must be a non-negative integer that fits in 32 bits, got -3 : i32}}
  // expected-error@+1 {{'llvm.func' op 'maxnreg' in tuple 1 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "3"}}
  llvm.func @l() attributes {nvvm.maxntidx = -3 : i32}
  // expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit or a non-zero integer, got false}}
  llvm.func @m() attributes {nvvm.kernel = false}
}
