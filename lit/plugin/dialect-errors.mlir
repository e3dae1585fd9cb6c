// The dialect's verifier in stock mlir-opt.

// RUN: mlir-opt %load-plugin %s --split-input-file --verify-diagnostics

// A kernel that does not exist.
gpu.module @m {}
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op kernel function '@m::@k' is undefined}}
  nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
  return
}

// -----

// Two of three cluster sizes.
gpu.module @m { gpu.func @k() kernel { gpu.return } }
func.func @f(%i: index) {
  // expected-error@+1 {{'nv_tileaa.launch_func' op must have all three cluster sizes or none, got 2}}
  "nv_tileaa.launch_func"(%i, %i, %i, %i, %i, %i, %i, %i)
      <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}>
      : (index, index, index, index, index, index, index, index) -> ()
  return
}
