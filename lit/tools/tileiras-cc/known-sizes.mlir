// Known sizes of an llvm.func reach no tool. The driver reports them. It also says what becomes of those of a gpu.func.

// RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o %t.ptx 2> %t.err
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=PTX
// RUN: FileCheck %s --input-file %t.err --implicit-check-not=warning
// RUN: FileCheck %s --input-file %t.err --check-prefix=REMARK --implicit-check-not=remark:

module attributes {gpu.container_module} {
  gpu.module @m {
    // CHECK: known-sizes.mlir:[[#@LINE+1]]:5: warning: 'llvm.func' op 'known_block_size' is ignored, as no directive states it: state 'nvvm.reqntid' [known-size-ignored]
    llvm.func @ignored() attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.kernel} { llvm.return }
    // Upstream makes no fact of the known block of a function that is no kernel, so that it contradicts none.
    // CHECK: known-sizes.mlir:[[#@LINE+1]]:5: warning: 'llvm.func' op 'nvvm.maxntid' is ignored on a function that is no kernel [launch-fact-on-function]
    gpu.func @helper() attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.maxntid = array<i32: 32, 1, 1>} { gpu.return }
    // A known block within a larger bound: both statements stay.
    gpu.func @within() kernel attributes {known_block_size = array<i32: 64, 1, 1>, nvvm.maxntid = array<i32: 128, 1, 1>} { gpu.return }
    // So do a known block and a spec that bounds it.
    gpu.func @spec() kernel attributes {known_block_size = array<i32: 32, 2, 1>, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<max_block = [64]>} { gpu.return }
    // A known block alone becomes a bound.
    // REMARK: known-sizes.mlir:[[#@LINE+1]]:5: remark: 'gpu.func' op 'known_block_size' states the block of every launch, and becomes 'nvvm.maxntid', which only bounds it; state 'nvvm.reqntid' if the kernel needs exactly this block
    gpu.func @converted() kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_cluster_size = array<i32: 2, 1, 1>} { gpu.return }
  }
}
// PTX: .entry ignored()
// PTX-NOT: {{[.](maxntid|reqntid)}}
// PTX: .entry within()
// PTX-NEXT: .maxntid 128, 1, 1
// PTX: .entry spec()
// PTX-NEXT: .maxntid 64, 1, 1
// PTX: .entry converted()
// PTX-NEXT: .maxntid 128, 1, 1
// PTX-NEXT: .explicitcluster
// PTX-NEXT: .reqnctapercluster 2, 1, 1
