//! The features that operations and intrinsics need of the target, and which pointers are to shared memory.
//!
//! Guarantees the rows of the feature table for the operation or the intrinsic. A name without a row gets those of the
//! PTX instruction that it is translated to, as far as that is known.
//!
//! Leaves out on purpose: which target has a feature (`tileiras-target`).

use melior::ir::{OperationRef, Value, ValueLike as _};
use tileiras_mlir::attribute::{View, print, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::{definition, memory_space, pointer_space};
use tileiras_target::feature::{self, Features};

use super::names::longest_prefix;
use super::state::{Intrinsic, ProgramState};

/// The address space of the shared memory of a cluster.
const SHARED_CLUSTER: u32 = 7;

/// `Tcgen05MMAKind::I8` of LLVM 22.
const KIND_I8: i64 = 3;

/// Whether a pointer is one to the shared memory of a cluster.
pub(super) fn points_to_cluster(pointer: Value<'_, '_>) -> bool {
    pointer_space(pointer.r#type()) == Some(SHARED_CLUSTER)
}

/// Whether a load can be from shared memory.
pub(super) fn can_be_shared(op: OperationRef<'_, '_>) -> bool {
    operation::operand(op, 0).is_some_and(|pointer| match pointer_space(pointer.r#type()) {
        Some(space) => matches!(space, 0 | 3 | SHARED_CLUSTER),
        None => memory_space(pointer.r#type()).is_some(),
    })
}

/// Whether a store writes a constant to shared memory.
pub(super) fn writes_table(op: OperationRef<'_, '_>, operand: usize) -> bool {
    let defined = || operation::operand(op, 0).and_then(definition);
    writes_shared(op, operand) && defined().is_some_and(|(defined, _)| operation::name(defined).ends_with(b"constant"))
}

/// Whether a store writes to the own shared memory.
pub(super) fn writes_shared(op: OperationRef<'_, '_>, operand: usize) -> bool {
    operation::operand(op, operand).is_some_and(|pointer| pointer_space(pointer.r#type()) == Some(3))
}

/// Whether an operation accesses memory through an operand that points to the shared memory of a cluster.
pub(super) fn is_remote_access(op: OperationRef<'_, '_>, operand: usize) -> bool {
    operation::operand(op, operand).is_some_and(points_to_cluster)
}

/// The features that an operation needs.
pub(super) fn of_operation(op: OperationRef<'_, '_>) -> Features {
    let name = str::from_utf8(operation::name(op)).unwrap_or_default();
    let measured = feature::of_operation(name, &mut |key| match key.strip_prefix('$') {
        Some(index) => Some(operation::operand(op, index.parse().ok()?)?.r#type().to_string()),
        None => {
            let attribute = operation::attribute(op, key)?;
            Some(if matches!(view(attribute), View::Unit) { "unit".into() } else { print(attribute) })
        }
    });
    if !measured.is_empty() {
        return measured;
    }
    let short = name.strip_prefix("nvvm.").unwrap_or(name);
    let is_i8 = || operation::inherent_attribute(op, "kind").is_some_and(|kind| print(kind).contains("<i8>"));
    if short.starts_with("tcgen05.mma") && is_i8() {
        return feature::of_ptx("tcgen05.mma.kind::i8", "");
    }
    if short == "clusterlaunchcontrol.try.cancel" && operation::inherent_attribute(op, "multicast").is_some() {
        return translated("clusterlaunchcontrol.try_cancel.async.multicast");
    }
    translated(short)
}

/// The features that a call of an intrinsic needs.
pub(super) fn of_intrinsic<'c, 'a>(
    op: OperationRef<'c, 'a>,
    intrinsic: &Intrinsic,
    state: &mut ProgramState<'_, 'c, 'a>,
) -> Features {
    let full = format!("llvm.nvvm.{}", intrinsic.name);
    let mut constant = |index: usize| state.constants.of(operation::operand(op, index)?);
    let measured = feature::of_intrinsic(&full, &mut constant);
    if !measured.is_empty() {
        return measured;
    }
    if intrinsic.name.starts_with("tcgen05.mma.") && !intrinsic.name.contains("block_scale") {
        // The last operands are flags: the kind, the group if the name has none, the collector.
        let count = (0..).take_while(|&index| operation::operand(op, index).is_some()).count();
        let kind = count.checked_sub(if intrinsic.group.is_some() { 2 } else { 3 });
        if kind.and_then(&mut constant) == Some(KIND_I8) {
            return feature::of_ptx("tcgen05.mma.kind::i8", "");
        }
    }
    translated(&intrinsic.name)
}

/// The features that an atomic operation on memory needs.
pub(super) fn of_atomic(op: OperationRef<'_, '_>) -> Features {
    let measured = of_operation(op);
    if measured.is_empty() { operation::operand(op, 0).map(of_remote_access).unwrap_or_default() } else { measured }
}

/// The features that an access through a pointer needs.
pub(super) fn of_remote_access(pointer: Value<'_, '_>) -> Features {
    if points_to_cluster(pointer) { feature::of_ptx("ld.shared::cluster.u32", "") } else { Features::new() }
}

fn translated(name: &str) -> Features {
    longest_prefix(TRANSLATED, name).map(|(mnemonic, operands)| feature::of_ptx(mnemonic, operands)).unwrap_or_default()
}

const REGISTER: (&str, &str) = ("mov.u32", "%cluster_ctarank");
const EXPECT_TX: (&str, &str) = ("mbarrier.expect_tx", "");

/// The PTX instructions that operations and intrinsics are translated to, with operands that matter.
#[rustfmt::skip] // a table
const TRANSLATED: &[(&str, (&str, &str))] = &[
    ("barrier.cluster.arrive", ("barrier.cluster.arrive", "")),
    ("barrier.cluster.arrive.relaxed", ("barrier.cluster.arrive.relaxed", "")),
    ("barrier.cluster.wait", ("barrier.cluster.wait", "")),
    ("cluster.arrive", ("barrier.cluster.arrive", "")), ("cluster.wait", ("barrier.cluster.wait", "")),
    ("cluster.arrive.relaxed", ("barrier.cluster.arrive.relaxed", "")),
    ("clusterlaunchcontrol", ("clusterlaunchcontrol.try_cancel.async", "")),
    ("clusterlaunchcontrol.try_cancel.async.multicast",
        ("clusterlaunchcontrol.try_cancel.async.multicast::cluster::all", "")),
    ("cp.async.bulk", ("cp.async.bulk", "")),
    ("elect.sync", ("elect.sync", "")),
    ("getctarank", ("getctarank", "")), ("is_explicit_cluster", REGISTER),
    ("gpu.cluster_block_id", REGISTER), ("gpu.cluster_dim", REGISTER), ("gpu.cluster_dim_blocks", REGISTER),
    ("gpu.cluster_id", REGISTER),
    ("griddepcontrol", ("griddepcontrol.wait", "")),
    ("mapa", ("mapa.u64", "")),
    ("mbarrier.arrive.drop.expect.tx", EXPECT_TX), ("mbarrier.arrive.expect.tx", EXPECT_TX),
    ("mbarrier.arrive.expect_tx", EXPECT_TX), ("mbarrier.arrive_drop.expect_tx", EXPECT_TX),
    ("mbarrier.expect.tx", EXPECT_TX), ("mbarrier.expect_tx", EXPECT_TX),
    ("nvgpu.mbarrier.arrive.expect_tx", EXPECT_TX), ("nvgpu.tma.async.load", ("cp.async.bulk", "")),
    ("nvgpu.tma.async.store", ("cp.async.bulk", "")),
    ("nvgpu.warpgroup.mma", ("wgmma.mma_async", "")),
    ("read.ptx.sreg.cluster", REGISTER), ("read.ptx.sreg.clusterid", REGISTER), ("read.ptx.sreg.nclusterid", REGISTER),
    ("setmaxnreg", ("setmaxnreg.inc", "")), ("setmaxregister", ("setmaxnreg.inc", "")),
    ("tcgen05", ("tcgen05.wait", "")), ("tcgen05.ld.red", ("tcgen05.ld.red", "")),
    ("tcgen05.shift", ("tcgen05.shift", "")),
    ("wgmma", ("wgmma.fence", "")),
];
