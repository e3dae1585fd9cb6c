// RUN: tileiras-translate --nvvm-to-ptx-header --gpu-name=sm_90a --ptx-version=8.0 --split-input-file --verify-diagnostics %s

// Facts of the wrong shape.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"} { llvm.return }

// -----

// Two errors of one function are reported in one diagnostic.
// expected-error @+2 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]}}
// expected-note @+1 {{'llvm.func' op parameter 0 of type 'i24' cannot be a parameter of a kernel}}
llvm.func @cluster(%a: i24) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1>} { llvm.return }

// -----

// The errors of all functions are reported. A cluster fact of a function that is no kernel is a warning.
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
llvm.func @function() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { llvm.return }
// expected-warning @+2 {{'llvm.func' op unknown launch attribute 'nvvm.minnctapersm', did you mean 'nvvm.minctasm'? [unknown-launch-attribute]}}
// expected-error @+1 {{'llvm.func' op 'nvvm.maxnreg' cannot be printed as '.maxnreg', which has 1 to 3 values from 0 to 4294967295, got -1 : i32}}
llvm.func @negative() attributes {nvvm.kernel, nvvm.maxnreg = -1 : i32, nvvm.minnctapersm = 2 : i32} { llvm.return }

// -----

// Legacy carriers.
// expected-error @+2 {{'builtin.module' op 'nvvm.annotations' tuple 1 has the launch key 'maxntidx': run 'nvvm-transplant' first}}
// expected-note @+1 {{'builtin.module' op 'nvvm.annotations' tuple 2 must hold a value for each key, but "align" has none}}
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 8 : i32], [@k, "maxntidx", 128 : i32], [@k, "align"]]} {
  llvm.func @k() { llvm.return }
}

// -----

// expected-error @+2 {{'llvm.func' op 'nvvm.maxntidx' as an attribute is a legacy form: run 'nvvm-transplant' first}}
// expected-note @+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' is a legacy form: run 'nvvm-transplant' first}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = 64 : i32, passthrough = [["nvvm.minctasm", "2"]]} { llvm.return }
// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' on argument 1 is a legacy form: run 'nvvm-transplant' first}}
llvm.func @c(%a: !llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel} { llvm.return }

// -----

// Tuples of the enclosing module can name kernels of the gpu.module, too.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' tuple 0 has the launch key 'minctasm': run 'nvvm-transplant' first}}
module attributes {nvvm.annotations = [[@m::@k, "minctasm", 2 : i32], [@host, "minctasm", 2 : i32]]} {
  gpu.module @m {
    llvm.func @k() { llvm.return }
  }
  llvm.func @host() { llvm.return }
}

// -----

// Functions that are not lowered.
gpu.module @m {
  // expected-error @+3 {{'gpu.func' op 'known_block_size' becomes a launch fact where it is lowered: run 'convert-gpu-to-nvvm' first}}
  // expected-note @+2 {{'gpu.func' op parameter 0 of type 'memref<4xf32>' is not lowered: run 'convert-gpu-to-nvvm' first}}
  // expected-note @+1 {{'gpu.func' op parameter 2 of type 'index' is not lowered: run 'convert-gpu-to-nvvm' first}}
  gpu.func @kernel(%a: memref<4xf32>, %b: i32, %c: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} { gpu.return }
  // expected-error @+1 {{'gpu.func' op has several results: run 'convert-gpu-to-nvvm' first}}
  gpu.func @function(%a: i32) -> (i32, i32) { gpu.return %a, %a : i32, i32 }
  // expected-error @+1 {{'func.func' op is not lowered: run 'convert-gpu-to-nvvm' first}}
  func.func @plain() { return }
}

// -----

// expected-error @+1 {{'func.func' op is not lowered: run 'convert-func-to-llvm' first}}
func.func @plain() { return }

// -----

module {
  module @inner {
    // expected-error @+1 {{'llvm.func' op is in a module inside the one that is translated: translate that by itself}}
    llvm.func @k() attributes {nvvm.kernel} { llvm.return }
  }
}

// -----

// Names that are not legal in PTX, or that LLVM cannot print.
// expected-error @+1 {{'llvm.func' op 'my kernel' cannot be spelled in ptx: ' ' at offset 2 is not legal there, legal are letters, digits, '_' and '$'}}
llvm.func @"my kernel"() attributes {nvvm.kernel} { llvm.return }
// expected-error @+1 {{'llvm.func' op '%k' cannot be written to ptx by llvm: it begins with '%'}}
llvm.func @"%k"() attributes {nvvm.kernel} { llvm.return }
// expected-error @+1 {{'llvm.func' op '1' cannot be spelled in ptx: '1' at offset 0 is not legal there}}
llvm.func internal @"1"() { llvm.return }
// expected-note @+1 {{the other function}}
llvm.func @a_$_b() { llvm.return }
// expected-error @+1 {{'llvm.func' op is 'a_$_b' in ptx, and so is another function}}
llvm.func internal @a.b() { llvm.return }

// -----

// Types that a PTX parameter cannot have.
// expected-error @+1 {{'llvm.func' op parameter 0 of type 'i100' is '.b128' in ptx, which needs ptx 8.3 or later, got 8.0}}
llvm.func @wide(%a: i100) { llvm.return }
// expected-error @+1 {{'llvm.func' op parameter 1 of type 'f80' has no counterpart in ptx}}
llvm.func @foreign(%a: f32, %b: f80) attributes {nvvm.kernel} { llvm.return }
// expected-error @+1 {{'llvm.func' op result of type 'f80' has no counterpart in ptx}}
llvm.func @result() -> f80
// expected-error @+1 {{'llvm.func' op parameter 0 of type '!llvm.struct<"opaque", opaque>' has no size that is known}}
llvm.func @opaque(!llvm.struct<"opaque", opaque>)
// expected-error @+1 {{'llvm.func' op parameter 0 of type 'vector<[4]xf32>' has no size that is known}}
llvm.func @scalable(vector<[4]xf32>)
// expected-error @+1 {{'llvm.func' op parameter 0 of type '!llvm.struct<()>' is empty, and a value in ptx has at least 1 byte}}
llvm.func @empty(%a: !llvm.struct<()>) attributes {nvvm.kernel} { llvm.return }
// expected-error @+1 {{'llvm.func' op parameter 0 of type '!llvm.array<4294967296 x i8>' takes 4294967296 bytes, the most are 4294967295}}
llvm.func @large(%a: !llvm.array<4294967296 x i8>) attributes {nvvm.kernel} { llvm.return }
// expected-error @+1 {{'llvm.func' op function 'aligned': parameter 0 cannot be .align 256 .b8, alignments are at most 128 on functions}}
llvm.func @aligned(%a: !llvm.ptr {llvm.byval = i32, llvm.align = 256 : i64}) { llvm.return }
// expected-error @+1 {{'llvm.func' op must be a function without results to be a kernel, got 1 [kernel-result]}}
llvm.func @returns() -> i32 attributes {nvvm.kernel}
// expected-error @+1 {{'llvm.func' op must not be variadic to be a kernel [kernel-variadic]}}
llvm.func @variable(...) attributes {nvvm.kernel}

// -----

// 'nvvm.annotations' is not an array.
// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' must be an array of tuples}}
module attributes {nvvm.annotations = 5 : i32} {
  llvm.func @k() attributes {nvvm.kernel} { llvm.return }
}

// -----

// A directive that this version of PTX does not have.
// expected-error@+1 {{'llvm.func' op 'nvvm.minperctamemory' needs ptx 9.4 or later, got 8.0 [directive-target]}}
llvm.func @newer() attributes {nvvm.kernel, nvvm.minperctamemory = 1024 : i32} { llvm.return }
