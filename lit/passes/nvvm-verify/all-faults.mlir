// All errors of a module are reported, of every function in every nested module, and warnings are reported, too.

// RUN: tileiras-opt --nvvm-verify=form=canonical %s --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 1 [cluster-dim-arity]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2>, nvvm.kernel}

// expected-error@+2 {{'llvm.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.max_nreg', did you mean 'nvvm.maxnreg'? [unknown-launch-attribute]}}
llvm.func @l() attributes {nvvm.kernel, nvvm.maxclusterrank = "8", nvvm.max_nreg = 64 : i32}

module @nested {
  gpu.module @m {
    // expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' must have exactly 3 values, got 2 [cluster-dim-arity]}}
    // expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
    llvm.func @f() attributes {nvvm.cluster_dim = array<i32: 2, 1>}
  }
}
