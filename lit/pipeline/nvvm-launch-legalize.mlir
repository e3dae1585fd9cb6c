// nvvm-launch removes redundant facts before it checks the contract, for the target that the option or the module names.

// RUN: tileiras-opt --nvvm-launch %s 2> %t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=error --implicit-check-not=warning < %t.err
// RUN: tileiras-opt --nvvm-launch='chip=sm_90a ptx=8.4' %s 2>/dev/null | FileCheck %s --check-prefix=NEW

// CHECK: gpu.func @bounded() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>}
// CHECK: gpu.func @clustered() kernel {
// CHECK: nv_tileaa.launch_func @m::@bounded
// NEW: gpu.func @bounded() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>}
// NEW: gpu.func @clustered() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>}
module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<chip = "sm_80">] {
    // REMARK: remark: 'gpu.func' op removed 'nvvm.maxntid': 'nvvm.reqntid' implies it, 128 threads of at most 256 [maxntid-reqntid-conflict]
    gpu.func @bounded() kernel attributes {nvvm.maxntid = array<i32: 256, 1, 1>, nvvm.reqntid = array<i32: 128, 1, 1>} { gpu.return }
    // REMARK: remark: 'gpu.func' op removed 'nvvm.cluster_dim': sm_80 has no clusters [cluster-suppressed]
    gpu.func @clustered() kernel attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>} { gpu.return }
  }
  func.func @host(%i: index) {
    %c128 = arith.constant 128 : index
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@bounded blocks in (%i, %i, %i) threads in (%c128, %c1, %c1)
    return
  }
}
