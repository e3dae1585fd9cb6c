//! The forms of instructions, before their operands are read: one table for operations, and one for intrinsics.
//!
//! Accepts the name of an operation, or that of an intrinsic without `llvm.nvvm.`. Guarantees that an instruction has
//! the same form under both names, with the positions of its operands.
//!
//! Leaves out on purpose: which target has a form (`needs.rs`).

use tileiras_kernel::program::{BarrierOperation, CpAsync, Fence, Tcgen05};
use tileiras_target::feature;

use super::names::longest_prefix;

/// How a barrier of the CTA names its id and its number of threads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum BarrierOperands {
    /// Neither: id 0, all threads.
    None,
    /// The id.
    Id,
    /// The id and the number of threads.
    IdAndThreads,
    /// Each if its segment of operands is not empty.
    Segments,
    /// The number of threads is the last operand, and the id is before it if there are two.
    LastIsThreads,
}

/// What an operation on an mbarrier does, with the positions of operands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MbarrierForm {
    Init,
    Invalidate,
    ExpectTx {
        bytes: usize,
        arrives: bool,
    },
    /// The number of arrivals is that operand, if there is one.
    Arrive {
        count: usize,
    },
    /// `arrive_drop`: an arrival, with or without bytes, after which the mbarrier counts fewer.
    ArriveDrop {
        expects: bool,
    },
    Test,
    Wait,
}

/// Whether a copy writes to several CTAs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Multicast {
    /// It does not.
    Never,
    /// If that segment of operands is not empty.
    Segment(usize),
    /// If that operand, counted from the last one, is true.
    Flag(usize),
    /// Always to another CTA.
    Remote,
}

/// Where the mbarrier of a copy is among the operands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum BarrierPosition {
    None,
    Operand(usize),
    /// The first operand of that segment.
    Segment(usize),
    /// A group of mbarriers, and the index in it: the first operands of these segments.
    Group(usize, usize),
}

/// What an instruction does, before its operands are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    /// Nothing that a rule asks for, except for the features that it needs.
    Other,
    /// Needs clusters.
    Cluster,
    /// `mapa`. The rank is operand 1.
    Mapa,
    /// `barrier.cluster.arrive`. An attribute says whether it is aligned, if nothing is stated here.
    ClusterArrive(Option<bool>),
    /// `barrier.cluster.wait`, likewise.
    ClusterWait(Option<bool>),
    /// A barrier of the CTA.
    Barrier {
        operation: BarrierOperation,
        operands: BarrierOperands,
        aligned: bool,
    },
    /// `bar.warp.sync`, whose operand 0 is the mask.
    WarpBarrier,
    /// `elect.sync`, whose operand 0 is the mask, if there is one.
    WarpElection,
    /// An instruction for all threads of a warp, or for those of a mask, which is the operand of that index.
    WarpSync {
        mask: Option<usize>,
        aligned: bool,
    },
    /// `ldmatrix`: the same for all threads of a warp. The address is operand 0.
    LoadMatrix,
    /// `stmatrix`, likewise.
    StoreMatrix,
    /// `gpu.shuffle`, `gpu.rotate`: the first threads of a warp, as many as the width says.
    Shuffle,
    /// `gpu.all_reduce`, `gpu.subgroup_reduce`: all threads of the CTA or of the warp, if it is marked as uniform.
    Reduce {
        cta: bool,
    },
    WgmmaFence,
    WgmmaMma,
    WgmmaCommit,
    /// The number of groups is the attribute `group`, or operand 0.
    WgmmaWait,
    /// `nvgpu.warpgroup.mma`: fence, products, commit and wait.
    WarpgroupMma,
    /// `nvgpu.warpgroup.mma.store`.
    WarpgroupStore,
    SetMaxnreg,
    /// An instruction of tcgen05. The address is operand 0, and the number of columns operand 1.
    Tcgen05(Tcgen05),
    /// `nvvm.tcgen05.wait`, whose attribute says what it waits for.
    Tcgen05Wait,
    /// `clusterlaunchcontrol.try_cancel`. The response is operand 0, the mbarrier operand 1.
    TryCancel {
        multicast: Option<bool>,
    },
    /// `nvvm.clusterlaunchcontrol.query.cancel`, whose attribute says what it asks for.
    QueryCancel,
    /// `clusterlaunchcontrol.query_cancel.get_first_ctaid`.
    FirstCtaId,
    /// An operation on an mbarrier, whose address is operand 0.
    Mbarrier {
        operation: MbarrierForm,
        predicate: Option<usize>,
    },
    /// An operation on an mbarrier of a group: operand 0, with the index in that operand.
    GroupMbarrier {
        operation: MbarrierForm,
        index: usize,
        predicate: Option<usize>,
    },
    /// A copy whose destination is operand 0. A predicate is the last operand, if the operation has that many segments
    /// and the last one is not empty.
    Copy {
        barrier: BarrierPosition,
        /// The operand that states the number of bytes.
        bytes: Option<usize>,
        /// The operand that is the source, if it is in shared memory.
        from: Option<usize>,
        multicast: Multicast,
        segments: Option<usize>,
    },
    /// `cp.async.mbarrier.arrive`: an arrival if it is `.noinc`. Otherwise it adds the arrival that it makes later, and
    /// only completes on the mbarrier. The attribute `noinc` says which, if nothing is stated here.
    AsyncArrive(Option<bool>),
    /// A step of `cp.async`, which is not in bulk. The address is operand 0. The number of groups is an attribute, or operand 0.
    CpAsync(CpAsync),
    /// `cp.async.bulk.commit_group`.
    BulkCommit,
    /// `cp.async.bulk.wait_group`. The number of groups is the attribute `group`, or operand 0.
    BulkWait,
    /// A fence.
    Fence(Fence),
    /// `nvvm.fence.proxy`, whose attribute says which proxy.
    FenceProxy,
    /// `nvvm.fence.proxy.sync_restrict`, whose attribute says in which direction.
    FenceDirection,
    /// Ends the thread.
    Exit,
}

impl Form {
    const fn tcgen05(operation: Tcgen05) -> Self {
        Form::Tcgen05(operation)
    }

    const fn mbarrier(operation: MbarrierForm) -> Self {
        Form::Mbarrier { operation, predicate: None }
    }

    const fn warp(mask: usize) -> Self {
        Form::WarpSync { mask: Some(mask), aligned: false }
    }

    const fn copy(barrier: BarrierPosition, multicast: Multicast) -> Self {
        Form::Copy { barrier, bytes: None, from: None, multicast, segments: None }
    }

    /// A copy whose operand 3 is the number of bytes.
    const fn bulk(barrier: usize, multicast: Multicast) -> Self {
        Form::Copy { barrier: BarrierPosition::Operand(barrier), bytes: Some(3), from: None, multicast, segments: None }
    }

    /// A copy within the shared memory of the cluster, whose operand 3 is the number of bytes.
    const fn push(barrier: usize, from: usize) -> Self {
        let (barrier, multicast) = (BarrierPosition::Operand(barrier), Multicast::Remote);
        Form::Copy { barrier, bytes: Some(3), from: Some(from), multicast, segments: None }
    }

    /// A copy to global memory from the operand. It completes in a group.
    const fn store(from: usize, bytes: Option<usize>) -> Self {
        let (barrier, multicast) = (BarrierPosition::None, Multicast::Never);
        Form::Copy { barrier, bytes, from: Some(from), multicast, segments: None }
    }
}

/// The form of an operation.
pub(super) fn of_operation(name: &str) -> Option<Form> {
    let known = name.strip_prefix("nvvm.").map_or(name, |short| short);
    if known.len() == name.len() && !name.starts_with("gpu.") && !name.starts_with("nvgpu.") && name != "llvm.fence" {
        return None;
    }
    longest_prefix(OPERATIONS, known)
}

/// The form of an intrinsic, by its name without `llvm.nvvm.`.
pub(super) fn of_intrinsic(name: &str) -> Option<Form> {
    if let Some(variant) = name.strip_prefix("barrier.cta.") {
        let operation = if variant.starts_with("arrive") { BarrierOperation::Arrive } else { BarrierOperation::Sync };
        let operands = if variant.ends_with("count") { BarrierOperands::IdAndThreads } else { BarrierOperands::Id };
        return Some(Form::Barrier { operation, operands, aligned: variant.contains("aligned") });
    }
    // No rule asks for the others, but not every target supports them.
    let other = || feature::knows_intrinsic(&format!("llvm.nvvm.{name}")).then_some(Form::Other);
    longest_prefix(INTRINSICS, name).or_else(other)
}

const WARP: Form = Form::WarpSync { mask: None, aligned: true };
const BARRIER_0: Form =
    Form::Barrier { operation: BarrierOperation::Sync, operands: BarrierOperands::None, aligned: true };
const BARRIER_ID: Form =
    Form::Barrier { operation: BarrierOperation::Sync, operands: BarrierOperands::Id, aligned: true };
const BARRIER_COUNT: Form =
    Form::Barrier { operation: BarrierOperation::Sync, operands: BarrierOperands::IdAndThreads, aligned: true };
const CP_ASYNC: CpAsync = CpAsync::Copy { to: None };
pub(super) const ARRIVE: Form = Form::mbarrier(MbarrierForm::Arrive { count: 1 });
const ARRIVE_DROP: Form = Form::mbarrier(MbarrierForm::ArriveDrop { expects: false });
const ARRIVE_DROP_EXPECT_TX: Form = Form::mbarrier(MbarrierForm::ArriveDrop { expects: true });
const EXPECT_TX: Form = Form::mbarrier(MbarrierForm::ExpectTx { bytes: 1, arrives: false });
const ARRIVE_EXPECT_TX: Form = Form::mbarrier(MbarrierForm::ExpectTx { bytes: 1, arrives: true });
const TEST: Form = Form::mbarrier(MbarrierForm::Test);
/// Completes on the mbarrier that is operand 0.
pub(super) const COMPLETES: Form = Form::Copy {
    barrier: BarrierPosition::Operand(0),
    bytes: Some(1),
    from: None,
    multicast: Multicast::Never,
    segments: None,
};

const fn group(operation: MbarrierForm, index: usize, predicate: Option<usize>) -> Form {
    Form::GroupMbarrier { operation, index, predicate }
}

/// Operations of the NVVM dialect without `nvvm.`, and of other dialects.
#[rustfmt::skip] // a table
const OPERATIONS: &[(&str, Form)] = &[
    ("bar.warp.sync", Form::WarpBarrier),
    ("barrier", Form::Barrier {
        operation: BarrierOperation::Sync, operands: BarrierOperands::Segments, aligned: true,
    }),
    ("barrier.arrive", Form::Barrier {
        operation: BarrierOperation::Arrive, operands: BarrierOperands::LastIsThreads, aligned: true,
    }),
    ("barrier0", BARRIER_0),
    ("cluster.arrive", Form::ClusterArrive(None)), ("cluster.wait", Form::ClusterWait(None)),
    ("clusterlaunchcontrol.query.cancel", Form::QueryCancel),
    ("clusterlaunchcontrol.try.cancel", Form::TryCancel { multicast: None }),
    ("cp.async", Form::Other), ("cp.async.shared.global", Form::CpAsync(CP_ASYNC)),
    ("cp.async.commit.group", Form::CpAsync(CpAsync::Commit)),
    ("cp.async.wait.group", Form::CpAsync(CpAsync::WaitGroup { pending: 0 })),
    ("cp.async.bulk.commit.group", Form::BulkCommit), ("cp.async.bulk.wait_group", Form::BulkWait),
    ("cp.async.bulk.global.shared.cta", Form::store(1, Some(2))),
    ("cp.async.bulk.tensor.global.shared.cta", Form::store(1, None)),
    ("cp.async.bulk.tensor.reduce", Form::store(1, None)),
    ("cp.async.bulk.shared.cluster.global", Form::Copy {
        barrier: BarrierPosition::Segment(2), bytes: Some(3), from: None, multicast: Multicast::Segment(4), segments: None,
    }),
    ("cp.async.bulk.shared.cluster.shared.cta", Form::push(2, 1)),
    ("cp.async.bulk.tensor.shared.cluster.global", Form::Copy {
        barrier: BarrierPosition::Segment(3), bytes: None, from: None, multicast: Multicast::Segment(5), segments: Some(8),
    }),
    ("cp.async.mbarrier.arrive", Form::AsyncArrive(None)),
    ("elect.sync", Form::WarpElection),
    ("fence.mbarrier.init", Form::Fence(Fence::MbarrierInit)),
    ("fence.proxy", Form::FenceProxy), ("fence.proxy.acquire", Form::Other), ("fence.proxy.release", Form::Other),
    ("fence.proxy.sync_restrict", Form::FenceDirection),
    ("fence.sc.cluster", Form::Fence(Fence::Generic)), ("fence.sync_restrict", Form::Fence(Fence::Generic)),
    ("griddepcontrol", Form::Other),
    ("ldmatrix", Form::LoadMatrix), ("stmatrix", Form::StoreMatrix),
    ("mapa", Form::Mapa),
    ("match.sync", Form::warp(0)),
    ("mbarrier.arrive", ARRIVE), ("mbarrier.arrive_drop", ARRIVE_DROP),
    ("mbarrier.arrive.expect_tx", Form::Mbarrier {
        operation: MbarrierForm::ExpectTx { bytes: 1, arrives: true }, predicate: Some(2),
    }),
    ("mbarrier.arrive_drop.expect_tx", ARRIVE_DROP_EXPECT_TX), ("mbarrier.expect_tx", EXPECT_TX),
    ("mbarrier.complete_tx", COMPLETES),
    ("mbarrier.init", Form::Mbarrier { operation: MbarrierForm::Init, predicate: Some(2) }),
    ("mbarrier.inval", Form::mbarrier(MbarrierForm::Invalidate)),
    ("mbarrier.test.wait", TEST), ("mbarrier.try_wait", TEST),
    ("mbarrier.try_wait.parity", Form::mbarrier(MbarrierForm::Wait)),
    ("memory.barrier", Form::Fence(Fence::Generic)),
    ("mma.block_scale", WARP), ("mma.sp.block_scale", WARP), ("mma.sp.sync", WARP), ("mma.sync", WARP),
    ("read.ptx.sreg.cluster", Form::Cluster), ("read.ptx.sreg.clusterid", Form::Cluster),
    ("read.ptx.sreg.nclusterid", Form::Cluster),
    ("redux.sync", Form::warp(1)),
    ("setmaxregister", Form::SetMaxnreg),
    ("shfl.sync", Form::warp(0)),
    ("st.bulk", Form::Other),
    ("tcgen05.alloc", Form::tcgen05(Tcgen05::Alloc)), ("tcgen05.commit", Form::tcgen05(Tcgen05::Commit)),
    ("tcgen05.cp", Form::tcgen05(Tcgen05::Cp)), ("tcgen05.dealloc", Form::tcgen05(Tcgen05::Dealloc)),
    ("tcgen05.fence", Form::tcgen05(Tcgen05::Fence)), ("tcgen05.ld", Form::tcgen05(Tcgen05::Ld)),
    ("tcgen05.mma", Form::tcgen05(Tcgen05::Mma)),
    ("tcgen05.relinquish_alloc_permit", Form::tcgen05(Tcgen05::Relinquish)),
    ("tcgen05.shift", Form::tcgen05(Tcgen05::Shift)), ("tcgen05.st", Form::tcgen05(Tcgen05::St)),
    ("tcgen05.wait", Form::Tcgen05Wait),
    ("vote.sync", Form::warp(0)),
    ("wgmma.commit.group.sync.aligned", Form::WgmmaCommit), ("wgmma.fence.aligned", Form::WgmmaFence),
    ("wgmma.mma_async", Form::WgmmaMma), ("wgmma.wait.group.sync.aligned", Form::WgmmaWait),
    ("wmma.load", WARP), ("wmma.mma", WARP), ("wmma.store", WARP),
    ("gpu.all_reduce", Form::Reduce { cta: true }), ("gpu.subgroup_reduce", Form::Reduce { cta: false }),
    ("gpu.barrier", BARRIER_0),
    ("gpu.cluster_block_id", Form::Cluster), ("gpu.cluster_dim", Form::Cluster),
    ("gpu.cluster_dim_blocks", Form::Cluster), ("gpu.cluster_id", Form::Cluster),
    ("gpu.rotate", Form::Shuffle), ("gpu.shuffle", Form::Shuffle),
    ("gpu.subgroup_mma_compute", WARP), ("gpu.subgroup_mma_load_matrix", WARP),
    ("gpu.subgroup_mma_store_matrix", WARP),
    ("nvgpu.device_async_copy", Form::CpAsync(CP_ASYNC)),
    ("nvgpu.device_async_create_group", Form::CpAsync(CpAsync::Commit)),
    ("nvgpu.device_async_wait", Form::CpAsync(CpAsync::WaitGroup { pending: 0 })),
    ("nvgpu.ldmatrix", WARP), ("nvgpu.mma.sp.sync", WARP), ("nvgpu.mma.sync", WARP),
    ("nvgpu.mbarrier.arrive", group(MbarrierForm::Arrive { count: 2 }, 1, None)),
    ("nvgpu.mbarrier.arrive.expect_tx", group(MbarrierForm::ExpectTx { bytes: 1, arrives: true }, 2, Some(3))),
    ("nvgpu.mbarrier.init", group(MbarrierForm::Init, 2, Some(3))),
    ("nvgpu.mbarrier.test.wait", group(MbarrierForm::Test, 2, None)),
    ("nvgpu.mbarrier.try_wait.parity", group(MbarrierForm::Wait, 3, None)),
    ("nvgpu.tma.async.load", Form::Copy {
        barrier: BarrierPosition::Group(1, 4), bytes: None, from: None, multicast: Multicast::Segment(5), segments: Some(7),
    }),
    ("nvgpu.tma.async.store", Form::Copy {
        barrier: BarrierPosition::None, bytes: None, from: Some(0), multicast: Multicast::Never, segments: Some(4),
    }),
    ("nvgpu.tma.fence.descriptor", Form::Other),
    ("nvgpu.warpgroup.mma", Form::WarpgroupMma), ("nvgpu.warpgroup.mma.init.accumulator", Form::Other),
    ("nvgpu.warpgroup.mma.store", Form::WarpgroupStore),
    ("llvm.fence", Form::Fence(Fence::Generic)),
];

/// Intrinsics without `llvm.nvvm.`. Some names are of earlier versions of LLVM.
#[rustfmt::skip] // a table
const INTRINSICS: &[(&str, Form)] = &[
    ("bar.sync", BARRIER_ID), ("bar.warp.sync", Form::WarpBarrier),
    ("barrier", BARRIER_COUNT), ("barrier.n", BARRIER_ID), ("barrier.sync", BARRIER_ID),
    ("barrier.sync.cnt", BARRIER_COUNT), ("barrier0", BARRIER_0),
    ("barrier.cluster.arrive", Form::ClusterArrive(Some(false))),
    ("barrier.cluster.arrive.aligned", Form::ClusterArrive(Some(true))),
    ("barrier.cluster.arrive.relaxed.aligned", Form::ClusterArrive(Some(true))),
    ("barrier.cluster.wait", Form::ClusterWait(Some(false))),
    ("barrier.cluster.wait.aligned", Form::ClusterWait(Some(true))),
    ("clusterlaunchcontrol.query_cancel", Form::Other),
    ("clusterlaunchcontrol.query_cancel.get_first_ctaid", Form::FirstCtaId),
    ("clusterlaunchcontrol.try_cancel.async", Form::TryCancel { multicast: Some(false) }),
    ("clusterlaunchcontrol.try_cancel.async.multicast", Form::TryCancel { multicast: Some(true) }),
    ("cp.async", Form::Other),
    ("cp.async.ca.shared.global", Form::CpAsync(CP_ASYNC)),
    ("cp.async.cg.shared.global", Form::CpAsync(CP_ASYNC)),
    ("cp.async.commit.group", Form::CpAsync(CpAsync::Commit)),
    ("cp.async.wait.all", Form::CpAsync(CpAsync::WaitAll)),
    ("cp.async.wait.group", Form::CpAsync(CpAsync::WaitGroup { pending: 0 })),
    ("cp.async.bulk.global.to.shared.cluster", Form::bulk(1, Multicast::Flag(1))),
    ("cp.async.bulk.global.to.shared.cta", Form::bulk(1, Multicast::Never)),
    ("cp.async.bulk.shared.cta.to.cluster", Form::push(1, 2)),
    ("cp.async.bulk.commit.group", Form::BulkCommit),
    ("cp.async.bulk.wait.group", Form::BulkWait),
    ("cp.async.bulk.shared.cta.to.global", Form::store(1, Some(2))),
    ("cp.async.bulk.tensor.g2s", Form::copy(BarrierPosition::Operand(1), Multicast::Flag(2))),
    ("cp.async.bulk.tensor.g2s.cta", Form::copy(BarrierPosition::Operand(1), Multicast::Never)),
    ("cp.async.bulk.tensor.reduce", Form::store(0, None)), ("cp.async.bulk.tensor.s2g", Form::store(0, None)),
    ("cp.async.mbarrier.arrive", Form::AsyncArrive(Some(false))),
    ("cp.async.mbarrier.arrive.noinc", Form::AsyncArrive(Some(true))),
    ("elect.sync", Form::WarpElection),
    ("exit", Form::Exit),
    ("fence", Form::Fence(Fence::Generic)),
    ("fence.mbarrier_init", Form::Fence(Fence::MbarrierInit)),
    ("fence.proxy", Form::Other), ("fence.proxy.async", Form::Fence(Fence::ProxyAsync)),
    ("fence.proxy.async.global", Form::Other),
    ("fence.proxy.async_generic.acquire", Form::Fence(Fence::ProxyAcquire)),
    ("fence.proxy.async_generic.release", Form::Fence(Fence::ProxyRelease)),
    ("getctarank", Form::Cluster), ("is_explicit_cluster", Form::Cluster),
    ("griddepcontrol", Form::Other),
    ("ldmatrix", Form::LoadMatrix), ("stmatrix", Form::StoreMatrix),
    ("mapa", Form::Mapa),
    ("match.all.sync", Form::warp(0)), ("match.any.sync", Form::warp(0)),
    ("mbarrier.arrive", ARRIVE), ("mbarrier.arrive.drop", ARRIVE_DROP),
    ("mbarrier.arrive.expect.tx", ARRIVE_EXPECT_TX),
    ("mbarrier.arrive.drop.expect.tx", ARRIVE_DROP_EXPECT_TX),
    ("mbarrier.expect.tx", EXPECT_TX), ("mbarrier.complete.tx", COMPLETES),
    ("mbarrier.init", Form::mbarrier(MbarrierForm::Init)), ("mbarrier.inval", Form::mbarrier(MbarrierForm::Invalidate)),
    ("mbarrier.test.wait", TEST), ("mbarrier.try.wait", TEST),
    ("membar", Form::Fence(Fence::Generic)),
    ("mma", WARP), ("wmma", WARP),
    ("read.ptx.sreg.cluster", Form::Cluster), ("read.ptx.sreg.clusterid", Form::Cluster),
    ("read.ptx.sreg.nclusterid", Form::Cluster),
    ("redux.sync", Form::warp(1)),
    ("setmaxnreg", Form::SetMaxnreg),
    ("shfl.sync", Form::warp(0)),
    ("st.bulk", Form::Other),
    ("tcgen05.alloc", Form::tcgen05(Tcgen05::Alloc)), ("tcgen05.commit", Form::tcgen05(Tcgen05::Commit)),
    ("tcgen05.cp", Form::tcgen05(Tcgen05::Cp)), ("tcgen05.dealloc", Form::tcgen05(Tcgen05::Dealloc)),
    ("tcgen05.fence", Form::tcgen05(Tcgen05::Fence)), ("tcgen05.ld", Form::tcgen05(Tcgen05::Ld)),
    ("tcgen05.mma", Form::tcgen05(Tcgen05::Mma)),
    ("tcgen05.relinq.alloc.permit", Form::tcgen05(Tcgen05::Relinquish)),
    ("tcgen05.shift", Form::tcgen05(Tcgen05::Shift)), ("tcgen05.st", Form::tcgen05(Tcgen05::St)),
    ("tcgen05.wait.ld", Form::tcgen05(Tcgen05::WaitLd)), ("tcgen05.wait.st", Form::tcgen05(Tcgen05::WaitSt)),
    ("vote.all.sync", Form::warp(0)), ("vote.any.sync", Form::warp(0)), ("vote.ballot.sync", Form::warp(0)),
    ("vote.uni.sync", Form::warp(0)),
    ("wgmma.commit_group", Form::WgmmaCommit), ("wgmma.fence", Form::WgmmaFence),
    ("wgmma.wait_group", Form::WgmmaWait),
];

#[cfg(test)]
mod tests {
    use super::{BarrierOperands, BarrierOperation, Form, of_intrinsic, of_operation};

    const MEASURED: &str = include_str!("../../../../crates/target/tests/measured/intrinsics.tsv");

    #[test]
    fn every_intrinsic_that_needs_a_feature_is_an_instruction() {
        let mut read = 0;
        for line in MEASURED.lines() {
            let fields: Vec<_> = line.split('\t').collect();
            let [name, _, features] = fields[..] else { panic!("{line}") };
            if !features.is_empty() {
                assert!(of_intrinsic(name).is_some(), "{name}");
                read += 1;
            }
        }
        assert!(read > 100, "{read}");
        assert_eq!(of_intrinsic("fmax.f"), None);
    }

    #[test]
    fn both_spellings_are_of_one_form() {
        for (operation, intrinsic) in [
            ("nvvm.tcgen05.mma.sp", "tcgen05.mma.sp.shared"),
            ("nvvm.tcgen05.relinquish_alloc_permit", "tcgen05.relinq.alloc.permit.cg1"),
            ("nvvm.fence.mbarrier.init", "fence.mbarrier_init.release.cluster"),
            ("nvvm.mma.sync", "mma.m16n8k16.row.col.f32.f32"),
            ("nvvm.mbarrier.arrive.nocomplete", "mbarrier.arrive.noComplete.shared"),
            ("nvvm.redux.sync", "redux.sync.umin"),
        ] {
            assert_eq!(of_operation(operation), of_intrinsic(intrinsic), "{operation}");
            assert!(of_operation(operation).is_some(), "{operation}");
        }
    }

    #[test]
    fn barriers_of_the_cta_say_what_their_operands_are() {
        let barrier = |operation, operands, aligned| Some(Form::Barrier { operation, operands, aligned });
        assert_eq!(
            of_intrinsic("barrier.cta.red.popc.aligned.all"),
            barrier(BarrierOperation::Sync, BarrierOperands::Id, true)
        );
        assert_eq!(
            of_intrinsic("barrier.cta.arrive.count"),
            barrier(BarrierOperation::Arrive, BarrierOperands::IdAndThreads, false)
        );
    }
}
