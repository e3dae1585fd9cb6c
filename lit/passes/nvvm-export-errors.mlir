// RUN: tileiras-opt --nvvm-export --split-input-file --verify-diagnostics %s

// Facts of the wrong shape that upstream's verifier does not reject.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
llvm.func @text() attributes {nvvm.kernel, nvvm.maxclusterrank = "8"} { llvm.return }

// -----

// expected-error @+2 {{'llvm.func' op 'nvvm.minctasm' must be an integer attribute, got true [scalar-shape]}}
// expected-note @+1 {{'llvm.func' op 'nvvm.maxnreg' must fit in 32 bits, got 5000000000 : i64 [scalar-shape]}}
llvm.func @numbers() attributes {nvvm.kernel, nvvm.minctasm = true, nvvm.maxnreg = 5000000000 : i64} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.minctasm' must be a non-negative integer that fits in 32 bits, got -1 : i32}}
llvm.func @negative() attributes {nvvm.kernel, nvvm.minctasm = -1 : i32} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.maxntid' must be 1 to 3 non-negative integers, got array<i32: -1>}}
llvm.func @negative_size() attributes {nvvm.kernel, nvvm.maxntid = array<i32: -1>} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 1 [cluster-dim-arity]}}
llvm.func @axes() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.kernel' must be a unit attribute, got true [unit-shape]}}
llvm.func @flag() attributes {nvvm.kernel = true} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' must be an array of i32 argument indices, got "1" [grid-constant-shape]}}
llvm.func @indices(%a: !llvm.ptr {llvm.byval = i32}) attributes {nvvm.kernel, nvvm.grid_constant = "1"} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' must name arguments 1 to 1, got 2 [grid-constant-shape]}}
llvm.func @index(%a: !llvm.ptr {llvm.byval = i32}) attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 2>} { llvm.return }

// -----

// Two values of one fact.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' has conflicting values: 8 and 4, the latter as 'nvvm.cluster_max_blocks'}}
llvm.func @conflict() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.cluster_max_blocks = 4 : i32} { llvm.return }

// -----

// Legacy carriers that the transplant has not read.
// expected-error @+2 {{'llvm.func' op 'nvvm.maxntidx' is a legacy form: run 'nvvm-transplant' first}}
// expected-note @+1 {{'llvm.func' op 'nvvm.minctasm' in 'passthrough' is a legacy form: run 'nvvm-transplant' first}}
llvm.func @legacy() attributes {nvvm.kernel, nvvm.maxntidx = 128 : i32, passthrough = [["nvvm.minctasm", "2"]]} { llvm.return }

// -----

// Constant arguments that upstream's translation would drop: upstream's verifier rejects nvvm.grid_constant on them.
// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' names argument 2, which is not 'llvm.byval': upstream's translation would lose it, '--export-nvvm' carries it}}
llvm.func @pointer(%a: !llvm.ptr {llvm.byval = i32}, %b: !llvm.ptr) attributes {nvvm.kernel, nvvm.grid_constant = array<i32: 1, 2>} { llvm.return }

// -----

// expected-error @+1 {{'llvm.func' op 'nvvm.grid_constant' names arguments 1, 2, which are not arguments of a kernel: upstream's translation would lose it, '--export-nvvm' carries it}}
llvm.func @device(%a: !llvm.ptr {llvm.byval = i32}, %b: !llvm.ptr {llvm.byval = i32}) attributes {nvvm.grid_constant = array<i32: 1, 2>} { llvm.return }

// -----

// A memref becomes several arguments when a gpu.func is lowered, so the indices change.
gpu.module @m {
  // expected-error @+1 {{'gpu.func' op 'nvvm.grid_constant' names argument 1, which is not an argument of an 'llvm.func': lower the function first}}
  gpu.func @gpu(%a: !llvm.ptr) kernel attributes {nvvm.grid_constant = array<i32: 1>} { gpu.return }
}

// -----

// Upstream's translation fails on every tuple.
// expected-error @+2 {{'builtin.module' op 'nvvm.annotations' tuple 0 would make upstream's translation fail: '--export-nvvm' carries it}}
// expected-note @+1 {{'builtin.module' op 'nvvm.annotations' tuple 1 has the launch key 'maxntidx': run 'nvvm-transplant' first}}
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 32 : i32], [@k, "foo", 1 : i32, "maxntidx", 128 : i32]]} {
  llvm.func @k()
}

// -----

// expected-error @+1 {{'builtin.module' op 'nvvm.annotations' must be an array of tuples [@symbol, "key", value, ...], got 7 : i32}}
module attributes {nvvm.annotations = 7 : i32} {}
