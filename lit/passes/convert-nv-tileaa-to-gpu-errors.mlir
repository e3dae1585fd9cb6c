// Launches that gpu.launch_func cannot express, and a launch that upstream's lowering would change.

// RUN: tileiras-opt --convert-nv-tileaa-to-gpu %s --split-input-file --verify-diagnostics

// The module is not marked as one that has launches.
// expected-note@+1 {{the module is here}}
module {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'nv_tileaa.launch_func' op must be in a module with 'gpu.container_module', as 'gpu.launch_func' requires}}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// The mark is not a unit attribute.
// expected-note@+1 {{the module is here}}
module attributes {gpu.container_module = true} {
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'nv_tileaa.launch_func' op must be in a module with 'gpu.container_module', as 'gpu.launch_func' requires}}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// The launch is in another module than the kernels.
module attributes {gpu.container_module} {
  // expected-note@+1 {{the container is here}}
  gpu.module @m { gpu.func @k() kernel { gpu.return } }
  module attributes {gpu.container_module} {
    func.func @f(%i: index) {
      // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@m::@k' must be in the innermost module around the launch}}
      nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
      return
    }
  }
}

// -----

// The kernels are nested one module deeper than the launch: the first name is found in a gpu.module.
module attributes {gpu.container_module} {
  gpu.module @outer {
    // expected-note@+1 {{the container is here}}
    gpu.module @m { gpu.func @k() kernel { gpu.return } }
    gpu.func @f(%i: index) {
      // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@m::@k' must be in the innermost module around the launch}}
      nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
      gpu.return
    }
  }
}

// -----

// The container is a module of another kind.
module attributes {gpu.container_module} {
  // expected-note@+1 {{the container is here}}
  module @m { llvm.func @k() attributes {gpu.kernel, nvvm.kernel} { llvm.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'nv_tileaa.launch_func' op kernel container of '@m::@k' must be a 'gpu.module' or a 'gpu.binary', got 'builtin.module'}}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// The kernel has only 'nvvm.kernel', as after an import of LLVM IR.
module attributes {gpu.container_module} {
  // expected-note@+1 {{the kernel is here}}
  gpu.module @m { llvm.func @k() attributes {nvvm.kernel} { llvm.return } }
  func.func @f(%i: index) {
    // expected-error@+1 {{'nv_tileaa.launch_func' op kernel '@m::@k' must have 'gpu.kernel', as 'gpu.launch_func' requires}}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}

// -----

// All errors are reported.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    llvm.func @k() attributes {nvvm.kernel} { llvm.return }
    // expected-note@+1 {{the kernel is here}}
    llvm.func @j() attributes {nvvm.kernel} { llvm.return }
    gpu.func @l() kernel { gpu.return }
  }
  func.func @f(%i: index, %n: index) {
    // expected-error@+1 {{'nv_tileaa.launch_func' op kernel '@m::@k' must have 'gpu.kernel', as 'gpu.launch_func' requires}}
    nv_tileaa.launch_func @m::@k blocks in (%i, %i, %i) threads in (%i, %i, %i)
    nv_tileaa.launch_func @m::@l blocks in (%i, %i, %i) threads in (%i, %i, %i)
    // Upstream's verifier does not look at a launch in a region.
    scf.for %j = %i to %n step %i {
      // expected-error@+1 {{'nv_tileaa.launch_func' op kernel '@m::@j' must have 'gpu.kernel', as 'gpu.launch_func' requires}}
      nv_tileaa.launch_func @m::@j blocks in (%i, %i, %i) threads in (%i, %i, %i)
    }
    return
  }
}

// -----

// Streams that gpu-to-llvm drops: it makes another launch of one that has types which LLVM does not have.
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @none() kernel { gpu.return }
    gpu.func @one(%a: memref<?xf32>) kernel { gpu.return }
  }
  func.func @f(%i: index, %l: i64, %a: memref<?xf32>, %stream: !llvm.ptr) {
    // expected-warning@+1 {{'nv_tileaa.launch_func' op has an asynchronous object, which upstream's 'gpu-to-llvm' drops without a message: it replaces a launch with tokens, or with operands of type 'index' or 'memref'}}
    nv_tileaa.launch_func <%stream : !llvm.ptr> @m::@none blocks in (%i, %i, %i) threads in (%i, %i, %i)
    // expected-warning@+1 {{drops without a message}}
    nv_tileaa.launch_func <%stream : !llvm.ptr> @m::@one blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64 args(%a : memref<?xf32>)
    // expected-warning@+1 {{drops without a message}}
    %t = nv_tileaa.launch_func async <%stream : !llvm.ptr> @m::@none blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64
    // expected-warning@+1 {{drops without a message}}
    nv_tileaa.launch_func [%t] <%stream : !llvm.ptr> @m::@none blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64
    // A launch that gpu-to-llvm leaves as it is keeps its stream.
    nv_tileaa.launch_func <%stream : !llvm.ptr> @m::@none blocks in (%l, %l, %l) threads in (%l, %l, %l) : i64
    return
  }
}

// -----

// Upstream's translation to LLVM IR has one variable for both names, and would ask the second module for 'b_c'.
module attributes {gpu.container_module} {
  gpu.module @a {
    gpu.func @b_c() kernel { gpu.return }
    gpu.func @c() kernel { gpu.return }
  }
  gpu.module @a_b { gpu.func @c() kernel { gpu.return } }
  func.func @f(%i: index) {
    // expected-note@+1 {{the other launch is here}}
    nv_tileaa.launch_func @a::@b_c blocks in (%i, %i, %i) threads in (%i, %i, %i)
    nv_tileaa.launch_func @a::@b_c blocks in (%i, %i, %i) threads in (%i, %i, %i)
    nv_tileaa.launch_func @a::@c blocks in (%i, %i, %i) threads in (%i, %i, %i)
    // expected-warning@+1 {{'nv_tileaa.launch_func' op names a kernel whose name upstream's translation to LLVM IR takes from the variable 'a_b_c_name' of another launch: rename '@a_b::@c'}}
    nv_tileaa.launch_func @a_b::@c blocks in (%i, %i, %i) threads in (%i, %i, %i)
    return
  }
}
