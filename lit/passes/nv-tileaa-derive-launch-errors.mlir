// Facts that contradict a kernel spec are errors. All of them are reported, and the IR is unchanged.

// RUN: tileiras-opt %s --split-input-file --nv-tileaa-derive-launch=emit-remarks --verify-diagnostics

// The body needs whole warpgroups: a multiple of 128 threads in x.
// expected-error @+1 {{'llvm.func' op the body uses wgmma, which needs an exact block of a multiple of 128 threads in x, and the kernel spec has 96, 1, 1 [warpgroup-threads]}}
llvm.func @three_warps() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [96]>} {
  nvvm.wgmma.fence.aligned
  llvm.return
}
// tcgen05 needs whole warps.
// expected-error @+1 {{'llvm.func' op the body uses tcgen05, which needs an exact block of a multiple of 32 threads, and the kernel spec has 48, 3, 1 [warpgroup-threads]}}
llvm.func @half_a_warp() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [48, 3]>} {
  nvvm.tcgen05.wait <load>
  llvm.return
}
// expected-error @+1 {{'llvm.func' op the body uses tcgen05, which needs an exact block of a multiple of 32 threads, and neither the kernel spec nor 'nvvm.reqntid' has one [warpgroup-threads]}}
llvm.func @any_block() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_registers = 64>} {
  nvvm.tcgen05.relinquish_alloc_permit
  llvm.return
}
// expected-error @+1 {{'llvm.func' op the kernel spec asks for wgmma, which needs an exact block of a multiple of 128 threads in x, and the kernel spec has 64, 2, 1 [warpgroup-threads]}}
llvm.func @flat() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [64, 2], atom = wgmma>}
// expected-error @+1 {{'llvm.func' op the kernel spec asks for tcgen05, which needs an exact block of a multiple of 32 threads, and 'nvvm.reqntid' has 100, 1, 1 [warpgroup-threads]}}
llvm.func @chosen() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 100>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128], atom = tcgen05>}
// expected-error @+1 {{'llvm.func' op the kernel spec asks for wgmma, which needs an exact block of a multiple of 128 threads in x, and neither the kernel spec nor 'nvvm.reqntid' has one [warpgroup-threads]}}
llvm.func @no_block() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<atom = wgmma>}

// -----

// A fact that is stated is not overridden. All errors of one function are reported.
// expected-error @+4 {{'llvm.func' op 'nvvm.reqntid' is stated as array<i32: 256>, and the kernel spec makes it array<i32: 128, 1, 1>: the kernel spec has an exact block}}
// expected-error @+3 {{'llvm.func' op 'nvvm.minctasm' is stated as 3 : i32, and the kernel spec makes it 2 : i32: the kernel spec has an occupancy floor}}
// expected-error @+2 {{'llvm.func' op 'nvvm.maxnreg' is stated as 64 : i32, and the kernel spec makes it 168 : i32: 128 accumulator + 32 working + 8 slack registers}}
// expected-error @+1 {{'llvm.func' op 'nvvm.cluster_dim' is stated as array<i32: 4, 1, 1>, and the kernel spec makes it array<i32: 2, 1, 1>: the kernel spec has a cluster}}
llvm.func @stated() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 4, 1, 1>, nvvm.maxnreg = 64 : i32, nvvm.minctasm = 3 : i32, nvvm.reqntid = array<i32: 256>,
  nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128], cluster = [2, 1, 1], min_ctas_per_sm = 2, accumulator_registers = 128, working_registers = 32, slack_registers = 8>}

// -----

// Facts that conflict with a related part of the spec.
// expected-error @+1 {{'llvm.func' op 'nvvm.maxntid' allows 64 threads, the kernel spec asks for 128: the kernel spec has an exact block [maxntid-reqntid-conflict]}}
llvm.func @bound() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>}
// expected-error @+1 {{'llvm.func' op 'nvvm.reqntid' asks for 256 threads, the kernel spec allows 128}}
llvm.func @exact() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 256>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>}
// expected-error @+1 {{'llvm.func' op 'nvvm.cluster_dim' asks for 4 CTAs, the kernel spec allows 2 [cluster-exceeds-rank]}}
llvm.func @cluster() attributes {nvvm.cluster_dim = array<i32: 4, 1, 1>, nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_cluster_rank = 2>}
// expected-error @+1 {{'llvm.func' op 'nvvm.maxclusterrank' allows 1 CTAs, the kernel spec asks for clusters of 2 [cluster-exceeds-rank]}}
llvm.func @rank() attributes {nvvm.kernel, nvvm.maxclusterrank = 1 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<cluster = [2, 1, 1]>}
// expected-error @+1 {{'llvm.func' op 'nvvm.blocksareclusters' needs 'nvvm.reqntid', and nothing in the kernel spec makes the block exact [blocksareclusters-requires]}}
llvm.func @grid() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128], cluster = [1, 1, 1], single_cta_cluster = true>}

// -----

// More than an SM of the chip supports.
gpu.module @hopper [#nvvm.target<chip = "sm_90a">] {
  // expected-error @+1 {{'llvm.func' op the kernel spec asks for 3 CTAs on an SM, which are 3072 threads with 1024 each, sm_90a holds 2048 [minctasm-range]}}
  llvm.func @threads() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [1024], min_ctas_per_sm = 3>}
}
gpu.module @turing [#nvvm.target<chip = "sm_75">] {
  // expected-error @+1 {{'llvm.func' op the kernel spec asks for 32 CTAs on an SM, sm_75 holds 16 [minctasm-range]}}
  llvm.func @ctas() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32], min_ctas_per_sm = 32>}
}

// -----

gpu.module @both [#nvvm.target<chip = "sm_80">, #nvvm.target<chip = "sm_90">] {
  // expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' cannot be derived from for all targets of its module at once: sm_80, any ptx and sm_90, any ptx need different facts; name one with the option 'chip'}}
  llvm.func @k() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<cluster = [2, 1, 1]>}
}

// -----

// The function is not a kernel before the transplant.
module attributes {nvvm.annotations = [[@k, "kernel", 1 : i32]]} {
  // expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
  llvm.func @k() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32]>}
}
