// What LLVM has no instruction for on the chip is an error at each operation that spells the one which LLVM names first,
// and never an abort.

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

// -----

gpu.module @m {
  gpu.func @k(%out: memref<index>) kernel {
    // expected-error@+1 {{'gpu.cluster_id' op cannot be compiled for sm_80: LLVM has no instruction for 'llvm.nvvm.read.ptx.sreg.clusterid.x'}}
    %0 = gpu.cluster_id x
    memref.store %0, %out[] : memref<index>
    gpu.return
  }
}

// -----

llvm.func @llvm.nvvm.barrier.cluster.wait()
llvm.func @k() attributes {nvvm.kernel} {
  // expected-error@+1 {{'llvm.call' op cannot be compiled for sm_80: LLVM has no instruction for 'llvm.nvvm.barrier.cluster.wait'}}
  llvm.call @llvm.nvvm.barrier.cluster.wait() : () -> ()
  llvm.return
}

// -----

// An instruction that LLVM removes needs none.
llvm.func @k() attributes {nvvm.kernel} {
  %0 = nvvm.read.ptx.sreg.clusterid.x : i32
  llvm.return
}

// -----

// LLVM's message lacks the type of the pointer at the end of the name.
llvm.func @overloaded(%p: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
  // expected-error@+1 {{'nvvm.stmatrix' op cannot be compiled for sm_80: LLVM has no instruction for 'llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16'}}
  nvvm.stmatrix %p, %n {layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : !llvm.ptr<3>, i32
  llvm.return
}
