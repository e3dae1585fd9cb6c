// Instruction forms that a chip or a PTX version does not support, each reported by the rule of its kind. With
// `verifyTarget = false` upstream's own check is disabled, which supports fewer chips and fewer forms.

// RUN: tileiras-opt --nvvm-verify=disable=clc-transaction-bytes,warpgroup-threads %s --split-input-file --verify-diagnostics

gpu.module @before_clusters [#nvvm.target<chip = "sm_80", features = "+ptx84", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr<3>, %q: !llvm.ptr<7>, %n: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.cluster.arrive' op cannot be assembled: 'barrier.cluster.arrive' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    nvvm.cluster.arrive
    // expected-error@+1 {{'nvvm.cluster.wait' op cannot be assembled: 'barrier.cluster.wait' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    nvvm.cluster.wait
    // expected-error@+1 {{'nvvm.cluster.arrive.relaxed' op cannot be assembled: 'barrier.cluster.relaxed' is not supported on sm_80, it needs sm_90 or higher (ptx 8.0) [cluster-instruction-target]}}
    nvvm.cluster.arrive.relaxed
    // expected-error@+1 {{'nvvm.cluster.wait' op cannot be assembled: 'barrier.cluster.wait' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    nvvm.cluster.wait
    // expected-error@+1 {{'nvvm.mapa' op cannot be assembled: 'mapa' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %0 = nvvm.mapa %p, %n : !llvm.ptr<3> -> !llvm.ptr<7>
    // expected-error@+1 {{'nvvm.read.ptx.sreg.clusterid.x' op cannot be assembled: '%clusterid' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %1 = nvvm.read.ptx.sreg.clusterid.x : i32
    // expected-error@+1 {{'llvm.load' op cannot be assembled: '.shared::cluster' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %2 = llvm.load %q : !llvm.ptr<7> -> i32
    %3 = llvm.load %p : !llvm.ptr<3> -> i32
    // expected-error@+1 {{'nvvm.elect.sync' op cannot be assembled: 'elect.sync' is not supported on sm_80, it needs sm_90 or higher (ptx 8.0) [instruction-target]}}
    %4 = nvvm.elect.sync -> i1
    // expected-error@+1 {{'nvvm.griddepcontrol' op cannot be assembled: 'griddepcontrol' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [instruction-target]}}
    nvvm.griddepcontrol wait
    llvm.return
  }
}

// -----

gpu.module @gpu_dialect [#nvvm.target<chip = "sm_80", features = "+ptx84">] {
  // expected-note@+1 {{the kernel is here}}
  gpu.func @k() kernel {
    // expected-error@+1 {{'gpu.cluster_id' op cannot be assembled: '%cluster_ctarank' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %0 = gpu.cluster_id x
    // expected-error@+1 {{'gpu.cluster_dim_blocks' op cannot be assembled: '%cluster_ctarank' is not supported on sm_80, it needs sm_90 or higher (ptx 7.8) [cluster-instruction-target]}}
    %1 = gpu.cluster_dim_blocks y
    gpu.barrier
    gpu.return
  }
}

// -----

// A chip without suffix does not support the instructions of suffix `a`.
gpu.module @plain [#nvvm.target<chip = "sm_90", features = "+ptx84", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.maxnreg = 64 : i32, nvvm.reqntid = array<i32: 128, 1, 1>} {
    // expected-error@+1 {{'nvvm.wgmma.fence.aligned' op cannot be assembled: 'wgmma' is not supported on sm_90, it needs sm_90a (ptx 8.0) [instruction-target]}}
    nvvm.wgmma.fence.aligned
    // expected-error@+1 {{'nvvm.wgmma.wait.group.sync.aligned' op cannot be assembled: 'wgmma' is not supported on sm_90, it needs sm_90a (ptx 8.0) [instruction-target]}}
    nvvm.wgmma.wait.group.sync.aligned 0
    // expected-error@+1 {{'nvvm.setmaxregister' op cannot be assembled: 'setmaxnreg' is not supported on sm_90, it needs sm_90a (ptx 8.0) or sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) or sm_120f or higher in the same family (ptx 8.7) [instruction-target]}}
    nvvm.setmaxregister decrease 40
    llvm.return
  }
}

// -----

gpu.module @no_tensor_memory [#nvvm.target<chip = "sm_120a", features = "+ptx88", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%p: !llvm.ptr<3>, %t: !llvm.ptr<6>, %n: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.tcgen05.alloc' op cannot be assembled: 'tcgen05' is not supported on sm_120a, it needs sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) [tcgen05-target]}}
    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
    // expected-error@+1 {{'nvvm.tcgen05.dealloc' op cannot be assembled: 'tcgen05' is not supported on sm_120a, it needs sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) [tcgen05-target]}}
    nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
    llvm.return
  }
}

// -----

// Forms of tcgen05 that only some chips with tensor memory support.
gpu.module @family [#nvvm.target<chip = "sm_103f", features = "+ptx88", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%t: !llvm.ptr<6>, %a: i64, %n: i32, %e: i1) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.tcgen05.shift' op cannot be assembled: 'tcgen05.shift' is not supported on sm_103f, it needs sm_100a (ptx 8.6) or sm_101a/sm_110a (ptx 8.6) or sm_103a (ptx 8.8) or sm_107a (ptx 9.4) [tcgen05-target]}}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
    // expected-error@+1 {{'nvvm.tcgen05.mma' op cannot be assembled: 'tcgen05.mma.kind::i8' is not supported on sm_103f, it needs sm_100a (ptx 8.6) or sm_101a/sm_110a (ptx 8.6) [tcgen05-target]}}
    nvvm.tcgen05.mma %t, %a, %a, %n, %e {kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    nvvm.tcgen05.mma %t, %a, %a, %n, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    llvm.return
  }
}

// -----

gpu.module @before_cancel [#nvvm.target<chip = "sm_90a", features = "+ptx86", verifyTarget = false>] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>, %h: i128) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op cannot be assembled: 'clusterlaunchcontrol' is not supported on sm_90a, it needs sm_100 or higher (ptx 8.6) [clc-target]}}
    nvvm.clusterlaunchcontrol.try.cancel %r, %m
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.query.cancel' op cannot be assembled: 'clusterlaunchcontrol' is not supported on sm_90a, it needs sm_100 or higher (ptx 8.6) [clc-target]}}
    %0 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %h : i1
    llvm.return
  }
}

// -----

// Upstream's check accepts multicast on every sm_100.
gpu.module @multicast [#nvvm.target<chip = "sm_100", features = "+ptx88">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.clusterlaunchcontrol.try.cancel' op cannot be assembled: 'clusterlaunchcontrol.try_cancel.multicast::cluster::all' is not supported on sm_100, it needs sm_100f or higher in the same family (ptx 8.6) or sm_101f/sm_110f or higher in the same family (ptx 8.6) or sm_120f or higher in the same family (ptx 8.7) [clc-multicast-target]}}
    nvvm.clusterlaunchcontrol.try.cancel multicast, %r, %m
    llvm.return
  }
  llvm.func @without(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
    nvvm.clusterlaunchcontrol.try.cancel %r, %m
    llvm.return
  }
}

// -----

// The chip supports the instruction, the PTX version does not.
gpu.module @version [#nvvm.target<chip = "sm_90", features = "+ptx78">] {
  // expected-note@+1 {{the kernel is here}}
  llvm.func @k(%m: !llvm.ptr<3>, %n: i32) attributes {nvvm.kernel} {
    // expected-error@+1 {{'nvvm.mbarrier.expect_tx' op cannot be assembled: 'mbarrier.expect_tx' needs ptx 8.0 or later, got 7.8 [instruction-target]}}
    nvvm.mbarrier.expect_tx %m, %n : !llvm.ptr<3>, i32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }
}

// -----

// A module for two targets: equal diagnostics are reported once. A function that no kernel calls is checked, too.
gpu.module @two [#nvvm.target<chip = "sm_90", features = "+ptx78">, #nvvm.target<chip = "sm_100", features = "+ptx86">, #nvvm.target<chip = "sm_90", features = "+ptx78">] {
  // expected-note@+1 {{the function is here}}
  llvm.func @f(%m: !llvm.ptr<3>, %n: i32) {
    // expected-error@+1 {{'nvvm.mbarrier.expect_tx' op cannot be assembled: 'mbarrier.expect_tx' needs ptx 8.0 or later, got 7.8 [instruction-target]}}
    nvvm.mbarrier.expect_tx %m, %n : !llvm.ptr<3>, i32
    llvm.return
  }
}

// -----

// Without a target there is no diagnostic.
llvm.func @any(%r: !llvm.ptr<3>, %m: !llvm.ptr<3>) attributes {nvvm.kernel} {
  nvvm.clusterlaunchcontrol.try.cancel multicast, %r, %m
  nvvm.cluster.arrive
  nvvm.cluster.wait
  llvm.return
}
