// One error of each kind that the transplant reports. More cases are in the folder nvvm-transplant.

// RUN: tileiras-opt --nvvm-transplant %s --split-input-file --verify-diagnostics

// The attribute is not a list.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' must be an array of tuples [@symbol, "key", value, ...], got "kernel"}}
module attributes {nvvm.annotations = "kernel"} {
}

// -----

// An element of the list is not a tuple.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 1 must be [@symbol, "key", value, ...], got 3 : i32}}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32], 3 : i32]} {
  llvm.func @k()
}

// -----

// A tuple starts with a string.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must start with a symbol, got "k"}}
module attributes {nvvm.annotations = [["k", "kernel", 1 : i32]]} {
  llvm.func @k()
}

// -----

// A tuple names nothing in the module.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must name a symbol of this module, but @missing is undefined}}
module attributes {nvvm.annotations = [[@missing, "kernel", 1 : i32]]} {
}

// -----

// A key has no value.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must hold a value for each key, but "maxntidx" has none}}
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "maxntidx"]]} {
  llvm.func @k()
}

// -----

// A key is not a string.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must have strings as keys, got 3 : i32}}
module attributes {nvvm.annotations = [[@k, 3 : i32, 1 : i32]]} {
  llvm.func @k()
}

// -----

// A launch key is about a global.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'maxntidx', which must be on a function, but @g is 'llvm.mlir.global'}}
module attributes {nvvm.annotations = [[@g, "texture", 1 : i32, "maxntidx", 1 : i32]]} {
  llvm.mlir.global external @g() : i32
}

// -----

// An alias that cannot be resolved to a symbol.
// expected-error@+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 must name a function, but the alias @a cannot be resolved to one}}
module attributes {nvvm.annotations = [[@a, "kernel", 1 : i32]]} {
  llvm.func @k()
  llvm.mlir.alias external @a : !llvm.func<void ()> {
    %0 = llvm.mlir.addressof @k : !llvm.ptr
    %1 = llvm.getelementptr %0[1] : (!llvm.ptr) -> !llvm.ptr, i8
    llvm.return %1 : !llvm.ptr
  }
}

// -----

// A value that is not a number.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32, "maxntidx", "128"]]} {
  // expected-error@+1 {{'llvm.func' op 'maxntidx' in tuple 0 of 'nvvm.annotations' must be a non-negative integer that fits in 32 bits, got "128"}}
  llvm.func @k()
}

// -----

// One fact with two values in two tuples.
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32], [@k, "maxntidx", 64 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxntid' has conflicting values in x: 128 and 64}}
  // expected-note@+2 {{128 from 'maxntidx' in tuple 0 of 'nvvm.annotations'}}
  // expected-note@+1 {{64 from 'maxntidx' in tuple 1 of 'nvvm.annotations'}}
  llvm.func @k()
}

// -----

// A legacy value that contradicts an attribute.
module attributes {nvvm.annotations = [[@k, "maxnreg", 64 : i32]]} {
  // expected-error@+3 {{'llvm.func' op 'nvvm.maxnreg' has conflicting values: 32 and 64}}
  // expected-note@+2 {{32 from 'nvvm.maxnreg'}}
  // expected-note@+1 {{64 from 'maxnreg' in tuple 0 of 'nvvm.annotations'}}
  llvm.func @k() attributes {nvvm.maxnreg = 32 : i32}
}

// -----

// A fact that upstream's verifier would reject after the pass.
module attributes {nvvm.annotations = [[@k, "blocksareclusters", 1 : i32, "reqntidx", 128 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'blocksareclusters' in tuple 0 of 'nvvm.annotations' requires 'nvvm.cluster_dim' on the same function}}
  llvm.func @k()
}

// -----

// A function that cannot be a kernel.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // expected-error@+1 {{'func.func' op 'kernel' in tuple 0 of 'nvvm.annotations' must be on a function that can be a kernel: 'llvm.func' or 'gpu.func'}}
  func.func private @k()
}

// -----

// A constant argument that does not exist.
module attributes {nvvm.annotations = [[@k, "grid_constant", array<i32: 1, 3>]]} {
  // expected-error@+1 {{'llvm.func' op 'grid_constant' in tuple 0 of 'nvvm.annotations' must name arguments 1 to 2, got 3}}
  llvm.func @k(!llvm.ptr, i32)
}

// -----

// A specification on a function that no tuple makes a kernel: nothing is changed.
module attributes {nvvm.annotations = [[@k, "kernel", 0 : i32], [@other, "kernel", 1 : i32]]} {
  // expected-error@+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
  llvm.func @k() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>}
  // expected-error@+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
  llvm.func @unmentioned() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>}
  llvm.func @other() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>}
}
