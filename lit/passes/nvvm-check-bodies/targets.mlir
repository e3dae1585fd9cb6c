// Instructions that only some chips and PTX versions support, for targets that do.

// RUN: tileiras-opt --nvvm-check-bodies %s --split-input-file --verify-diagnostics

gpu.module @tensormap [#nvvm.target<chip = "sm_100a", features = "+ptx86", verifyTarget = false>] {
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // 13 is for later versions of PTX.
    %12 = llvm.mlir.constant(12 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.elemtype.p1"(%p, %12) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @stochastic [#nvvm.target<chip = "sm_100a", features = "+ptx87", verifyTarget = false>] {
  llvm.func @k(%a: f32, %b: f32, %bits: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = nvvm.convert.f32x2.to.f16x2 %a, %b, %bits {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xf16>
    llvm.store %0, %out : vector<2xf16>, !llvm.ptr<1>
    llvm.return
  }
}

// -----

gpu.module @not_yet_removed [#nvvm.target<chip = "sm_70", features = "+ptx63">] {
  llvm.func @llvm.nvvm.vote.any(i1) -> i1
  llvm.func @k(%p: i1) attributes {nvvm.kernel} {
    %0 = llvm.call @llvm.nvvm.vote.any(%p) : (i1) -> i1
    llvm.return
  }
}

// -----

// LLVM has no scopes and orders of memory to write for old chips, and leaves them out.
gpu.module @atomics [#nvvm.target<chip = "sm_50", features = "+ptx63">] {
  llvm.func @k(%p: !llvm.ptr, %a: i32, %d: f64) attributes {nvvm.kernel} {
    %0 = llvm.cmpxchg %p, %a, %a monotonic monotonic : !llvm.ptr, i32
    %1 = llvm.cmpxchg %p, %a, %a syncscope("block") acq_rel monotonic : !llvm.ptr, i32
    %2 = llvm.atomicrmw fadd %p, %d monotonic : !llvm.ptr, f64
    llvm.fence syncscope("block") seq_cst
    %3 = llvm.cmpxchg %p, %a, %a syncscope("cluster") acquire monotonic : !llvm.ptr, i32
    llvm.return
  }
}

// -----

gpu.module @cluster_atomics [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  llvm.func @k(%p: !llvm.ptr, %a: i32, %b: i128) attributes {nvvm.kernel} {
    %0 = llvm.cmpxchg %p, %a, %a syncscope("cluster") monotonic monotonic : !llvm.ptr, i32
    %1 = llvm.cmpxchg %p, %b, %b monotonic monotonic : !llvm.ptr, i128
    llvm.return
  }
}
