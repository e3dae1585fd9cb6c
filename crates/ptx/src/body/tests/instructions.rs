//! What is read of each instruction: a row for every kind, with the operands as expressions.

use tileiras_kernel::ValueId;
use tileiras_kernel::dump::expression;
use tileiras_kernel::program::{ClusterUse, Instruction, InstructionKind};

use super::kernel;

/// A statement, and what is read of it.
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("bar.sync 1, 64;", "Barrier { operation: Sync, id: 1, threads: 64, aligned: true }"),
    ("barrier.cta.arrive 1, 64;", "Barrier { operation: Arrive, id: 1, threads: 64, aligned: false }"),
    ("bar.red.popc.u32 %r1, 2, %p1;", "Barrier { operation: Sync, id: 2, threads: None, aligned: true }"),
    (
        "barrier.cta.red.and.aligned.pred %p1, 2, 96, %p1;",
        "Barrier { operation: Sync, id: 2, threads: 96, aligned: true }",
    ),
    ("bar.warp.sync 3;", "WarpSync { mask: 3, aligned: false, meets: Barrier, elects: None }"),
    ("barrier.cluster.arrive.relaxed;", "ClusterArrive { aligned: false, relaxed: true }"),
    ("barrier.cluster.wait.acquire.aligned;", "ClusterWait { aligned: true }"),
    (
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r1}, {%r2}, {%r3}, {%r4}, %r5, 0;",
        "WarpSync { mask: None, aligned: true, meets: Exchange, elects: None }",
    ),
    ("vote.sync.any.pred %p1, %p2, 7;", "WarpSync { mask: 7, aligned: false, meets: Exchange, elects: None }"),
    (
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {%r1, %r2}, %d1, %d2, %p1, 1, 1, 0, 0;",
        "Wgmma(Mma { registers: 128, accumulator: Some(AccumulatorId(0)), descriptors: [Thread?, Thread?] })",
    ),
    (
        "wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16 {%r1}, %d1, %d2, 1, 1, 1, 0, 0;",
        "Wgmma(Mma { registers: 2, accumulator: Some(AccumulatorId(0)), descriptors: [Thread?, Thread?] })",
    ),
    ("wgmma.wait_group.sync.aligned 3;", "Wgmma(Wait { pending: 3 })"),
    ("setmaxnreg.inc.sync.aligned.u32 240;", "SetMaxnreg { increases: true, registers: 240 }"),
    (
        "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [smem], 64;",
        "Tcgen05 { operation: Alloc, group: Some(Two), address: symbol0, columns: 64, size: None, accessed: None, rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "tcgen05.dealloc.cta_group::1.sync.aligned.b32 5, 64;",
        "Tcgen05 { operation: Dealloc, group: Some(One), address: 5, columns: 64, size: None, accessed: None, rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r1}, [7];",
        "Tcgen05 { operation: Ld, group: None, address: 7, columns: None, size: None, accessed: Some(1), rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "tcgen05.wait::ld.sync.aligned;",
        "Tcgen05 { operation: WaitLd, group: None, address: None, columns: None, size: None, accessed: None, rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "tcgen05.fence::after_thread_sync;",
        "Tcgen05 { operation: Fence, group: None, address: None, columns: None, size: None, accessed: None, rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [smem];",
        "Tcgen05 { operation: Commit, group: Some(One), address: symbol0, columns: None, size: None, accessed: None, rows: None, descriptors: [], sources: [], multicast: None }",
    ),
    (
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [smem+8], [smem];",
        "TryCancel { response: Add(symbol0, 8), mbarrier: symbol0, multicast: false, alignment: Some(8) }",
    ),
    (
        "mbarrier.arrive.expect_tx.shared.b64 _, [smem], 16;",
        "Mbarrier { operation: ExpectTx { bytes: 16, arrives: Some(Plain) }, address: symbol0, relaxed: false }",
    ),
    (
        "mbarrier.expect_tx.relaxed.cta.shared.b64 [smem], 16;",
        "Mbarrier { operation: ExpectTx { bytes: 16, arrives: None }, address: symbol0, relaxed: true }",
    ),
    (
        "mbarrier.arrive.shared.b64 %d1, [smem];",
        "Mbarrier { operation: Arrive { count: None, arrival: Plain }, address: symbol0, relaxed: false }",
    ),
    (
        "mbarrier.arrive.noComplete.release.cta.shared.b64 %d1, [smem], 3;",
        "Mbarrier { operation: Arrive { count: 3, arrival: Plain }, address: symbol0, relaxed: false }",
    ),
    (
        "mbarrier.complete_tx.relaxed.cta.shared.b64 [smem], 16;",
        "AsyncCopy(AsyncCopy { to: None, from: None, bytes: 16, reduces: false, completion: Mbarrier(symbol0), multicast: None, is_bulk: false })",
    ),
    (
        "mbarrier.try_wait.parity.shared.b64 %p1, [smem], 0;",
        "Mbarrier { operation: Wait { parity: 0, result: None, is_loop: false }, address: symbol0, relaxed: false }",
    ),
    (
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [smem], [%d1, {0, 0}], [smem];",
        "AsyncCopy(AsyncCopy { to: symbol0, from: None, bytes: None, reduces: false, completion: Mbarrier(symbol0), multicast: None, is_bulk: true })",
    ),
    (
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [smem], [%d1], 16, [smem];",
        "AsyncCopy(AsyncCopy { to: symbol0, from: None, bytes: 16, reduces: false, completion: Mbarrier(symbol0), multicast: None, is_bulk: true })",
    ),
    (
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [smem], [%d1], 16, [smem], %h1;",
        "Cluster AsyncCopy(AsyncCopy { to: symbol0, from: None, bytes: 16, reduces: false, completion: Mbarrier(symbol0), multicast: Some(Multicast { ctas: Thread?, of_pairs: false }), is_bulk: true })",
    ),
    (
        "cp.async.bulk.global.shared::cta.bulk_group [%d1], [smem], 16;",
        "AsyncCopy(AsyncCopy { to: None, from: symbol0, bytes: 16, reduces: false, completion: Group, multicast: None, is_bulk: true })",
    ),
    (
        "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [%d1, {%r1}], [smem];",
        "AsyncCopy(AsyncCopy { to: None, from: symbol0, bytes: None, reduces: true, completion: Group, multicast: None, is_bulk: true })",
    ),
    (
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [smem], [smem], 16, [smem];",
        "AsyncCopy(AsyncCopy { to: symbol0, from: symbol0, bytes: 16, reduces: false, completion: Mbarrier(symbol0), multicast: None, is_bulk: true })",
    ),
    (
        "multimem.cp.async.bulk.global.shared::cta.bulk_group [%d1], [smem], 16;",
        "AsyncCopy(AsyncCopy { to: None, from: symbol0, bytes: 16, reduces: false, completion: Group, multicast: None, is_bulk: true })",
    ),
    (
        "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [smem+16], 32;",
        "AsyncCopy(AsyncCopy { to: None, from: Add(symbol0, 16), bytes: 32, reduces: false, completion: Group, multicast: None, is_bulk: true })",
    ),
    ("cp.async.bulk.commit_group;", "BulkGroup(Commit)"),
    ("cp.async.bulk.wait_group.read 1;", "BulkGroup(Wait { pending: 1 })"),
    (
        "cp.async.cg.shared.global [smem], [%d1], 16;",
        "CpAsync(Copy { to: symbol0, bytes: 16, from: Thread?, copied: None })",
    ),
    (
        "cp.async.ca.shared.global.L2::cache_hint [smem], [%d1], 16, %d2;",
        "CpAsync(Copy { to: symbol0, bytes: 16, from: Thread?, copied: None })",
    ),
    (
        "cp.async.ca.shared.global.L2::cache_hint [smem], [%d1], 16, 8, %d2;",
        "CpAsync(Copy { to: symbol0, bytes: 16, from: Thread?, copied: 8 })",
    ),
    ("cp.async.commit_group;", "CpAsync(Commit)"),
    ("cp.async.wait_group 1;", "CpAsync(WaitGroup { pending: 1 })"),
    ("cp.async.wait_all;", "CpAsync(WaitAll)"),
    ("fence.proxy.async.shared::cta;", "Fence(ProxyAsync)"),
    ("fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;", "Fence(ProxyRelease)"),
    ("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;", "Fence(ProxyAcquire)"),
    ("fence.mbarrier_init.release.cluster;", "Fence(MbarrierInit)"),
    ("membar.cta;", "Fence(Generic)"),
    ("ld.shared::cluster.b32 %r1, [%r2];", "Cluster"),
    ("mov.b32 %r1, %cluster_ctarank;", "Cluster"),
];

#[test]
fn instructions_are_read() {
    for &(statement, expected) in INSTRUCTIONS {
        let function = kernel(statement);
        let parts = |found: &Instruction| match found.cluster_use {
            ClusterUse::None => format!("{:?}", found.kind),
            uses if found.kind == InstructionKind::Other => format!("{uses:?}"),
            uses => format!("{uses:?} {:?}", found.kind),
        };
        let mut plain = function.instructions().map(parts).collect::<Vec<_>>().join(" ");
        for (index, _) in function.values.iter().enumerate().rev() {
            let value = expression(&function, ValueId::new(index));
            plain =
                plain.replace(&format!("Some(ValueId({index}))"), &value).replace(&format!("ValueId({index})"), &value);
        }
        assert_eq!(plain, expected, "{statement}");
    }
}
