// Operations that the verifier of nv_tileaa.launch_func rejects.

// RUN: tileiras-opt %s --split-input-file --verify-diagnostics

// No kernel.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op requires attribute 'kernel'}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// No segment sizes.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand count (6) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i) <{kernel = @m::@k}> : (index, index, index, index, index, index) -> ()
  return
}

// -----

// Twelve segments.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{invalid properties {kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>} for op nv_tileaa.launch_func: size mismatch in attribute conversion: 12 vs 13}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// Segment sizes whose sum is not the number of operands.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand count (6) does not match with the total size (7) specified in attribute 'operandSegmentSizes'}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// A negative size.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, -1>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// Two operands for one size and none for the next. The sum is correct.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op segment 'gridSizeX' must have one operand, got 2}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 2, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// No operand for the last required size.
gpu.module @m { gpu.func @k(%a: index) kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op segment 'blockSizeZ' must have one operand, got 0}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0>}>
      : (index, index, index, index, index, index) -> ()
  return
}

// -----

// Two operands for an optional operand.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index, %bytes: i32) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand group starting at #6 requires 0 or 1 element, but found 2}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %bytes, %bytes)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 2, 0, 0>}>
      : (index, index, index, index, index, index, i32, i32) -> ()
  return
}

// -----

// One size of a cluster.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op must have all three cluster sizes or none, got 1}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index, index) -> ()
  return
}

// -----

// Two sizes of a cluster.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op must have all three cluster sizes or none, got 2}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0>}>
      : (index, index, index, index, index, index, index, index) -> ()
  return
}

// -----

// Sizes of two types.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index, %j: i32) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op failed to verify that all of {gridSizeX, gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ} have same type}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %j)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, i32) -> ()
  return
}

// -----

// A type that is not legal for sizes.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: i16) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand #0 must be index or 32-bit signless integer or 64-bit signless integer, but got 'i16'}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) : i16
  return
}

// -----

// Shared memory of 64 bits.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index, %bytes: i64) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand #6 must be 32-bit signless integer, but got 'i64'}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %bytes)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0>}>
      : (index, index, index, index, index, index, i64) -> ()
  return
}

// -----

// A dependency that is not a token.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op operand #0 must be variadic of async token type, but got 'index'}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index, index) -> ()
  return
}
