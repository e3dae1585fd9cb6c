// What LLVM has no instruction for on the chip is an error at each operation that spells it, and never an abort.

// RUN: tileiras-opt --nvvm-check-bodies=chip=sm_80 %s --split-input-file --verify-diagnostics
// RUN: not tileiras-opt --nvvm-check-bodies=chip=sm_80 %s --split-input-file 2>&1 | FileCheck %s --implicit-check-not='LLVM ERROR'
// CHECK: cannot be compiled for sm_80

llvm.func @called() {
  // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.fence.proxy.tensormap_generic.release.cta" cannot be compiled for sm_80: LLVM has no instruction for 'llvm.nvvm.fence.proxy.tensormap_generic.release.cta'}}
  llvm.call_intrinsic "llvm.nvvm.fence.proxy.tensormap_generic.release.cta"() : () -> ()
  llvm.return
}
llvm.func @k() attributes {nvvm.kernel} {
  llvm.call @called() : () -> ()
  llvm.return
}

// -----

// An operation of the NVVM dialect does not spell the intrinsic. The nearest name is taken.
gpu.module @m {
  gpu.func @k() kernel {
    gpu.barrier
    // expected-error@+1 {{'nvvm.cluster.arrive' op cannot be compiled for sm_80: LLVM has no instruction for 'llvm.nvvm.barrier.cluster.arrive'}}
    nvvm.cluster.arrive
    gpu.return
  }
}
