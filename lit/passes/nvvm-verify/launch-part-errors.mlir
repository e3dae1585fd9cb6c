// A launch with a part of a shape, which the verifier of upstream accepts in generic syntax.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @host(%one: index) {
    // expected-error@+1 {{'gpu.launch_func' op must have all three cluster sizes or none, got 1}}
    "gpu.launch_func"(%one, %one, %one, %one, %one, %one, %one) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index, index) -> ()
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @host(%one: index) {
    // expected-error@+1 {{'gpu.launch_func' op segment 'gridSizeX' must have one operand, got 2}}
    "gpu.launch_func"(%one, %one, %one, %one, %one, %one) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 2, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index) -> ()
    return
  }
}
