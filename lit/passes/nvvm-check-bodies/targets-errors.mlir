// Instructions that LLVM writes, and ptxas rejects for the chip or the PTX version, each reported by the rule of its kind.
// Of most instructions LLVM itself has none for the chip (no-instruction-errors.mlir), so that these are in assembly.

// RUN: tileiras-opt --nvvm-check-bodies=disable=clc-issue,clc-transaction-bytes,tcgen05-single-thread-issue %s --split-input-file --verify-diagnostics

gpu.module @before_clusters [#nvvm.target<chip = "sm_80", features = "+ptx84", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr, %q: !llvm.ptr<7>, %n: i32, %a: i64) attributes {nvvm.kernel} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'barrier.cluster.relaxed' is not supported on sm_80, it needs sm_90 or higher (ptx 8.0) [cluster-instruction-target]}}
    llvm.inline_asm has_side_effects "barrier.cluster.arrive.relaxed.aligned;", "" : () -> ()
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'barrier.cluster.wait' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    llvm.inline_asm has_side_effects "barrier.cluster.wait.aligned;", "" : () -> ()
    // expected-error@+1 {{'nvvm.inline_ptx' op cannot be assembled: 'mapa' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %0 = nvvm.inline_ptx "mapa.u64 {$w0}, {$r0}, 0;" ro (%a : i64) -> i64
    // expected-error@+1 {{'llvm.load' op cannot be assembled: '.shared::cluster' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %1 = llvm.load volatile %q : !llvm.ptr<7> -> i32
    // LLVM leaves the scope out for chips before sm_60, and not for those after it.
    // expected-error@+1 {{'llvm.cmpxchg' op cannot be assembled: '.cluster' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %2 = llvm.cmpxchg %p, %n, %n syncscope("cluster") acquire monotonic : !llvm.ptr, i32
    %3 = llvm.cmpxchg %p, %n, %n syncscope("device") acquire monotonic : !llvm.ptr, i32
    // Two instructions in one PTX text. The names in the comment and of the register are not instructions.
    // expected-error@+2 {{'llvm.inline_asm' op cannot be assembled: 'elect.sync' is not supported on sm_80, it needs sm_90 or higher (ptx 8.0) [instruction-target]}}
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: '%cluster_ctaid' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    llvm.inline_asm has_side_effects "{ .reg .b32 mapa; // mapa.u64\0A  elect.sync mapa|_, -1; mov.u32 mapa, %cluster_ctaid.x; }", "" : () -> ()
    llvm.return
  }
}

// -----

// A chip without suffix does not support the instructions of suffix `a`.
gpu.module @plain [#nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'wgmma' is not supported on sm_90, it needs sm_90a (ptx 8.0) [instruction-target]}}
    llvm.inline_asm has_side_effects "wgmma.fence.sync.aligned;", "" : () -> ()
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'setmaxnreg' is not supported on sm_90, it needs sm_90a (ptx 8.0) or sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) or sm_120f or higher in the same family (ptx 8.7) [instruction-target]}}
    llvm.inline_asm has_side_effects "setmaxnreg.dec.sync.aligned.u32 40;", "" : () -> ()
    llvm.return
  }
}

// -----

gpu.module @no_tensor_memory [#nvvm.target<chip = "sm_120a", features = "+ptx88">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'tcgen05' is not supported on sm_120a, it needs sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) [tcgen05-target]}}
    llvm.inline_asm has_side_effects "tcgen05.wait::ld.sync.aligned;", "" : () -> ()
    llvm.return
  }
}

// -----

// Forms of tcgen05 that only some chips with tensor memory support.
gpu.module @family [#nvvm.target<chip = "sm_103f", features = "+ptx88">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%t: i32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32>} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'tcgen05.shift' is not supported on sm_103f, it needs sm_100a (ptx 8.6) or sm_101a/sm_110a (ptx 8.6) or sm_103a (ptx 8.8) or sm_107a (ptx 9.4) [tcgen05-target]}}
    llvm.inline_asm has_side_effects "tcgen05.shift.cta_group::1.down [$0];", "r" %t : (i32) -> ()
    llvm.inline_asm has_side_effects "tcgen05.wait::ld.sync.aligned;", "" : () -> ()
    llvm.return
  }
}

// -----

gpu.module @before_cancel [#nvvm.target<chip = "sm_90a", features = "+ptx86">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'clusterlaunchcontrol' is not supported on sm_90a, it needs sm_100 or higher (ptx 8.6) [clc-target]}}
    llvm.inline_asm has_side_effects "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [$0], [$1];", "l,l" %r, %m : (!llvm.ptr<3>, !llvm.ptr<3>) -> ()
    llvm.return
  }
}

// -----

gpu.module @multicast [#nvvm.target<chip = "sm_100", features = "+ptx88">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'clusterlaunchcontrol.try_cancel.multicast::cluster::all' is not supported on sm_100, it needs sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) or sm_120f or higher in the same family (ptx 8.7) [clc-multicast-target]}}
    llvm.inline_asm has_side_effects "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [$0], [$1];", "l,l" %r, %m : (!llvm.ptr<3>, !llvm.ptr<3>) -> ()
    llvm.return
  }
  llvm.func @without(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
    nvvm.clusterlaunchcontrol.try.cancel %r, %m
    llvm.return
  }
}

// -----

// The chip supports the instruction, the PTX version does not. Of a module for several targets, equal diagnostics are
// reported once. A function that no kernel calls is checked, too.
gpu.module @version [#nvvm.target<chip = "sm_90", features = "+ptx78">, #nvvm.target<chip = "sm_100", features = "+ptx86">, #nvvm.target<chip = "sm_90", features = "+ptx78">] {
  // expected-note@+1 {{the function is here}}
  llvm.func @f(%m: !llvm.ptr<3>, %n: i32) {
    // expected-error@+1 {{'llvm.inline_asm' op cannot be assembled: 'mbarrier.expect_tx' needs ptx 8.0 or later, got 7.8 [instruction-target]}}
    llvm.inline_asm has_side_effects "mbarrier.expect_tx.shared::cta.b64 [$0], $1;", "l,r" %m, %n : (!llvm.ptr<3>, i32) -> ()
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

gpu.module @wide_atomics [#nvvm.target<chip = "sm_90", features = "+ptx83">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr, %a: i128) attributes {nvvm.kernel} {
    %0 = llvm.cmpxchg %p, %a, %a syncscope("block") monotonic monotonic : !llvm.ptr, i128
    // expected-error@+1 {{'llvm.cmpxchg' op cannot be assembled: 'atom.sys.b128' needs ptx 8.4 or later, got 8.3 [instruction-target]}}
    %1 = llvm.cmpxchg %p, %a, %a monotonic monotonic : !llvm.ptr, i128
    llvm.return
  }
}
