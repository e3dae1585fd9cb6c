// Instructions that only the feature table knows, for targets that support them.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

gpu.module @version [#nvvm.target<chip = "sm_100a", features = "+ptx86", verifyTarget = false>] {
  llvm.func @k(%a: f32, %b: f32, %p: !llvm.ptr<1>, %type: i32) attributes {nvvm.kernel} {
    // Other rounding modes are older.
    %0 = nvvm.convert.f32x2.to.f16x2 %a, %b {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xf16>
    %1 = llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rn"(%a, %b) : (f32, f32) -> vector<2xbf16>
    // So are other values of the argument. Of one that is not a constant nothing is known.
    %12 = llvm.mlir.constant(12 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.elemtype.p1"(%p, %12) : (!llvm.ptr<1>, i32) -> ()
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.elemtype.p1"(%p, %type) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @next [#nvvm.target<chip = "sm_100a", features = "+ptx87", verifyTarget = false>] {
  llvm.func @k(%a: f32, %b: f32, %bits: i32, %v: vector<4xf32>, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = nvvm.convert.f32x2.to.f16x2 %a, %b, %bits {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xf16>
    %1 = nvvm.convert.f32x4.to.f8x4 %v, %bits : vector<4xf32> -> vector<4xi8> (f8E4M3FN)
    %2 = llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rs"(%a, %b, %bits) : (f32, f32, i32) -> vector<2xbf16>
    %13 = llvm.mlir.constant(13 : i32) : i32
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.elemtype.p1"(%p, %13) : (!llvm.ptr<1>, i32) -> ()
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

gpu.module @dot [#nvvm.target<chip = "sm_61", features = "+ptx64">] {
  llvm.func @k(%a: vector<4xi8>, %c: i32) attributes {nvvm.kernel} {
    %0 = nvvm.dot.accumulate.4way %a <signed>, %a <signed>, %c : vector<4xi8>, vector<4xi8>
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
    // LLVM leaves the scope out for chips before sm_60.
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
