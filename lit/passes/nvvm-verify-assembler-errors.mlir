// Violations of each rule of group assembler.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

// maxntid-reqntid-conflict: also with equal values.
// expected-error@+1 {{'llvm.func' op 'nvvm.maxntid' must not be combined with 'nvvm.reqntid' [maxntid-reqntid-conflict]}}
llvm.func @equal() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// cluster-dim-rank-conflict: also without a chip.
// expected-error@+1 {{'llvm.func' op 'nvvm.cluster_dim' must not be combined with 'nvvm.maxclusterrank' [cluster-dim-rank-conflict]}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// -----

// ntid-overflow: the product, rounded up to a multiple of 32, is 2 to the power of 32.
// expected-error@+2 {{'llvm.func' op 'nvvm.maxntid' must have a product that is at most 4294967264 in 32 bits, got 4294967294 [ntid-overflow]}}
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxntid' has no effect above 1024 threads, got 4294967294 [maxntid-cap]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2147483647, 2, 1>}

// -----

// ntid-overflow: a product that wraps.
// expected-error@+2 {{'llvm.func' op 'nvvm.maxntid' must have a product that is at most 4294967264 in 32 bits, got 12884901882, counted as 4294967290 [ntid-overflow]}}
// expected-warning@+1 {{'llvm.func' op 'nvvm.maxntid' has no effect above 1024 threads, got 12884901882 [maxntid-cap]}}
llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2147483647, 2, 3>}

// -----

// cluster-ptx-version, and chip-ptx-version, because the chip needs the same PTX version.
gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx77">] {
  // expected-error@+2 {{'llvm.func' op 'nvvm.cluster_dim' needs ptx 7.8 or later on sm_90, got 7.7 [cluster-ptx-version]}}
  // expected-error@+1 {{'llvm.func' op cannot be assembled: sm_90 needs ptx 7.8 or later, got 7.7 [chip-ptx-version]}}
  llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
}

// -----

// blocksareclusters-ptx-version
gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx88">] {
  // expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' needs ptx 9.0 or later on sm_90, got 8.8 [blocksareclusters-ptx-version]}}
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
}

// -----

// chip-ptx-version: every kernel, and no other function.
gpu.module @m [#nvvm.target<chip = "sm_90a", features = "+ptx78">] {
  // expected-error@+1 {{'gpu.func' op cannot be assembled: sm_90a needs ptx 8.0 or later, got 7.8 [chip-ptx-version]}}
  gpu.func @k() kernel { gpu.return }
  gpu.func @function() { gpu.return }
}

// -----

// cluster-suppressed: for each fact. Directives that are not printed do not violate other rules.
gpu.module @m [#nvvm.target<chip = "sm_80", features = "+ptx84">] {
  // expected-warning@+3 {{'llvm.func' op 'nvvm.cluster_dim' is not printed for sm_80, which has no clusters [cluster-suppressed]}}
  // expected-warning@+2 {{'llvm.func' op 'nvvm.maxclusterrank' is not printed for sm_80, which has no clusters [cluster-suppressed]}}
  // expected-warning@+1 {{'llvm.func' op 'nvvm.blocksareclusters' is not printed for sm_80, which has no clusters [cluster-suppressed]}}
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxclusterrank = 8 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
}
