// Legal IR for each rule of group limits, with the last legal value. There is no diagnostic and no change.

// RUN: tileiras-opt --nvvm-verify=warnings-as-errors %s -o %t
// RUN: tileiras-opt %s | diff - %t

// positive-value
llvm.func @positive() attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32, nvvm.maxntid = array<i32: 1, 1, 1>, nvvm.minctasm = 1 : i32}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 1 : i32}

// cta-thread-cap
llvm.func @row() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 1, 1>}
llvm.func @column() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1, 1024, 1>}
llvm.func @tower() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 16, 1, 64>}

// maxntid-cap
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1, 1, 1024>}

// cluster-portable-cap
llvm.func @portable() attributes {nvvm.cluster_dim = array<i32: 2, 2, 2>, nvvm.kernel}
llvm.func @portable_rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}

// maxnreg-range
llvm.func @fewest() attributes {nvvm.kernel, nvvm.maxnreg = 24 : i32}
llvm.func @most() attributes {nvvm.kernel, nvvm.maxnreg = 255 : i32}

// maxnreg-unlimited: a remark, with `pedantic` only.
llvm.func @unlimited() attributes {nvvm.kernel, nvvm.maxnreg = 256 : i32}

// register-file
llvm.func @one_block() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384, 1, 1>}
llvm.func @many_blocks() attributes {nvvm.kernel, nvvm.maxnreg = 128 : i32, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 2 : i32}
llvm.func @odd_warps() attributes {nvvm.kernel, nvvm.maxnreg = 96 : i32, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 288, 1, 1>}
// ptxas takes the smaller cap, that of nvvm.minctasm: nothing is wrong.
llvm.func @floor() attributes {nvvm.kernel, nvvm.maxnreg = 96 : i32, nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.minctasm = 4 : i32}
llvm.func @one_cta() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 1024, 1, 1>}

// minctasm-needs-block
llvm.func @block() attributes {nvvm.kernel, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}

// minctasm-range: without a chip there is no limit, and each chip has its own limit.
llvm.func @no_chip() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 32 : i32}
gpu.module @hopper [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  llvm.func @ctas() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>, nvvm.minctasm = 32 : i32}
  llvm.func @threads() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 1024, 1, 1>, nvvm.minctasm = 2 : i32}
}
gpu.module @ada [#nvvm.target<chip = "sm_89", features = "+ptx84">] {
  gpu.func @ctas() kernel attributes {nvvm.maxntid = array<i32: 64, 1, 1>, nvvm.minctasm = 24 : i32} { gpu.return }
}

// This group does not check functions that are not kernels.
func.func private @function()
