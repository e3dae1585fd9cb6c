// RUN: tileiras-opt --nvvm-export=legacy --split-input-file --verify-diagnostics %s

// Facts on the function and in a tuple may conflict.
module attributes {nvvm.annotations = [[@k, "foo", 1 : i32], [@k, "maxntidx", 128 : i32]]} {
  // expected-error @+1 {{'llvm.func' op states launch facts beside 'maxntidx' in tuple 1 of 'nvvm.annotations': run 'nvvm-transplant' first}}
  llvm.func @k() attributes {nvvm.kernel}
}

// -----

// Tuples that LLVM's readers crash on.
// expected-error @+6 {{'builtin.module' op 'nvvm.annotations' tuple 0 'maxntidx' must be a non-negative integer that fits in 32 bits, got "128"}}
// expected-note @+5 {{'builtin.module' op 'nvvm.annotations' tuple 1 must hold a value for each key, but "minctasm" has none}}
// expected-note @+4 {{'builtin.module' op 'nvvm.annotations' tuple 2 has the key 'maxntidx', which must be on a function, but @g is 'llvm.mlir.global'}}
// expected-note @+3 {{'builtin.module' op 'nvvm.annotations' tuple 3 'nvvm.grid_constant' must name an argument, but the function has none, got 1}}
// expected-note @+2 {{'builtin.module' op 'nvvm.annotations' tuple 4 must name a symbol of this module, but @dead is undefined}}
// expected-note @+1 {{'builtin.module' op 'nvvm.annotations' tuple 5 must be [@symbol, "key", value, ...], got 7 : i32}}
module attributes {nvvm.annotations = [[@k, "maxntidx", "128"], [@k, "minctasm"], [@g, "maxntidx", 128 : i32], [@k, "grid_constant", array<i32: 1>], [@dead, "foo", 1 : i32], 7 : i32]} {
  llvm.mlir.global external @g() : i64
  llvm.func @k()
}

// -----

// Wrong shapes are rejected in this form, too.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @text() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"} { llvm.return }

// -----

// LLVM's readers crash on these alignments, too.
// expected-error @+4 {{'builtin.module' op 'nvvm.annotations' tuple 0 'align' must be a non-negative integer that fits in 32 bits, got "x"}}
// expected-note @+3 {{'builtin.module' op 'nvvm.annotations' tuple 1 has the key 'align', which must be on a function, but @g is 'llvm.mlir.global'}}
// expected-note @+2 {{'builtin.module' op 'nvvm.annotations' tuple 2 'align' must name the result (0) or an argument (1 to 1) in its upper half, got 2}}
// expected-note @+1 {{'builtin.module' op 'nvvm.annotations' tuple 3 'align' must be a non-negative integer that fits in 32 bits, got true}}
module attributes {nvvm.annotations = [[@k, "align", "x"], [@g, "align", 8 : i32], [@k, "align", 131080 : i32], [@k, "align", true], [@k, "align", 65544 : i32]]} {
  llvm.mlir.global external @g() : i64
  llvm.func @k(!llvm.ptr)
}

// -----

// A launch must name a kernel. Without nvvm.kernel the function needs gpu.kernel or the calling convention of a kernel.
gpu.module @m {
  // expected-note @+1 {{the kernel is here}}
  llvm.func @fact() attributes {nvvm.kernel} { llvm.return }
  llvm.func @attribute() attributes {nvvm.kernel, gpu.kernel} { llvm.return }
  llvm.func ptx_kernelcc @convention() attributes {nvvm.kernel} { llvm.return }
  gpu.func @function() kernel { gpu.return }
}
func.func @host(%n: index) {
  // expected-error @+1 {{'nv_tileaa.launch_func' op names a function that would not be a kernel: only its 'nvvm.kernel', which becomes a tuple, makes it one}}
  nv_tileaa.launch_func @m::@fact blocks in (%n, %n, %n) threads in (%n, %n, %n)
  nv_tileaa.launch_func @m::@attribute blocks in (%n, %n, %n) threads in (%n, %n, %n)
  nv_tileaa.launch_func @m::@convention blocks in (%n, %n, %n) threads in (%n, %n, %n)
  nv_tileaa.launch_func @m::@function blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
