// Violations of the rules about nvvm.explicit_cluster.

// RUN: tileiras-opt --nvvm-verify='form=canonical chip=sm_90 ptx=8.4' %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'llvm.func' op 'nvvm.explicit_cluster' must be a unit attribute, got true [unit-shape]}}
llvm.func @k() attributes {nvvm.explicit_cluster = true, nvvm.kernel}

// -----

// expected-warning@+1 {{'llvm.func' op 'nvvm.explicit_cluster' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
llvm.func @f() attributes {nvvm.explicit_cluster}

// -----

// The name of the directive, and the attribute of libNVVM 13, which it ignores as well (measured).
// expected-warning@+1 {{'llvm.func' op unknown launch attribute 'nvvm.explicitcluster' in 'passthrough', did you mean 'nvvm.explicit_cluster'? [unknown-launch-attribute]}}
llvm.func @k() attributes {nvvm.kernel, passthrough = ["nvvm.explicitcluster"]}

// -----

// LLVM's encoding is not canonical.
// expected-error@+3 {{'llvm.func' op 'nvvm.cluster_dim' must be positive in x, got 0 [positive-value]}}
// expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' must be positive in y, got 0 [positive-value]}}
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must be positive in z, got 0 [positive-value]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 0, 0, 0>, nvvm.kernel}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-note@+1 {{the kernel is here}}
    gpu.func @k() kernel attributes {nvvm.explicit_cluster} { gpu.return }
  }
  func.func @host(%c1: index) {
    // expected-error@+1 {{'gpu.launch_func' op must state a cluster, as the kernel has 'nvvm.explicit_cluster' and no 'nvvm.cluster_dim' [launch-cluster-missing]}}
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
