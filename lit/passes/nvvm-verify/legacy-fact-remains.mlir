// legacy-fact-remains: no legacy carrier has a key that has a canonical attribute.

// RUN: tileiras-opt --nvvm-verify=form=canonical %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-transplant %examples/host_launch.mlir | tileiras-opt --nvvm-verify=warnings-as-errors -o /dev/null

// Keys without a canonical attribute, tuples about globals and tuples without a symbol may remain.
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 32 : i32], [@g, "texture", 1 : i32], [unit, "kernel", 1 : i32], []]} {
  llvm.mlir.global external @g() : i64
  llvm.func @k() attributes {nvvm.kernel, passthrough = ["kernel", ["nvvm.hidden", "1"]]}
}

// -----

// A tuple.
module attributes {nvvm.annotations = [[@k, "local_maxnreg", 32 : i32], [@k, "producer", "me", "cluster_dim_x", 2 : i32]]} {
  // expected-warning@+1 {{'llvm.func' op legacy key 'cluster_dim_x' remains in tuple 1 of 'nvvm.annotations', its canonical form is the attribute 'nvvm.cluster_dim' [legacy-fact-remains]}}
  llvm.func @k() attributes {nvvm.kernel}
}

// -----

// A tuple that was added after the marker: the message says how it is read.
gpu.module @m attributes {nvvm.annotations = [[@k, "maxntidx", 128 : i32]]} {
  // expected-warning@+1 {{'gpu.func' op legacy key 'maxntidx' remains in tuple 0 of 'nvvm.annotations', its canonical form is the attribute 'nvvm.maxntid'; remove 'nvvm.annotations_transplanted' and run nvvm-transplant again, which then reads it [legacy-fact-remains]}}
  gpu.func @k() kernel attributes {nvvm.annotations_transplanted} { gpu.return }
}

// -----

// A string of passthrough.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.maxnreg' remains in 'passthrough', its canonical form is the attribute 'nvvm.maxnreg' [legacy-fact-remains]}}
llvm.func @k() attributes {nvvm.kernel, passthrough = [["nvvm.maxnreg", "64"]]}

// -----

// A string that makes a kernel, which is checked as one: its exact block is not ignored.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.kernel' remains in 'passthrough', its canonical form is the attribute 'nvvm.kernel' ('gpu.kernel' on a 'gpu.func') [legacy-fact-remains]}}
llvm.func @k() attributes {nvvm.reqntid = array<i32: 128>, passthrough = ["nvvm.kernel"]}

// -----

// An attribute of one axis, and upstream's name of the cluster cap.
// expected-warning@+2 {{'llvm.func' op legacy key 'nvvm.maxntidx' remains as an attribute, its canonical form is the attribute 'nvvm.maxntid' [legacy-fact-remains]}}
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute 'nvvm.maxclusterrank' [legacy-fact-remains]}}
llvm.func @k() attributes {nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel, nvvm.maxntidx = 128 : i32}

// -----

// Tuples that the transplant would reject, in one message.
// expected-warning@+2 {{'builtin.module' op 'nvvm.annotations' tuple 1 must name a symbol of this module, but @missing is undefined [legacy-fact-remains]}}
// expected-note@+1 {{'builtin.module' op 'nvvm.annotations' tuple 2 must hold a value for each key, but "maxntidx" has none [legacy-fact-remains]}}
module attributes {nvvm.annotations = [[@k, "align", 8 : i32], [@missing, "kernel", 1 : i32], [@k, "maxntidx"]]} {
  llvm.func @k() attributes {nvvm.kernel}
}

// -----

// The attribute is not a list.
// expected-warning@+1 {{'builtin.module' op 'nvvm.annotations' must be an array of tuples [@symbol, "key", value, ...], got "kernel" [legacy-fact-remains]}}
module attributes {nvvm.annotations = "kernel"} {
}

// -----

// The form of upstream MLIR: on the argument.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.grid_constant' remains on argument 1, its canonical form is the attribute 'nvvm.grid_constant' [legacy-fact-remains]}}
llvm.func @k(!llvm.ptr {llvm.byval = i32, nvvm.grid_constant}) attributes {nvvm.kernel}
