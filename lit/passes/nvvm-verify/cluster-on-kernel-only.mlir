// cluster-on-kernel-only: cluster facts of a function that is no kernel have no effect.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics
// RUN: tileiras-opt --nvvm-verify %s --split-input-file -o /dev/null

// Kernels: by attribute, by calling convention, by gpu.kernel.
llvm.func @attribute() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
llvm.func ptx_kernelcc @convention() attributes {nvvm.maxclusterrank = 8 : i32}
gpu.module @m {
  gpu.func @keyword() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
  llvm.func @lowered() attributes {gpu.kernel, nvvm.maxclusterrank = 8 : i32}
}

// -----

// A cluster shape.
// expected-warning@+1 {{'llvm.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
llvm.func @f() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}

// -----

// A cluster cap.
gpu.module @m {
  // expected-warning@+1 {{'gpu.func' op 'nvvm.maxclusterrank' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
  gpu.func @f() attributes {nvvm.maxclusterrank = 8 : i32} { gpu.return }
}

// -----

// Two cluster facts and the required nvvm.reqntid. All three cluster facts together would conflict.
// expected-warning@+3 {{'func.func' op 'nvvm.cluster_dim' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
// expected-warning@+2 {{'func.func' op 'nvvm.blocksareclusters' is ignored on a function that is no kernel [cluster-on-kernel-only]}}
// expected-warning@+1 {{'func.func' op 'nvvm.reqntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
func.func private @f() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>}
