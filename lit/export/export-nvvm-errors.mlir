// RUN: tileiras-translate --export-nvvm --split-input-file --verify-diagnostics %s

// Facts of the wrong shape.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @text() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments by 1-based index, got 0 [grid-constant-shape]}}
llvm.func @index(%a: !llvm.ptr) attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 0>} { llvm.return }

// -----

// Legacy carriers, which must be transplanted first.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'maxntidx': run 'nvvm-transplant' first}}
module attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {
  // expected-error @+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' is a legacy form: run 'nvvm-transplant' first}}
  llvm.func @k() attributes {passthrough = [["nvvm.minctasm", "2"]]}
}

// -----

// Values that LLVM IR metadata cannot represent.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' holds [@k, "a", 1.000000e+00 : f32], of which 1.000000e+00 : f32 has no place in LLVM IR}}
module attributes {nvvm.annotations = [[@k, "a", 1.0 : f32]]} {
  llvm.func @k()
}

// -----

// A node of which the importer kept only the number.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' holds [@k, "a", {llvm = "!7"}], of which {llvm = "!7"} has no place in LLVM IR}}
module attributes {nvvm.annotations = [[@k, "a", {llvm = "!7"}]]} {
  llvm.func @k()
}

// -----

// Upstream's translation skips nested modules without a diagnostic.
module {
  // expected-error @+1 {{'gpu.module' op is left out of the translation, and with it the launch facts of 2 functions: translate it by itself}}
  gpu.module @m {
    llvm.func @a() attributes {nvvm.kernel} { llvm.return }
    llvm.func @b() attributes {nvvm.maxnreg = 64 : i32} { llvm.return }
    llvm.func @c() { llvm.return }
  }
  // expected-error @+1 {{'gpu.module' op is left out of the translation, and with it 'nvvm.annotations': translate it by itself}}
  gpu.module @n attributes {nvvm.annotations = [[@a, "local_maxnreg", 32 : i32]]} {
    llvm.func @a() { llvm.return }
  }
  gpu.module @nothing {
    llvm.func @a() { llvm.return }
  }
  // What is in a module that is left out is left out with it.
  // expected-error @+1 {{'builtin.module' op is left out of the translation, and with it the launch facts of 2 functions: translate it by itself}}
  module @outer {
    llvm.func @a() attributes {nvvm.kernel} { llvm.return }
    module @inner {
      module @innermost attributes {nvvm.annotations = [[@b, "local_maxnreg", 32 : i32]]} {
        llvm.func @b() attributes {nvvm.kernel} { llvm.return }
      }
    }
  }
}

// -----

// Upstream's translation fails without a diagnostic on NVVM attributes of operations other than functions.
module {
  // expected-error @+1 {{'llvm.mlir.global' op 'nvvm.managed' has no translation to LLVM IR: the NVVM dialect has attributes of functions only}}
  llvm.mlir.global external @g() {nvvm.managed} : i64
  llvm.func @k() {
    // expected-error @+1 {{'llvm.mlir.constant' op 'nvvm.foo' has no translation to LLVM IR: the NVVM dialect has attributes of functions only}}
    %0 = llvm.mlir.constant(1 : i32) {nvvm.foo} : i32
    llvm.return
  }
}

// -----

// An unknown attribute is not a launch fact, but a warning reports that it is dropped.
// expected-warning @+1 {{'llvm.func' op 'nvvm.minnctapersm' of @slip is unknown to upstream's translation and is dropped}}
llvm.func @slip() attributes {nvvm.kernel, nvvm.minnctapersm = 2 : i32} { llvm.return }
