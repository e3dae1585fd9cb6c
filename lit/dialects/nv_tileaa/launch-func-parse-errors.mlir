// Syntax errors of the assembly format.

// RUN: tileiras-opt %s --split-input-file --verify-diagnostics

// `async` produces a token, which must have a result name.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' needs to be named when marked 'async'}}
  nv_tileaa.launch_func async @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// A result name without `async`.
func.func @f(%i: index) {
  // expected-error@+1 {{cannot name an operation with no results}}
  %t = nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// No kernel.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' invalid kind of attribute specified}}
  nv_tileaa.launch_func "k" blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// No grid.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' expected 'blocks'}}
  nv_tileaa.launch_func @m::@k threads in (%i, %i, %i)
  return
}

// -----

// No block.
func.func @f(%i: index) {
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i)
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' expected 'threads'}}
  return
}

// -----

// The cluster sizes come before the grid sizes.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' expected 'threads'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) clusters in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// A cluster of two sizes.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' must have three sizes, x, y and z, got 2}}
  nv_tileaa.launch_func @m::@k clusters in (%i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// An argument without its type.
func.func @f(%i: index, %a: f32) {
  // expected-error@+1 {{expected ':'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a)
  return
}

// -----

// A stream without its type.
func.func @f(%i: index, %s: !llvm.ptr) {
  // expected-error@+1 {{expected ':'}}
  nv_tileaa.launch_func <%s> @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// Sizes whose type is not the stated type.
// expected-note@+1 {{prior use here}}
func.func @f(%i: index) {
  // expected-error@+1 {{use of value '%i' expects different type than prior uses: 'i32' vs 'index'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
  return
}

// -----

// An unknown operation name.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch' is unknown}}
  nv_tileaa.launch @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// A grid, a cluster and a block have three sizes.
func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' must have three sizes, x, y and z, got 2}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i) threads in (%i, %i, %i)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' must have three sizes, x, y and z, got 4}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i, %i)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error@+1 {{custom op 'nv_tileaa.launch_func' must have three sizes, x, y and z, got 1}}
  nv_tileaa.launch_func @m::@k clusters in (%i) blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// The keyword of the dynamic shared memory without its operand.
func.func @f(%i: index) {
  // expected-error@+1 {{expected SSA operand}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) dynamic_shared_memory_size args(%i : index)
  return
}
