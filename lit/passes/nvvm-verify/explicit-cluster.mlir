// nvvm.explicit_cluster is legal on a kernel, alone, with a cap, and with the shape that implies it.

// RUN: tileiras-opt --nvvm-verify='chip=sm_90 ptx=7.8 warnings-as-errors' %s
// RUN: tileiras-opt --nvvm-transplant --nvvm-verify='form=canonical chip=sm_90 ptx=7.8 warnings-as-errors' %s -o /dev/null
// RUN: tileiras-opt --nvvm-transplant=form=upstream %s | tileiras-opt --nvvm-verify='chip=sm_90 ptx=7.8 warnings-as-errors' -o /dev/null

module attributes {gpu.container_module} {
  llvm.func @capped() attributes {nvvm.explicit_cluster, nvvm.kernel, nvvm.maxclusterrank = 8 : i32}
  llvm.func @implied() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.explicit_cluster, nvvm.kernel}
  // LLVM's encoding, which upstream's translation carries.
  llvm.func @encoded() attributes {nvvm.cluster_dim = array<i32: 0>, nvvm.kernel}
  gpu.module @m {
    gpu.func @k() kernel attributes {nvvm.explicit_cluster} { gpu.return }
  }
  func.func @host() {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    gpu.launch_func @m::@k clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
