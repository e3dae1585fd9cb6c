// Kernel symbols that a launch must not name, and arguments that do not match the kernel.

// RUN: tileiras-opt %s --split-input-file --verify-diagnostics

// No such module.
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@m::@k' is undefined}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// The module of the kernel is nested in another module, which the kernel symbol does not name.
module @inner {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
}
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@m::@k' is undefined}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// No such kernel.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel function '@m::@l' is undefined}}
  nv_tileaa.launch_func @m::@l blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// The kernel symbol names an operation that is not a function.
// expected-note@+1 {{here}}
gpu.module @m { llvm.mlir.global external @k() : i32 }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel function '@m::@k' must be a function, got 'llvm.mlir.global'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// The kernel symbol names only a module.
// expected-note@+1 {{here}}
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel function '@m' must be a function, got 'gpu.module'}}
  nv_tileaa.launch_func @m blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// The kernel symbol has the name of a function instead of a module.
// expected-note@+1 {{here}}
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@f::@k' must be a module, got 'func.func'}}
  nv_tileaa.launch_func @f::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// A kernel without a module between it and the launch.
// expected-note@+1 {{the kernel is here}}
llvm.func @k() attributes {nvvm.kernel} { llvm.return }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@k' must be a module, got 'llvm.func'}}
  nv_tileaa.launch_func @k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// A function that is not a kernel.
// expected-note@+1 {{the kernel is here}}
gpu.module @m { gpu.func @k() { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op function '@m::@k' must be a kernel: it has neither 'gpu.kernel' nor 'nvvm.kernel'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// Too few arguments.
// expected-note@+1 {{the kernel is here}}
gpu.module @m { gpu.func @k(%a: f32, %b: f32) kernel { gpu.return } }
func.func @f(%i: index, %a: f32) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op must have an operand in 'args' for each of the 2 arguments of '@m::@k', got 1}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  return
}

// -----

// Too many.
// expected-note@+1 {{the kernel is here}}
gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { llvm.return } }
func.func @f(%i: index, %a: f32) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op must have an operand in 'args' for each of the 0 arguments of '@m::@k', got 1}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32)
  return
}

// -----

// An argument of another type; numbers count from 0, as in MLIR's own messages.
// expected-note@+1 {{the kernel is here}}
gpu.module @m { gpu.func @k(%a: f32, %b: i32) kernel { gpu.return } }
func.func @f(%i: index, %a: f32, %b: i64) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel operand 1 must be of type 'i32', got 'i64'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f32, %b : i64)
  return
}
