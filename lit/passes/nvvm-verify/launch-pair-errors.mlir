// A kernel that uses CTA pairs needs a cluster, stated by the launch or by the kernel. The first launch states none.

// RUN: tileiras-opt --nvvm-verify='chip=sm_100a ptx=8.8' %s --verify-diagnostics
// RUN: tileiras-opt --convert-gpu-to-nv-tileaa --nvvm-verify='chip=sm_100a ptx=8.8' %s --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @m {
    // expected-warning@+2 {{'llvm.func' op 'nvvm.cluster_dim' should be stated for '.cta_group::2', with an even product [tcgen05-cta-pair-unknown]}}
    // expected-note@+1 {{the kernel is here}}
    llvm.func @pair() attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      // expected-note@+1 {{the instruction is here}}
      nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
      llvm.return
    }
    llvm.func @paired() attributes {gpu.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>} {
      nvvm.tcgen05.relinquish_alloc_permit {group = #nvvm.cta_group<cta_2>}
      llvm.return
    }
  }
  func.func @host() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    // expected-error@+1 {{op must state a cluster, as the kernel uses '.cta_group::2' and has no 'nvvm.cluster_dim' [launch-cluster-missing]}}
    gpu.launch_func @m::@pair blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@pair clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
    gpu.launch_func @m::@paired blocks in (%c2, %c1, %c1) threads in (%c128, %c1, %c1)
    return
  }
}
