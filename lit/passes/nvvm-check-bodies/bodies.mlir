// No false positives: legal uses of every instruction form that the rules check.

// RUN: tileiras-opt --nvvm-check-bodies=warnings-as-errors %s -o /dev/null 2>&1 | count 0

gpu.module @any [#nvvm.target<chip = "sm_80", features = "+ptx70">] {
  llvm.func @barriers(%n: i32, %p: !llvm.ptr<3>, %x: i1) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 96, 1, 1>} {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c15 = llvm.mlir.constant(15 : i32) : i32
    %c96 = llvm.mlir.constant(96 : i32) : i32
    nvvm.barrier0
    nvvm.barrier
    nvvm.barrier id = %c15
    nvvm.barrier id = %c15 number_of_threads = %c96
    %0 = nvvm.barrier #nvvm.reduction<popc> %n -> i32
    nvvm.barrier.arrive id = %c15 number_of_threads = %c96
    nvvm.barrier.arrive number_of_threads = %n
    nvvm.bar.warp.sync %n : i32
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %is_first = llvm.icmp "eq" %thread, %c0 : i32
    scf.if %is_first {
      nvvm.mbarrier.init %p, %n : !llvm.ptr<3>, i32
    }
    nvvm.barrier0
    %1 = nvvm.mbarrier.arrive %p : !llvm.ptr<3> -> i64
    %2 = nvvm.read.ptx.sreg.laneid : i32
    %3 = llvm.inline_asm has_side_effects "bar.sync 1, 96;\0A\09mov.u32 $0, %laneid;", "=r" : () -> i32
    nvvm.inline_ptx "@{$r0} bar.sync 2, 96;" ro (%x : i1)
    nvvm.exit
    llvm.return
  }
}

gpu.module @hopper [#nvvm.target<chip = "sm_90a", features = "+ptx84">] {
  llvm.func @clusters(%p: !llvm.ptr<3>, %g: !llvm.ptr<1>, %d: !llvm.ptr<7>, %generic: !llvm.ptr, %n: i32, %mask: i16, %hint: i64, %x: i1) attributes {nvvm.kernel, nvvm.maxnreg = 128 : i32} {
    nvvm.cluster.arrive
    nvvm.cluster.wait
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    nvvm.cluster.arrive.relaxed {aligned}
    nvvm.cluster.wait {aligned}
    nvvm.fence.sc.cluster
    nvvm.fence.mbarrier.init
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
    %0 = nvvm.mapa %p, %n : !llvm.ptr<3> -> !llvm.ptr<7>
    %1 = nvvm.mapa %generic, %n : !llvm.ptr -> !llvm.ptr
    %2 = llvm.load %0 : !llvm.ptr<7> -> i32
    %3 = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
    %4 = nvvm.read.ptx.sreg.cluster.nctarank : i32
    %5 = nvvm.read.ptx.sreg.nclusterid.z : i32
    %6 = nvvm.elect.sync -> i1
    %7 = nvvm.elect.sync %n -> i1
    nvvm.mbarrier.expect_tx %p, %n {scope = #nvvm.mem_scope<cluster>} : !llvm.ptr<3>, i32
    nvvm.mbarrier.arrive.expect_tx %p, %n, predicate = %x : !llvm.ptr<3>, i32, i1
    %8 = nvvm.mbarrier.arrive.expect_tx %p, %n : !llvm.ptr<3>, i32 -> i64
    nvvm.cp.async.bulk.shared.cluster.global %d, %g, %p, %n multicast_mask = %mask l2_cache_hint = %hint : !llvm.ptr<7>, !llvm.ptr<1>
    nvvm.cp.async.bulk.shared.cluster.shared.cta %d, %p, %p, %n : !llvm.ptr<7>, !llvm.ptr<3>
    nvvm.cp.async.bulk.global.shared.cta %g, %p, %n : !llvm.ptr<1>, !llvm.ptr<3>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %generic, %p, box [%n, %n] : !llvm.ptr<7>, !llvm.ptr
    nvvm.cp.async.bulk.tensor.global.shared.cta %generic, %p, box [%n, %n] : !llvm.ptr, !llvm.ptr<3>
    nvvm.cp.async.bulk.commit.group
    nvvm.cp.async.bulk.wait_group 1 {read}
    nvvm.setmaxregister increase 240
    nvvm.griddepcontrol wait
    nvvm.griddepcontrol launch_dependents
    llvm.return
  }

  llvm.func @wgmma(%a: i64, %b: i64) attributes {nvvm.kernel, nvvm.maxnreg = 168 : i32, nvvm.reqntid = array<i32: 384, 1, 1>} {
    %c = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.fence.aligned
    %0 = nvvm.wgmma.mma_async %a, %b, %c, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <neg>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    llvm.return
  }

  gpu.func @gpu() kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>} {
    %0 = gpu.cluster_id x
    %1 = gpu.cluster_block_id y
    %2 = gpu.cluster_dim z
    gpu.barrier
    gpu.return
  }
}

// The issuing threads are not checked in a function that no kernel calls.
gpu.module @blackwell [#nvvm.target<chip = "sm_100a", features = "+ptx88">] {
  llvm.func @single(%p: !llvm.ptr<3>, %g: !llvm.ptr, %t: !llvm.ptr<6>, %n: i32, %a: i64, %x: i1, %m: i16, %v: vector<4xi32>, %h: i128) {
    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
    nvvm.tcgen05.alloc %g, %n {group = #nvvm.cta_group<cta_1>} : !llvm.ptr, i32
    nvvm.tcgen05.relinquish_alloc_permit
    nvvm.tcgen05.cp %t, %a {shape = #nvvm.tcgen05_cp_shape<shape_64x128b>, multicast = #nvvm.tcgen05_cp_multicast<warpx2_01_23>, srcFormat = #nvvm.tcgen05_cp_src_fmt<b6x16_p32>}
    nvvm.tcgen05.shift %t : !llvm.ptr<6>
    nvvm.tcgen05.mma %t, %a, %a, %n, %x mask = %v {kind = #nvvm.tcgen05_mma_kind<i8>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1, vector<4xi32>)
    nvvm.tcgen05.mma.sp %t, %t, %a, %n, %x, %t {kind = #nvvm.tcgen05_mma_kind<f8f6f4>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, !llvm.ptr<6>, i64, i32, i1, !llvm.ptr<6>)
    nvvm.tcgen05.mma.block_scale %t, %a, %a, %n, %x, %t, %t {kind = #nvvm.block_scale_kind<mxf4>, ctaGroup = #nvvm.cta_group<cta_1>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
    nvvm.tcgen05.mma.ws %t, %a, %a, %n, %x {kind = #nvvm.tcgen05_mma_kind<tf32>} : (!llvm.ptr<6>, i64, i64, i32, i1)
    nvvm.tcgen05.mma.ws.sp %t, %a, %a, %n, %x, %t {kind = #nvvm.tcgen05_mma_kind<f16>} : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
    nvvm.tcgen05.commit %p : !llvm.ptr<3>
    nvvm.tcgen05.commit %p, multicast_mask = %m : !llvm.ptr<3>, i16
    nvvm.tcgen05.fence #nvvm.tcgen05_fence<before>
    %0 = nvvm.tcgen05.ld %t pack {shape = #nvvm.tcgen05_ldst_shape<shape_16x64b>} : vector<4xi32>
    %offset = llvm.mlir.constant(16 : i64) : i64
    %1 = nvvm.tcgen05.ld %t, %offset {shape = #nvvm.tcgen05_ldst_shape<shape_16x32bx2>} : vector<4xi32>
    nvvm.tcgen05.st %t, %v unpack {shape = #nvvm.tcgen05_ldst_shape<shape_32x32b>} : vector<4xi32>
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<store>
    nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
    nvvm.clusterlaunchcontrol.try.cancel multicast, %p, %p
    %2 = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %h : i1
    %3 = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_z, %h : i32
    llvm.return
  }
}

// Instructions that ptxas accepts and upstream's own check rejects, with that check disabled.
gpu.module @families [#nvvm.target<chip = "sm_100f", features = "+ptx88", verifyTarget = false>, #nvvm.target<chip = "sm_103a", features = "+ptx88", verifyTarget = false>, #nvvm.target<chip = "sm_110a", features = "+ptx90", verifyTarget = false>] {
  llvm.func @k(%p: !llvm.ptr<3>, %slot: !llvm.ptr<3>, %n: i32, %t: !llvm.ptr<6>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
    nvvm.tcgen05.alloc %p, %n : !llvm.ptr<3>, i32
    nvvm.tcgen05.wait #nvvm.tcgen05_wait<load>
    nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %one = nvvm.elect.sync -> i1
    scf.if %one {
      nvvm.mbarrier.expect_tx %p, %c16 : !llvm.ptr<3>, i32
      nvvm.clusterlaunchcontrol.try.cancel multicast, %slot, %p
    }
    llvm.return
  }
}
