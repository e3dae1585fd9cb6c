//! PTX mnemonics and the forms that they name.
//!
//! Leaves out on purpose: names of operations and intrinsics (`tileiras-nvvm`).

use tileiras_kernel::form::{
    BARRIER, BULK_COPY, CLUSTER_ARRIVE, CLUSTER_REGISTER, CLUSTER_WAIT, ELECT_SYNC, EXPECT_TX, GETCTARANK,
    GRIDDEPCONTROL, MAPA, QUERY_CANCEL, SETMAXNREG, SHARED_CLUSTER, TCGEN05_ALLOC, TCGEN05_COMMIT, TCGEN05_CP,
    TCGEN05_DEALLOC, TCGEN05_FENCE, TCGEN05_LD, TCGEN05_LD_RED, TCGEN05_MMA, TCGEN05_RELINQUISH, TCGEN05_SHIFT,
    TCGEN05_ST, TCGEN05_WAIT, TRY_CANCEL, WGMMA, WGMMA_SYNC, longest_prefix,
};
use tileiras_kernel::{CtaGroup, InstructionForm, Opcode};
use tileiras_target::Feature;

/// The forms of mnemonics. The longest matching prefix decides.
#[rustfmt::skip] // a table
const MNEMONICS: &[(&str, InstructionForm)] = &[
    ("bar.arrive", BARRIER), ("bar.cta", BARRIER), ("bar.red", BARRIER), ("bar.sync", BARRIER),
    ("barrier.arrive", BARRIER), ("barrier.cta", BARRIER), ("barrier.red", BARRIER), ("barrier.sync", BARRIER),
    ("barrier.cluster.arrive", CLUSTER_ARRIVE), ("barrier.cluster.wait", CLUSTER_WAIT),
    ("clusterlaunchcontrol.query_cancel", QUERY_CANCEL), ("clusterlaunchcontrol.try_cancel", TRY_CANCEL),
    ("cp.async.bulk", BULK_COPY), ("cp.reduce.async.bulk", BULK_COPY),
    ("elect.sync", ELECT_SYNC),
    ("getctarank", GETCTARANK),
    ("griddepcontrol", GRIDDEPCONTROL),
    ("mapa", MAPA),
    ("mbarrier.arrive.expect_tx", EXPECT_TX), ("mbarrier.arrive_drop.expect_tx", EXPECT_TX),
    ("mbarrier.expect_tx", EXPECT_TX),
    ("setmaxnreg", SETMAXNREG),
    ("tcgen05.alloc", TCGEN05_ALLOC), ("tcgen05.commit", TCGEN05_COMMIT), ("tcgen05.cp", TCGEN05_CP),
    ("tcgen05.dealloc", TCGEN05_DEALLOC),
    ("tcgen05.fence", TCGEN05_FENCE), ("tcgen05.fence::after_thread_sync", TCGEN05_FENCE),
    ("tcgen05.fence::before_thread_sync", TCGEN05_FENCE),
    ("tcgen05.ld", TCGEN05_LD), ("tcgen05.ld.red", TCGEN05_LD_RED), ("tcgen05.mma", TCGEN05_MMA),
    ("tcgen05.relinquish_alloc_permit", TCGEN05_RELINQUISH), ("tcgen05.shift", TCGEN05_SHIFT),
    ("tcgen05.st", TCGEN05_ST),
    ("tcgen05.wait::ld", TCGEN05_WAIT), ("tcgen05.wait::st", TCGEN05_WAIT),
    ("wgmma", WGMMA_SYNC), ("wgmma.mma_async", WGMMA),
];

/// The form of a statement with these operands; `None` if no rule needs it.
pub(super) fn form(mnemonic: &str, operands: &str) -> Option<InstructionForm> {
    let has = |part: &str| mnemonic.split('.').any(|found| found == part);
    if let Some(mut form) = longest_prefix(MNEMONICS, mnemonic) {
        match form.opcode {
            Opcode::ClusterArrive | Opcode::ClusterWait if ["relaxed", "release", "acquire"].into_iter().any(has) => {
                form.needs = Some(Feature::ClusterBarrierSemantics);
            }
            Opcode::TryCancel if has("multicast::cluster::all") => form.needs = Some(Feature::ClcMulticast),
            Opcode::Tcgen05(_) if has("kind::i8") => form.needs = Some(Feature::Tcgen05MmaI8),
            Opcode::Other if mnemonic.contains("::cluster") => form.opcode = Opcode::Cluster,
            _ => {}
        }
        return Some(form);
    }
    if mnemonic.contains("::cluster") {
        return Some(SHARED_CLUSTER);
    }
    ["%cluster", "%nclusterid", "%is_explicit_cluster"]
        .into_iter()
        .any(|register| operands.contains(register))
        .then_some(CLUSTER_REGISTER)
}

/// The `.cta_group` of a mnemonic.
pub(super) fn group(mnemonic: &str) -> Option<CtaGroup> {
    mnemonic.split('.').find_map(|part| match part {
        "cta_group::1" => Some(CtaGroup::One),
        "cta_group::2" => Some(CtaGroup::Two),
        _ => None,
    })
}

/// The registers of 32 bits that an accumulator takes in each thread. `wgmma.mma_async.sync.aligned.m64n128k16.f32` has
/// 64 x 128 values in 128 threads; two values of 16 bits share a register.
pub(super) fn accumulator(mnemonic: &str) -> u32 {
    let mut parts = mnemonic.split('.');
    let columns = parts.find_map(|part| part.strip_prefix("m64n")?.split('k').next()?.parse::<u32>().ok());
    let divisor = if parts.next() == Some("f16") { 4 } else { 2 };
    columns.unwrap_or(0) / divisor
}
