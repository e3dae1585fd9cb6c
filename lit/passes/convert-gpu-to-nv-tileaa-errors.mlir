// Launches that the conversion rejects. Upstream's verifier already rejects kernel symbols that do not name a kernel.

// RUN: tileiras-opt --convert-gpu-to-nv-tileaa %s --split-input-file --verify-diagnostics

// A partial cluster. Upstream accepts it, but cannot parse what it prints for it.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op must have all three cluster sizes or none, got 1}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index, index) -> ()
    return
  }
}

// -----

// Two of three cluster sizes.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op must have all three cluster sizes or none, got 2}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index, index, index) -> ()
    return
  }
}

// -----

// Two operands for one size and none for the next.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op segment 'gridSizeX' must have one operand, got 2}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 2, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}>
        : (index, index, index, index, index, index) -> ()
    return
  }
}

// -----

// The same under the old spelling of the sizes.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op segment 'gridSizeZ' must have one operand, got 0}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i)
        {kernel = @m::@k, operand_segment_sizes = array<i32: 0, 1, 1, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0>}
        : (index, index, index, index, index, index) -> ()
    return
  }
}

// -----

// A cluster of another type than the grid. Upstream accepts it, but cannot parse what it prints for it.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index, %j: i64) {
    // expected-error@+1 {{'gpu.launch_func' op must have all sizes of one type, got 'index' and 'i64'}}
    "gpu.launch_func"(%i, %i, %i, %i, %i, %i, %j, %j, %j)
        <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}>
        : (index, index, index, index, index, index, i64, i64, i64) -> ()
    return
  }
}

// -----

// Too few arguments for an llvm.func. Upstream does not check them.
module attributes {gpu.container_module} {
  // expected-note@+1 {{the kernel is here}}
  gpu.module @m { llvm.func @k(%a: f32) attributes {gpu.kernel, nvvm.kernel} { llvm.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op must have an operand in 'args' for each of the 1 arguments of '@m::@k', got 0}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// An argument of another type.
module attributes {gpu.container_module} {
  // expected-note@+1 {{the kernel is here}}
  gpu.module @m { llvm.func @k(%a: f32) attributes {gpu.kernel, nvvm.kernel} { llvm.return } }
  func.func @f(%i: index, %a: f64) {
    // expected-error@+1 {{'gpu.launch_func' op kernel operand 0 must be of type 'f32', got 'f64'}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%a : f64)
    return
  }
}

// -----

// An undefined kernel, which upstream's verifier reports.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op kernel function '@m::@l' is undefined}}
    gpu.launch_func @m::@l blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// A function that is not a kernel.
module attributes {gpu.container_module} {
  gpu.module @m { gpu.func @k() { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute}}
    gpu.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

