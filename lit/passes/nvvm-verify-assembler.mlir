// Legal IR for each rule of group assembler. There is no diagnostic and no change.

// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s -o %t
// RUN: tileiras-opt %s | diff - %t

// maxntid-reqntid-conflict
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}
llvm.func @exact() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// cluster-dim-rank-conflict
llvm.func @shape() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// chip-ptx-version, cluster-ptx-version, blocksareclusters-ptx-version: the lowest legal versions.
gpu.module @first [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
  llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel}
}
gpu.module @grid [#nvvm.target<chip = "sm_90a", features = "+ptx90">] {
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
}

// A target with a known chip and an unknown PTX version.
gpu.module @any_version [#nvvm.target<chip = "sm_90">] {
  llvm.func @k() attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
}

// cluster-suppressed
gpu.module @old [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
  gpu.func @k() kernel attributes {nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
  llvm.func @function()
}
