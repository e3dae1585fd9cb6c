//! Instructions: what the operations and intrinsics of each kind become.

use super::{kernel, print};

/// The instructions of a kernel with those operations, without features and the ends of blocks.
fn instructions(arguments: &str, operations: &str) -> Vec<String> {
    let printed = kernel(arguments, operations);
    let lines = printed.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    lines.map(|line| line.split(" #").next().unwrap_or(line).to_owned()).collect()
}

#[test]
fn barriers_have_ids_and_threads() {
    let found = instructions(
        "%n: i32",
        "%i = llvm.mlir.constant(3 : i32) : i32
        nvvm.barrier0
        nvvm.barrier id = %i number_of_threads = %n
        nvvm.barrier.arrive id = %i number_of_threads = %n
        llvm.call_intrinsic \"llvm.nvvm.barrier.cta.sync.all\"(%i) : (i32) -> ()
        llvm.call_intrinsic \"llvm.nvvm.barrier.cta.arrive.aligned.count\"(%i, %n) : (i32, i32) -> ()",
    );
    assert_eq!(
        found,
        [
            "Barrier { operation: Sync, id: (0), threads: None, aligned: true }",
            "Barrier { operation: Sync, id: (3), threads: (p0:32), aligned: true }",
            "Barrier { operation: Arrive, id: (3), threads: (p0:32), aligned: true }",
            "Barrier { operation: Sync, id: (3), threads: None, aligned: false }",
            "Barrier { operation: Arrive, id: (3), threads: (p0:32), aligned: true }",
        ]
    );
    let found = instructions(
        "",
        "nvvm.cluster.arrive {aligned}
        nvvm.cluster.wait
        llvm.call_intrinsic \"llvm.nvvm.barrier.cluster.arrive.relaxed.aligned\"() : () -> ()",
    );
    assert_eq!(
        found,
        ["ClusterArrive { aligned: true }", "ClusterWait { aligned: false }", "ClusterArrive { aligned: true }"]
    );
}

#[test]
fn warps_have_masks() {
    let found = instructions(
        "%m: i32, %v: i32, %p: i1, %a: !llvm.ptr<3>",
        "nvvm.bar.warp.sync %m : i32
        %s = nvvm.shfl.sync bfly %m, %v, %v, %v : i32 -> i32
        %t = nvvm.vote.sync ballot %m, %p -> i32
        %u = nvvm.redux.sync add %v, %m : i32 -> i32
        %w = llvm.call_intrinsic \"llvm.nvvm.redux.sync.umin\"(%v, %m) : (i32, i32) -> i32
        %l = nvvm.ldmatrix %a {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32",
    );
    let barrier = "WarpSync { mask: (p0:32), aligned: false, meets: Barrier }";
    let masked = "WarpSync { mask: (p0:32), aligned: false, meets: Exchange }";
    assert_eq!(
        found,
        [barrier, masked, masked, masked, masked, "WarpSync { mask: None, aligned: true, meets: Exchange }"]
    );
    let shuffle = |width: &str| {
        let found = instructions(
            "%v: i32, %n: i32",
            &format!("%w = arith.constant {width} : i32\n%s, %t = gpu.shuffle xor %v, %n, %w : i32"),
        );
        found.join("")
    };
    assert_eq!(shuffle("32"), "WarpSync { mask: None, aligned: false, meets: Exchange }");
    assert_eq!(shuffle("16"), "WarpSync { mask: (65535), aligned: false, meets: Exchange }");
    let found = instructions(
        "%v: i32",
        "%a = gpu.all_reduce add %v uniform {} : (i32) -> i32
        %b = gpu.all_reduce add %v {} : (i32) -> i32
        %c = gpu.subgroup_reduce add %v uniform : (i32) -> i32",
    );
    assert_eq!(
        found,
        [
            "Barrier { operation: Sync, id: (0), threads: None, aligned: true }",
            "WarpSync { mask: None, aligned: false, meets: Exchange }"
        ]
    );
}

#[test]
fn tensor_memory_has_addresses_columns_and_groups() {
    let found = instructions(
        "%t: !llvm.ptr<6>, %d: i64, %i: i32, %e: i1",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        %n = llvm.mlir.constant(64 : i32) : i32
        nvvm.tcgen05.alloc %s, %n {group = #nvvm.cta_group<cta_2>} : !llvm.ptr<3>, i32
        nvvm.tcgen05.mma %t, %d, %d, %i, %e {kind = #nvvm.tcgen05_mma_kind<f16>, ctaGroup = #nvvm.cta_group<cta_2>} : (!llvm.ptr<6>, i64, i64, i32, i1)
        nvvm.tcgen05.commit %s : !llvm.ptr<3>
        llvm.call_intrinsic \"llvm.nvvm.tcgen05.relinq.alloc.permit.cg2\"() : () -> ()
        nvvm.tcgen05.wait <load>
        nvvm.tcgen05.wait <store>
        llvm.call_intrinsic \"llvm.nvvm.tcgen05.wait.ld\"() : () -> ()
        llvm.call_intrinsic \"llvm.nvvm.tcgen05.wait.st\"() : () -> ()
        nvvm.tcgen05.dealloc %t, %n : !llvm.ptr<6>, i32",
    );
    assert_eq!(
        found,
        [
            "Tcgen05 { operation: Alloc, group: (Two), address: (@0), columns: (64) }",
            "ReadMatrices { descriptors: [p1:64, p1:64] }",
            "Tcgen05 { operation: Mma, group: (Two), address: (p0:32), columns: None }",
            "Tcgen05 { operation: Commit, group: (One), address: (@0), columns: None }",
            "Tcgen05 { operation: Relinquish, group: (Two), address: None, columns: None }",
            "Tcgen05 { operation: WaitLd, group: None, address: None, columns: None }",
            "Tcgen05 { operation: WaitSt, group: None, address: None, columns: None }",
            "Tcgen05 { operation: WaitLd, group: None, address: None, columns: None }",
            "Tcgen05 { operation: WaitSt, group: None, address: None, columns: None }",
            "Tcgen05 { operation: Dealloc, group: (One), address: (p0:32), columns: (64) }",
        ]
    );
}

#[test]
fn requests_have_a_response_and_an_mbarrier() {
    let found = instructions(
        "",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        %b = llvm.getelementptr %s[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
        nvvm.clusterlaunchcontrol.try.cancel multicast, %s, %b
        %r = llvm.load %s : !llvm.ptr<3> -> i128
        %p = nvvm.clusterlaunchcontrol.query.cancel query = is_canceled, %r : i1
        %x = nvvm.clusterlaunchcontrol.query.cancel query = get_first_cta_id_x, %r : i32
        llvm.call_intrinsic \"llvm.nvvm.clusterlaunchcontrol.try_cancel.async.shared\"(%s, %b) : (!llvm.ptr<3>, !llvm.ptr<3>) -> ()
        nvvm.fence.proxy.sync_restrict {order = #nvvm.mem_order<release>}
        nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
        nvvm.fence.mbarrier.init
        llvm.fence acq_rel",
    );
    assert_eq!(
        found,
        [
            "TryCancel { response: (@0), barrier: ((Add:32 @0 16)), multicast: true, alignment: (16) }",
            "Load { address: @0, space: Shared, value: Shared[@0]:64 }",
            "Other",
            "FirstCtaId { response: Shared[@0]:64 }",
            "TryCancel { response: (@0), barrier: ((Add:32 @0 16)), multicast: false, alignment: (16) }",
            "Fence(ProxyRelease)",
            "Fence(ProxyAsync)",
            "Fence(MbarrierInit)",
            "Fence(Generic)",
        ]
    );
}

#[test]
fn mbarriers_can_be_remote_and_predicated() {
    let found = instructions(
        "%n: i32, %r: i32, %p: i1",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        %q = nvvm.mapa %s, %r : !llvm.ptr<3> -> !llvm.ptr<7>
        %own = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
        nvvm.mbarrier.init %s, %n : !llvm.ptr<3>, i32
        nvvm.mbarrier.arrive.expect_tx %s, %n : !llvm.ptr<3>, i32
        nvvm.mbarrier.arrive %q : !llvm.ptr<7>
        nvvm.mbarrier.try_wait.parity %s, %n, %n : !llvm.ptr<3>, i32, i32
        %t = nvvm.mbarrier.try_wait %s, %n : !llvm.ptr<3>, i32 -> i1
        llvm.store %n, %q : i32, !llvm.ptr<7>
        llvm.store %n, %own : i32, !llvm.ptr<7>
        %d = llvm.atomicrmw add %q, %n monotonic : !llvm.ptr<7>, i32",
    );
    assert_eq!(
        found,
        [
            "Mapa { rank: (p1:32) }",
            "Mbarrier { operation: Init { count: (p0:32) }, address: (@0) }",
            "Mbarrier { operation: ExpectTx { bytes: (p0:32), arrives: true }, address: (@0) }",
            "RemoteAccess { address: ((Mapa:32 @0 p1:32)) }",
            "Mbarrier { operation: Arrive { count: None }, address: ((Mapa:32 @0 p1:32)) }",
            "Mbarrier { operation: Wait { parity: (p0:32), is_loop: true }, address: (@0) }",
            "Mbarrier { operation: Wait { parity: (p0:32), is_loop: false }, address: (@0) }",
            "RemoteAccess { address: ((Mapa:32 @0 p1:32)) }",
            "Cluster",
            "RemoteAccess { address: ((Mapa:32 @0 p1:32)) }",
        ]
    );
    let printed = kernel(
        "%n: i32, %p: i1",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        nvvm.mbarrier.init %s, %n, predicate = %p : !llvm.ptr<3>, i32, i1",
    );
    assert_eq!(
        printed,
        "b0:\n  if p1:1 b1 else b2\nb1:\n  Mbarrier { operation: Init { count: (p0:32) }, address: (@0) } #mbarrier\n  jump b2\nb2:\n  return"
    );
}

#[test]
fn copies_complete_on_mbarriers() {
    let found = instructions(
        "%t: !llvm.ptr, %i: i32, %k: i16, %g: !llvm.ptr<1>",
        "%s = llvm.mlir.addressof @smem : !llvm.ptr<3>
        %d = llvm.addrspacecast %s : !llvm.ptr<3> to !llvm.ptr<7>
        %b = llvm.getelementptr %s[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
        nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %t, %b, box[%i, %i] : !llvm.ptr<7>, !llvm.ptr
        nvvm.cp.async.bulk.tensor.shared.cluster.global %d, %t, %b, box[%i] multicast_mask = %k : !llvm.ptr<7>, !llvm.ptr
        nvvm.cp.async.bulk.global.shared.cta %g, %s, %i : !llvm.ptr<1>, !llvm.ptr<3>
        nvvm.cp.async.bulk.commit.group
        nvvm.cp.async.bulk.wait_group 2 {read}
        nvvm.cp.async.mbarrier.arrive %b : !llvm.ptr<3>
        nvvm.cp.async.mbarrier.arrive %b {noinc = true} : !llvm.ptr<3>",
    );
    let arrive = "Mbarrier { operation: Arrive { count: None }, address: ((Add:32 @0 8)) }";
    let copy = "AsyncCopy { barrier: ((Add:32 @0 8)), bytes: None, to: (@0) }";
    let other = "AsyncCopy { barrier: ((Add:32 @0 8)), bytes: None, to: None }";
    let without = "AsyncCopy { barrier: None, bytes: None, to: None }";
    let wait = "CpAsync(Arrive)";
    let source = "CopySource { from: @0, bytes: (p1:32) }";
    let (commit, wait_group) = ("BulkGroup(Commit)", "BulkGroup(Wait { pending: 2 })");
    let several = "Multicast { ctas: (p2:16), to: (@0), of_pairs: false }";
    assert_eq!(
        found,
        [copy, "Cluster", several, other, source, without, commit, wait_group, wait, other, wait, arrive]
    );
}

#[test]
fn accumulators_are_used_by_what_computes() {
    let wgmma = "nvvm.wgmma.mma_async %d, %d, %s, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <zero>], A [<f16>, <neg>, <col>], B [<f16>, <neg>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>";
    let found = instructions(
        "%d: i64, %s: !llvm.struct<(f32, f32, f32, f32)>, %c: i1",
        &format!(
            "nvvm.wgmma.fence.aligned
            %r = {wgmma}
            nvvm.wgmma.commit.group.sync.aligned
            llvm.br ^x(%r : !llvm.struct<(f32, f32, f32, f32)>)
            ^x(%q: !llvm.struct<(f32, f32, f32, f32)>):
            %f = llvm.extractvalue %q[0] : !llvm.struct<(f32, f32, f32, f32)>
            nvvm.wgmma.wait.group.sync.aligned 0
            %g = llvm.fadd %f, %f : f32
            %h = llvm.fadd %f, %g : f32"
        ),
    );
    assert_eq!(
        found,
        [
            "Wgmma(Fence)",
            "ReadMatrices { descriptors: [p0:64, p0:64] }",
            "Wgmma(Mma { registers: 4, accumulator: (AccumulatorId(0)) })",
            "Wgmma(Commit)",
            "Wgmma(Wait { pending: 0 })",
            "Wgmma(UseAccumulator { accumulator: AccumulatorId(0), writes: false })"
        ]
    );
}

#[test]
fn operations_of_the_nvgpu_dialect_are_read() {
    let printed = print(
        "!b = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
        !t = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>
        func.func @f(%t: !t, %m: memref<128x64xf16, 3>, %p: i1) {
          %b = nvgpu.mbarrier.create -> !b
          %n = arith.constant 1 : index
          nvgpu.mbarrier.init %b[%n], %n : !b
          nvgpu.mbarrier.arrive.expect_tx %b[%n], %n, predicate = %p : !b
          nvgpu.tma.async.load %t[%n, %n], %b[%n] to %m : !t, !b -> memref<128x64xf16, 3>
          nvgpu.mbarrier.try_wait.parity %b[%n], %p, %n : !b
          return
        }",
    );
    for expected in [
        "Mbarrier { operation: Init { count: (1) }, address: ((Add:64 @0 8)) }",
        "if p2:1 b1 else b2",
        "Mbarrier { operation: ExpectTx { bytes: (1), arrives: true }, address: ((Add:64 @0 8)) }",
        "AsyncCopy { barrier: ((Add:64 @0 8)), bytes: None, to: (p1:64) }",
        "Mbarrier { operation: Wait { parity: (p2:1), is_loop: true }, address: ((Add:64 @0 8)) }",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}

#[test]
fn features_are_those_of_the_form() {
    let printed = kernel(
        "",
        "nvvm.cluster.arrive.relaxed
        %e = nvvm.elect.sync -> i1
        %r = llvm.call_intrinsic \"llvm.nvvm.read.ptx.sreg.cluster.ctarank\"() : () -> i32
        nvvm.setmaxregister decrease 40",
    );
    for expected in [
        "ClusterArrive { aligned: false } #",
        "WarpSync { mask: None, aligned: false, meets: Election } #elect",
        "Cluster #",
        "SetMaxnreg { increases: false, registers: (40) } #",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}
