// cluster-on-kernel-only: cluster facts are legal on kernels only.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// Kernels: by attribute, by calling convention, by gpu.kernel.
llvm.func @attribute() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
llvm.func ptx_kernelcc @convention() attributes {nvvm.maxclusterrank = 8 : i32}
gpu.module @m {
  gpu.func @keyword() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
  llvm.func @lowered() attributes {gpu.kernel, nvvm.maxclusterrank = 8 : i32}
}

// -----

// A cluster shape.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must be on a kernel, got a function that is not a kernel [cluster-on-kernel-only]}}
llvm.func @f() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}

// -----

// A cluster cap.
gpu.module @m {
  // expected-error@+1 {{'gpu.func' op 'nvvm.maxclusterrank' must be on a kernel, got a function that is not a kernel [cluster-on-kernel-only]}}
  gpu.func @f() attributes {nvvm.maxclusterrank = 8 : i32} { gpu.return }
}

// -----

// Two cluster facts and the required nvvm.reqntid. All three cluster facts together would conflict.
// expected-error@+3 {{'func.func' op 'nvvm.cluster_dim' must be on a kernel, got a function that is not a kernel [cluster-on-kernel-only]}}
// expected-error@+2 {{'func.func' op 'nvvm.blocksareclusters' must be on a kernel, got a function that is not a kernel [cluster-on-kernel-only]}}
// expected-warning@+1 {{'func.func' op 'nvvm.reqntid' is ignored on a function that is no kernel [launch-fact-on-function]}}
func.func private @f() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>}
