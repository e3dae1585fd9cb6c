// Launch facts are derived from a kernel spec. A remark reports the reason for each fact.

// RUN: tileiras-opt %s --split-input-file --nv-tileaa-derive-launch=emit-remarks --verify-diagnostics | FileCheck %s --implicit-check-not=kernel_spec
// Remarks are off by default, except for parts of the spec that cannot be satisfied.
// RUN: tileiras-opt %s --split-input-file --nv-tileaa-derive-launch -o %t.once 2> %t.err
// RUN: FileCheck %s --check-prefix=QUIET --implicit-check-not=remark: --implicit-check-not=warning: < %t.err
// QUIET: warning: 'llvm.func' op 'nvvm.maxnreg' = 128 is below the 160 registers
// QUIET: remark: 'llvm.func' op did not derive 'nvvm.cluster_dim': sm_80
// QUIET: remark: 'llvm.func' op did not derive 'nvvm.maxclusterrank': sm_80
// The pass is idempotent.
// RUN: tileiras-opt %t.once --split-input-file --nv-tileaa-derive-launch=emit-remarks 2>&1 | diff %t.once -
// RUN: tileiras-opt %s --split-input-file --nv-tileaa-derive-launch --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// STATS: (S) 25 facts-derived
// STATS: (S) 19 specs-read

!tile = !llvm.struct<(f32, f32, f32, f32)>

// The GEMM: the body makes the bound exact, the sum is a multiple of 8, the cluster implies the cap.
// CHECK-LABEL: llvm.func @gemm
// CHECK-SAME: attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 128, 1, 1>}
// expected-remark @+4 {{'llvm.func' op derived 'nvvm.reqntid' = 128, 1, 1: the body uses wgmma}}
// expected-remark @+3 {{'llvm.func' op derived 'nvvm.cluster_dim' = 2, 1, 1: the kernel spec has a cluster}}
// expected-remark @+2 {{'llvm.func' op derived 'nvvm.maxnreg' = 168: 128 accumulator + 32 working + 8 slack registers}}
// expected-remark @+1 {{'llvm.func' op did not derive 'nvvm.maxclusterrank': 'nvvm.cluster_dim' implies it, 2 CTAs of at most 8}}
llvm.func @gemm() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
    max_block = [128], cluster = [2, 1, 1], max_cluster_rank = 8,
    accumulator_registers = 128, working_registers = 32, slack_registers = 8>} {
  nvvm.wgmma.fence.aligned
  llvm.return
}

// -----

// An elementwise kernel that adapts to the launch.
// CHECK-LABEL: llvm.func @elementwise
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxntid = array<i32: 256, 1, 1>}
// expected-remark @+1 {{'llvm.func' op derived 'nvvm.maxntid' = 256, 1, 1: the kernel spec bounds the block, and nothing relies on an exact one}}
llvm.func @elementwise() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [256]>} {
  nvvm.barrier0
  llvm.return
}

// -----

// The other reasons for an exact block, one at a time.
// Whole warps are enough for tcgen05, of any kind.
// CHECK-LABEL: llvm.func @tensor_memory
// CHECK-SAME: nvvm.reqntid = array<i32: 192, 1, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 192, 1, 1: the body uses tcgen05}}
llvm.func @tensor_memory() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [192]>} {
  nvvm.tcgen05.wait <load>
  llvm.return
}
// CHECK-LABEL: llvm.func @one_thread_issues
// CHECK-SAME: nvvm.reqntid = array<i32: 16, 14, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 16, 14, 1: the body uses tcgen05}}
llvm.func @one_thread_issues(%mbar: !llvm.ptr<3>) attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [16, 14]>} {
  nvvm.tcgen05.commit %mbar : !llvm.ptr<3>
  llvm.return
}
// CHECK-LABEL: llvm.func @counted_barrier
// CHECK-SAME: nvvm.reqntid = array<i32: 96, 1, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 96, 1, 1: the body uses a barrier that counts threads}}
llvm.func @counted_barrier() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [96]>} {
  %id = llvm.mlir.constant(1 : i32) : i32
  %threads = llvm.mlir.constant(64 : i32) : i32
  nvvm.barrier id = %id number_of_threads = %threads
  llvm.return
}
// CHECK-LABEL: llvm.func @register_moves
// CHECK-SAME: nvvm.reqntid = array<i32: 384, 1, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 384, 1, 1: the body uses setmaxnreg}}
llvm.func @register_moves() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [384]>} {
  nvvm.setmaxregister decrease 40
  llvm.return
}
// CHECK-LABEL: llvm.func @roles
// CHECK-SAME: nvvm.reqntid = array<i32: 32, 4, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 32, 4, 1: the kernel spec gives warps roles; the kernel spec has an exact block}}
llvm.func @roles() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [32, 4], roles = {producer = 1, consumer = 3}>}
// CHECK-LABEL: llvm.func @atoms
// CHECK-SAME: nvvm.reqntid = array<i32: 128, 1, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 128, 1, 1: the kernel spec asks for tcgen05}}
llvm.func @atoms() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128], atom = tcgen05>}

// -----

// Called functions and inline assembly belong to the body.
// CHECK-LABEL: llvm.func @through_calls
// CHECK-SAME: nvvm.reqntid = array<i32: 128, 1, 1>
// expected-remark @+1 {{derived 'nvvm.reqntid' = 128, 1, 1: the body uses wgmma}}
llvm.func @through_calls() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>} {
  llvm.call @middle() : () -> ()
  llvm.return
}
llvm.func @middle() {
  llvm.call @leaf() : () -> ()
  llvm.return
}
llvm.func @leaf() {
  llvm.call @middle() : () -> ()
  llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "" : () -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @not_through_calls
// CHECK-SAME: nvvm.maxntid = array<i32: 128, 1, 1>
// expected-remark @+1 {{derived 'nvvm.maxntid' = 128, 1, 1}}
llvm.func @not_through_calls() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [128]>} {
  llvm.return
}

// -----

// The register file: 4 CTAs of 128 threads have 128 registers each.
gpu.module @occupancy [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: llvm.func @spills
  // CHECK-SAME: nvvm.maxnreg = 128 : i32, nvvm.minctasm = 4 : i32, nvvm.reqntid = array<i32: 128, 1, 1>
  // expected-warning @+4 {{'llvm.func' op 'nvvm.maxnreg' = 128 is below the 160 registers of accumulator and working set, the rest spills: the register file has no more for 4 CTAs of 128 threads}}
  // expected-remark @+3 {{derived 'nvvm.reqntid' = 128, 1, 1: the kernel spec has an exact block}}
  // expected-remark @+2 {{derived 'nvvm.minctasm' = 4: the kernel spec has an occupancy floor}}
  // expected-remark @+1 {{derived 'nvvm.maxnreg' = 128: 128 accumulator + 32 working + 8 slack registers are 168, and the register file has 128 a thread for 4 CTAs of 128 threads}}
  llvm.func @spills() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
      block = [128], min_ctas_per_sm = 4, accumulator_registers = 128, working_registers = 32, slack_registers = 8>}
  // Two CTAs of 9 warps use the registers of 20 warps, as warps are allocated in groups of four. ptxas does the same.
  // CHECK-LABEL: llvm.func @odd_warps
  // CHECK-SAME: nvvm.maxnreg = 96 : i32, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 288, 1, 1>
  // expected-remark @+3 {{derived 'nvvm.reqntid' = 288, 1, 1: the kernel spec has an exact block}}
  // expected-remark @+2 {{derived 'nvvm.minctasm' = 2: the kernel spec has an occupancy floor}}
  // expected-remark @+1 {{derived 'nvvm.maxnreg' = 96: 64 accumulator + 24 working + 24 slack registers are 112, and the register file has 96 a thread for 2 CTAs of 288 threads}}
  llvm.func @odd_warps() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
      block = [288], min_ctas_per_sm = 2, accumulator_registers = 64, working_registers = 24, slack_registers = 24>}
  // CHECK-LABEL: llvm.func @eights
  // CHECK-SAME: nvvm.maxnreg = 56 : i32
  // expected-remark @+1 {{derived 'nvvm.maxnreg' = 56: 16 accumulator + 33 working + 1 slack registers are 50, handed out in eights}}
  llvm.func @eights() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
      accumulator_registers = 16, working_registers = 33, slack_registers = 1>}
  // A register cap is not rounded.
  // CHECK-LABEL: llvm.func @cap
  // CHECK-SAME: nvvm.maxnreg = 165 : i32
  // expected-remark @+1 {{derived 'nvvm.maxnreg' = 165: the kernel spec has a register cap}}
  llvm.func @cap() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_registers = 165>}
}

// -----

// Clusters: a cap without a fixed shape, and the flag with a shape.
// CHECK-LABEL: llvm.func @portable
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
// expected-remark @+1 {{derived 'nvvm.maxclusterrank' = 8: the kernel spec caps the cluster and fixes no shape}}
llvm.func @portable() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_cluster_rank = 8>}
// CHECK-LABEL: llvm.func @single
// CHECK-SAME: attributes {nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 1, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>}
// expected-remark @+3 {{derived 'nvvm.reqntid' = 64, 1, 1}}
// expected-remark @+2 {{derived 'nvvm.cluster_dim' = 1, 1, 1}}
// expected-remark @+1 {{'llvm.func' op derived 'nvvm.blocksareclusters': the kernel spec opts in to clusters of a single CTA}}
llvm.func @single() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [64], cluster = [1, 1, 1], single_cta_cluster = true>}

// -----

// A chip without clusters.
gpu.module @old [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: llvm.func @ampere
  // CHECK-SAME: attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}
  // expected-remark @+3 {{derived 'nvvm.reqntid' = 128, 1, 1}}
  // expected-remark @+2 {{'llvm.func' op did not derive 'nvvm.cluster_dim': sm_80 has no clusters [cluster-suppressed]}}
  // expected-remark @+1 {{'llvm.func' op did not derive 'nvvm.maxclusterrank': sm_80 has no clusters [cluster-suppressed]}}
  llvm.func @ampere() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128], cluster = [2, 1, 1], max_cluster_rank = 8>}
}

// -----

// A stated fact is not changed.
// CHECK-LABEL: llvm.func @stated
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxnreg = 168 : i64, nvvm.reqntid = array<i32: 128>}
// expected-remark @+2 {{'llvm.func' op 'nvvm.reqntid' is stated already, as the kernel spec has it: the kernel spec has an exact block}}
// expected-remark @+1 {{'llvm.func' op 'nvvm.maxnreg' is stated already, as the kernel spec has it: the kernel spec has a register cap}}
llvm.func @stated() attributes {nvvm.kernel, nvvm.maxnreg = 168 : i64, nvvm.reqntid = array<i32: 128>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<block = [128], max_registers = 168>}
// The user chose an exact block within the bound, which consists of whole warpgroups.
// CHECK-LABEL: llvm.func @chosen
// CHECK-SAME: attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>}
// expected-remark @+1 {{'llvm.func' op did not derive 'nvvm.maxntid': 'nvvm.reqntid' implies it, 128 threads of at most 256}}
llvm.func @chosen() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [256], atom = wgmma>}

// -----

// A kernel without a spec is not changed, and the requirements of its body are not checked.
// CHECK-LABEL: llvm.func @none
// CHECK-SAME: attributes {nvvm.kernel, nvvm.maxntid = array<i32: 96>}
llvm.func @none() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 96>} {
  nvvm.wgmma.fence.aligned
  llvm.return
}
