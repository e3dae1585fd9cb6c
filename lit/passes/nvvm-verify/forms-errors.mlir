// form=any: the facts in upstream's forms are checked like canonical ones, and a form that upstream does not write is
// reported.

// RUN: tileiras-opt --nvvm-verify=chip=sm_90a %s --split-input-file --verify-diagnostics

// A false kernel. Upstream's presence test makes a kernel of it.
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit attribute, got false [unit-shape]}}
llvm.func @k() attributes {nvvm.kernel = false}

// -----

// The cap of the upstream name is a cap.
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxclusterrank' is not portable above 8 CTAs, got 16 [cluster-portable-cap]}}
llvm.func @k() attributes {nvvm.cluster_max_blocks = 16 : i32, nvvm.kernel}

// -----

// Two names of the cap with different values: neither is chosen.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.cluster_max_blocks' remains as an attribute, its canonical form is the attribute 'nvvm.maxclusterrank' [legacy-fact-remains]}}
llvm.func @k() attributes {nvvm.cluster_max_blocks = 4 : i32, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// -----

// The missing axis is 1, so the cluster has 32 CTAs.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must ask for at most 16 CTAs, got 32 [cluster-hardware-cap]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 16, 2>, nvvm.kernel}

// -----

// A size that is not positive.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must be positive in x, got -2 [positive-value]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: -2>, nvvm.kernel}

// -----

// The function names another argument than the one that is marked.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.grid_constant' remains on argument 2, its canonical form is the attribute 'nvvm.grid_constant' [legacy-fact-remains]}}
llvm.func @k(!llvm.ptr, !llvm.ptr {llvm.byval = i64, nvvm.grid_constant}) attributes {nvvm.grid_constant = array<i32: 1>, nvvm.kernel}

// -----

// Spellings that upstream's translation drops.
// expected-warning@+1 {{'llvm.func' op legacy key 'nvvm.maxntidx' remains as an attribute, its canonical form is the attribute 'nvvm.maxntid' [legacy-fact-remains]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntidx = 32 : index}

// -----

// A launch that differs from the shape with missing axes.
module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel attributes {nvvm.cluster_dim = array<i32: 2>} { gpu.return }
  }
  func.func @host(%c1: index) {
    %c4 = arith.constant 4 : index
    // expected-error@+1 {{'gpu.launch_func' op cluster must be 2 in x, as 'nvvm.cluster_dim' of the kernel states, got 4 [launch-cluster-mismatch]}}
    gpu.launch_func @m::@k clusters in (%c4, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
