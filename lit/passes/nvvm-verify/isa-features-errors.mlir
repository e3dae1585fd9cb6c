// Instructions that only the feature table knows: operations and intrinsics that no other rule asks for. The verdict can
// depend on the rounding mode and on the value of an argument.

// RUN: tileiras-opt --nvvm-verify %s --split-input-file --verify-diagnostics

gpu.module @version [#nvvm.target<chip = "sm_100a", features = "+ptx86", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%a: f32, %b: f32, %bits: i32, %v: vector<4xf32>, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.convert.f32x2.to.f16x2' op cannot be assembled: 'cvt.rs' needs ptx 8.7 or later, got 8.6 [instruction-target]}}
    %0 = nvvm.convert.f32x2.to.f16x2 %a, %b, %bits {rnd = #nvvm.fp_rnd_mode<rs>} : vector<2xf16>
    // expected-error@+1 {{'nvvm.convert.f32x4.to.f8x4' op cannot be assembled: 'cvt.rs' needs ptx 8.7 or later, got 8.6 [instruction-target]}}
    %1 = nvvm.convert.f32x4.to.f8x4 %v, %bits : vector<4xf32> -> vector<4xi8> (f8E4M3FN)
    // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.ff2bf16x2.rs" cannot be assembled: 'cvt.rs' needs ptx 8.7 or later, got 8.6 [instruction-target]}}
    %2 = llvm.call_intrinsic "llvm.nvvm.ff2bf16x2.rs"(%a, %b, %bits) : (f32, f32, i32) -> vector<2xbf16>
    %type = llvm.mlir.constant(13 : i32) : i32
    // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.tensormap.replace.elemtype.p1" cannot be assembled: 'tensormap.replace.tile imm=13' needs ptx 8.7 or later, got 8.6 [instruction-target]}}
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.elemtype.p1"(%p, %type) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @removed [#nvvm.target<chip = "sm_70", features = "+ptx64">] {
  llvm.func @llvm.nvvm.vote.any(i1) -> i1
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: i1) attributes {nvvm.kernel} {
    // expected-error@+1 {{cannot be assembled: 'vote!sync' is not supported on sm_70 after ptx 6.3, got 6.4 [instruction-target]}}
    %0 = llvm.call @llvm.nvvm.vote.any(%p) : (i1) -> i1
    llvm.return
  }
}

// -----

gpu.module @chip [#nvvm.target<chip = "sm_100a", features = "+ptx90">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %mode = llvm.mlir.constant(4 : i32) : i32
    // expected-error@+1 {{'llvm.call_intrinsic' op "llvm.nvvm.tensormap.replace.swizzle.mode.p1" cannot be assembled: 'tensormap.replace.swizzle_mode imm=4' is not supported on sm_100a, it needs sm_103a (ptx 8.8) or sm_107a (ptx 9.4) [instruction-target]}}
    llvm.call_intrinsic "llvm.nvvm.tensormap.replace.swizzle.mode.p1"(%p, %mode) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @dot [#nvvm.target<chip = "sm_60", features = "+ptx64">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%a: vector<4xi8>, %c: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.dot.accumulate.4way' op cannot be assembled: 'dp4a' is not supported on sm_60, it needs sm_61 or higher (ptx 5.0) [instruction-target]}}
    %0 = nvvm.dot.accumulate.4way %a <signed>, %a <signed>, %c : vector<4xi8>, vector<4xi8>
    llvm.return
  }
}

// -----

gpu.module @wide_atomics [#nvvm.target<chip = "sm_90", features = "+ptx83">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr, %a: i128) attributes {nvvm.kernel} {
    %0 = llvm.cmpxchg %p, %a, %a syncscope("block") monotonic monotonic : !llvm.ptr, i128
    // expected-error@+1 {{'llvm.cmpxchg' op cannot be assembled: 'atom.sys.b128' needs ptx 8.4 or later, got 8.3 [instruction-target]}}
    %1 = llvm.cmpxchg %p, %a, %a monotonic monotonic : !llvm.ptr, i128
    llvm.return
  }
}

// -----

// LLVM leaves the scope out for chips before sm_60, and not for those after it.
gpu.module @cluster_atomics [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr, %a: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{'llvm.cmpxchg' op cannot be assembled: '.cluster' is not supported on sm_80, it needs a chip before sm_60 (ptx 4.0) or sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %0 = llvm.cmpxchg %p, %a, %a syncscope("cluster") acquire monotonic : !llvm.ptr, i32
    %1 = llvm.cmpxchg %p, %a, %a syncscope("device") acquire monotonic : !llvm.ptr, i32
    llvm.return
  }
}
