// Each error of a malformed spec is reported at its location.

// RUN: tileiras-opt %s --split-input-file --verify-diagnostics

// Sizes.
// expected-error @+1 {{kernel_spec 'block' must have 1 to 3 sizes, got 4}}
#spec = #nv_tileaa.kernel_spec<block = [1, 1, 1, 1]>

// -----

// expected-error @+2 {{kernel_spec 'block' must have 1 to 1024 threads in x, got 0}}
// expected-error @+1 {{kernel_spec 'block' must have 1 to 64 threads in z, got 65}}
#spec = #nv_tileaa.kernel_spec<block = [0, 1, 65]>

// -----

// expected-error @+1 {{kernel_spec 'max_block' must have at most 1024 threads, got 2048}}
#spec = #nv_tileaa.kernel_spec<max_block = [64, 32]>

// -----

// expected-error @+2 {{expected at least one size}}
// expected-error @+1 {{failed to parse NVTileAA_KernelSpecAttr parameter 'block'}}
#spec = #nv_tileaa.kernel_spec<block = []>

// -----

// expected-error @+1 {{kernel_spec 'block' and 'max_block' exclude each other}}
#spec = #nv_tileaa.kernel_spec<block = [128], max_block = [256]>

// -----

// Roles must cover all warps of an exact block.
// expected-error @+1 {{kernel_spec 'roles' must name all 4 warps of the block, got 3}}
#spec = #nv_tileaa.kernel_spec<block = [128], roles = {producer = 1, consumer = 2}>

// -----

// expected-error @+1 {{kernel_spec 'roles' needs a block of whole warps, got 100 threads}}
#spec = #nv_tileaa.kernel_spec<block = [100], roles = {producer = 1, consumer = 2}>

// -----

// expected-error @+1 {{kernel_spec 'roles' needs 'block', as the roles are all warps of the block}}
#spec = #nv_tileaa.kernel_spec<max_block = [128], roles = {producer = 1, consumer = 3}>

// -----

// expected-error @+2 {{kernel_spec 'roles' must give 'consumer' at least one warp, got -3}}
// expected-error @+1 {{kernel_spec 'roles' must give 'producer' at least one warp, got 0}}
#spec = #nv_tileaa.kernel_spec<block = [128], roles = {producer = 0, consumer = -3}>

// -----

// expected-error @+1 {{kernel_spec 'roles' must name all 4 warps of the block, got 0}}
#spec = #nv_tileaa.kernel_spec<block = [128], roles = {}>

// -----

// expected-error @+2 {{expected a unique name for each count, got 'producer'}}
// expected-error @+1 {{failed to parse NVTileAA_KernelSpecAttr parameter 'roles'}}
#spec = #nv_tileaa.kernel_spec<block = [128], roles = {producer = 1, producer = 3}>

// -----

// A sum that overflows 64 bits.
// expected-error @+1 {{kernel_spec 'roles' must name all 4 warps of the block, got 9223372036854775807}}
#spec = #nv_tileaa.kernel_spec<block = [128], roles = {producer = 9223372036854775807, consumer = 9223372036854775807}>

// -----

// Clusters.
// expected-error @+1 {{kernel_spec 'cluster' must have 3 sizes, got 2}}
#spec = #nv_tileaa.kernel_spec<cluster = [2, 1]>

// -----

// expected-error @+1 {{kernel_spec 'cluster' must be positive in y, got 0}}
#spec = #nv_tileaa.kernel_spec<cluster = [2, 0, 1]>

// -----

// expected-error @+1 {{kernel_spec 'cluster' must have at most 16 CTAs, got 9223372036854775807}}
#spec = #nv_tileaa.kernel_spec<cluster = [9223372036854775807, 2, 1]>

// -----

// expected-error @+1 {{kernel_spec 'cluster' must have at most the 2 CTAs of 'max_cluster_rank', got 4}}
#spec = #nv_tileaa.kernel_spec<cluster = [2, 2, 1], max_cluster_rank = 2>

// -----

// expected-error @+1 {{kernel_spec 'max_cluster_rank' must be 1 to 16, got 17}}
#spec = #nv_tileaa.kernel_spec<max_cluster_rank = 17>

// -----

// expected-error @+1 {{kernel_spec 'single_cta_cluster' needs 'cluster = [1, 1, 1]'}}
#spec = #nv_tileaa.kernel_spec<cluster = [2, 1, 1], single_cta_cluster = true>

// -----

// expected-error @+1 {{kernel_spec 'single_cta_cluster' needs 'cluster = [1, 1, 1]'}}
#spec = #nv_tileaa.kernel_spec<single_cta_cluster = true>

// -----

// Numbers.
// expected-error @+1 {{kernel_spec 'min_ctas_per_sm' must be 1 to 32, got 0}}
#spec = #nv_tileaa.kernel_spec<min_ctas_per_sm = 0>

// -----

// expected-error @+3 {{kernel_spec 'accumulator_registers' must be 0 to 255, got -1}}
// expected-error @+2 {{kernel_spec 'working_registers' must be 1 to 255, got 0}}
// expected-error @+1 {{kernel_spec 'slack_registers' must be 0 to 255, got 256}}
#spec = #nv_tileaa.kernel_spec<accumulator_registers = -1, working_registers = 0, slack_registers = 256>

// -----

// expected-error @+1 {{kernel_spec needs all three parts of the sum of registers, 'accumulator_registers' and 'slack_registers' missing}}
#spec = #nv_tileaa.kernel_spec<working_registers = 32>

// -----

// expected-error @+1 {{kernel_spec 'max_registers' and the parts of a sum of registers exclude each other}}
#spec = #nv_tileaa.kernel_spec<accumulator_registers = 128, working_registers = 32, slack_registers = 8, max_registers = 168>

// -----

// expected-error @+1 {{kernel_spec 'max_registers' must be 24 to 255, got 16}}
#spec = #nv_tileaa.kernel_spec<max_registers = 16>

// -----

// Keywords.
// expected-error @+2 {{expected one of [wgmma, tcgen05] for instructions that a whole warp group executes, got: mma}}
// expected-error @+1 {{failed to parse NVTileAA_KernelSpecAttr parameter 'atom'}}
#spec = #nv_tileaa.kernel_spec<atom = mma>

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: blocks}}
#spec = #nv_tileaa.kernel_spec<blocks = [128]>

// -----

// The operation that the attribute is on.
// expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
llvm.func @function() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
  gpu.func @function() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>} { gpu.return }
}

// -----

// The legacy tuples are already transplanted, and none of them made the function a kernel.
module attributes {nvvm.annotations = [[@g, "texture", 1 : i32]]} {
  // expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be on a kernel, got a function that is not a kernel}}
  llvm.func @function() attributes {nvvm.annotations_transplanted, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>}
  llvm.mlir.global external @g() : i32
}

// -----

// expected-error @+1 {{'builtin.module' op 'nv_tileaa.kernel_spec' must be on a kernel, got an operation that is no function}}
module attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128]>} {}

// -----

// expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_spec' must be a #nv_tileaa.kernel_spec, got array<i32: 128>}}
llvm.func @k() attributes {nvvm.kernel, nv_tileaa.kernel_spec = array<i32: 128>}

// -----

// A misspelled name of the attribute would otherwise be ignored.
// expected-error @+1 {{'llvm.func' op 'nv_tileaa.kernel_sepc' is not known, only 'nv_tileaa.kernel_spec' is}}
llvm.func @k() attributes {nvvm.kernel, nv_tileaa.kernel_sepc = #nv_tileaa.kernel_spec<block = [128]>}
