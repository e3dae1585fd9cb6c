// Redundant facts are removed, with a remark; other facts stay.

// RUN: tileiras-opt --nvvm-legalize %s --split-input-file --verify-diagnostics | FileCheck %s
// The output has no error.
// RUN: tileiras-opt --nvvm-legalize %s --split-input-file 2> /dev/null | tileiras-opt --nvvm-verify --split-input-file > /dev/null
// The pass is idempotent.
// RUN: tileiras-opt --nvvm-legalize %s --split-input-file -o %t.once 2> /dev/null
// RUN: tileiras-opt --nvvm-legalize %t.once --split-input-file | diff %t.once -

// CHECK-LABEL: llvm.func @bound
// CHECK-SAME: attributes {nvvm.kernel, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 2, 1>}
// expected-remark@+1 {{'llvm.func' op removed 'nvvm.maxntid': 'nvvm.reqntid' implies it, 256 threads of at most 256 [maxntid-reqntid-conflict]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.minctasm = 2 : i32, nvvm.maxntid = array<i32: 256>, nvvm.reqntid = array<i32: 128, 2, 1>}

// -----

// CHECK-LABEL: llvm.func @rank
// CHECK-SAME: attributes {nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.kernel}
// expected-remark@+1 {{'llvm.func' op removed 'nvvm.maxclusterrank': 'nvvm.cluster_dim' implies it, 4 CTAs of at most 8 [cluster-dim-rank-conflict]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 2, 1>, nvvm.maxclusterrank = 8 : i32}

// -----

// CHECK-LABEL: llvm.func @nothing
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}
llvm.func @nothing() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.maxntid = array<i32: 128, 1, 1>}

// Launch facts on a function that is not a kernel are not printed, so they are not removed.
// CHECK-LABEL: llvm.func @function
// CHECK-SAME: nvvm.maxntid = array<i32: 128>, nvvm.reqntid = array<i32: 128>
llvm.func @function() attributes {nvvm.maxntid = array<i32: 128>, nvvm.reqntid = array<i32: 128>}

// -----

// Without an option, the target of the module is used.
gpu.module @old [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: llvm.func @suppressed
  // CHECK-SAME: attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
  // expected-remark@+2 {{'llvm.func' op removed 'nvvm.cluster_dim': sm_80 has no clusters [cluster-suppressed]}}
  // expected-remark@+1 {{'llvm.func' op removed 'nvvm.blocksareclusters': sm_80 has no clusters, so the grid counts CTAs [cluster-suppressed]}}
  llvm.func @suppressed() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 1, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
}
// CHECK-LABEL: gpu.module @new
gpu.module @new [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // CHECK: llvm.func @one_cta() attributes {nvvm.cluster_dim = array<i32: 1, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
  // expected-remark@+1 {{'llvm.func' op removed 'nvvm.blocksareclusters': '.blocksareclusters' needs ptx 9.0 or later, got 8.4, and a cluster of one CTA is a CTA [blocksareclusters-ptx-version]}}
  llvm.func @one_cta() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 1, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128>}
}
