//! Forms of instructions: what an instruction does, before its operands are read, and what it needs of the target.
//!
//! The names that instructions have are given to forms elsewhere: those of operations and intrinsics in
//! `tileiras-nvvm`, PTX mnemonics in `tileiras-ptx`. Guarantees that an instruction has the same form under each of its
//! names.
//!
//! Leaves out on purpose: which target has a feature (`tileiras-target`).

use tileiras_target::Feature;

use crate::body::Tcgen05;

/// What an instruction does, before its operands are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Opcode {
    /// Nothing that a rule asks for, except for the feature that it needs.
    Other,
    /// Needs clusters.
    Cluster,
    /// `barrier.cluster.arrive`.
    ClusterArrive,
    /// `barrier.cluster.wait`.
    ClusterWait,
    /// A barrier of the CTA. The id and, if the form has it, the number of threads are operands.
    Barrier,
    /// A barrier of the CTA in which all threads take part. The id is an operand.
    BarrierAll,
    /// The barrier of the CTA with id 0, in which all threads take part.
    Barrier0,
    /// `wgmma.mma_async`.
    Wgmma,
    /// `wgmma.fence`, `.commit_group`, `.wait_group`.
    WgmmaSync,
    /// An instruction of tcgen05.
    Tcgen05(Tcgen05),
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel,
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    ExpectTx,
}

/// One form of an instruction.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct InstructionForm {
    /// What the instruction does.
    pub opcode: Opcode,
    /// What it needs of the target; none if every target has it.
    pub needs: Option<Feature>,
}

impl InstructionForm {
    /// A form that needs a feature.
    pub const fn new(opcode: Opcode, needs: Feature) -> Self {
        InstructionForm { opcode, needs: Some(needs) }
    }

    const fn everywhere(opcode: Opcode) -> Self {
        InstructionForm { opcode, needs: None }
    }

    const fn tcgen05(operation: Tcgen05) -> Self {
        InstructionForm::new(Opcode::Tcgen05(operation), Feature::Tcgen05)
    }
}

/// The value of the longest row whose name `name` begins with. The name of the row ends at a dot of `name`, or at its
/// end.
pub fn longest_prefix<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
    let begins = |row: &str| name.strip_prefix(row).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    rows.iter().filter(|(row, _)| begins(row)).max_by_key(|(row, _)| row.len()).map(|(_, value)| *value)
}

macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident = $form:expr;)*) => {
        $($(#[$doc])* pub const $name: InstructionForm = $form;)*
    };
}

forms! {
    /// `tcgen05.alloc`.
    TCGEN05_ALLOC = InstructionForm::tcgen05(Tcgen05::Alloc);
    /// `tcgen05.dealloc`.
    TCGEN05_DEALLOC = InstructionForm::tcgen05(Tcgen05::Dealloc);
    /// `tcgen05.relinquish_alloc_permit`.
    TCGEN05_RELINQUISH = InstructionForm::tcgen05(Tcgen05::Relinquish);
    /// `tcgen05.mma`.
    TCGEN05_MMA = InstructionForm::tcgen05(Tcgen05::Mma);
    /// `tcgen05.cp`.
    TCGEN05_CP = InstructionForm::tcgen05(Tcgen05::Cp);
    /// `tcgen05.shift`.
    TCGEN05_SHIFT = InstructionForm::new(Opcode::Tcgen05(Tcgen05::Shift), Feature::Tcgen05Shift);
    /// `tcgen05.commit`.
    TCGEN05_COMMIT = InstructionForm::tcgen05(Tcgen05::Commit);
    /// `tcgen05.ld`.
    TCGEN05_LD = InstructionForm::tcgen05(Tcgen05::Ld);
    /// `tcgen05.ld.red`.
    TCGEN05_LD_RED = InstructionForm::new(Opcode::Tcgen05(Tcgen05::Ld), Feature::Tcgen05LdRed);
    /// `tcgen05.st`.
    TCGEN05_ST = InstructionForm::tcgen05(Tcgen05::St);
    /// `tcgen05.wait`.
    TCGEN05_WAIT = InstructionForm::tcgen05(Tcgen05::Wait);
    /// `tcgen05.fence`.
    TCGEN05_FENCE = InstructionForm::tcgen05(Tcgen05::Fence);
    /// `wgmma.mma_async`.
    WGMMA = InstructionForm::new(Opcode::Wgmma, Feature::Wgmma);
    /// `wgmma.fence`, `.commit_group`, `.wait_group`.
    WGMMA_SYNC = InstructionForm::new(Opcode::WgmmaSync, Feature::Wgmma);
    /// `mapa`.
    MAPA = InstructionForm::new(Opcode::Cluster, Feature::Mapa);
    /// `getctarank`.
    GETCTARANK = InstructionForm::new(Opcode::Cluster, Feature::GetCtaRank);
    /// A read of a special register of the cluster.
    CLUSTER_REGISTER = InstructionForm::new(Opcode::Cluster, Feature::ClusterRegisters);
    /// `barrier.cluster.arrive`.
    CLUSTER_ARRIVE = InstructionForm::new(Opcode::ClusterArrive, Feature::ClusterBarrier);
    /// `barrier.cluster.arrive.relaxed`.
    CLUSTER_ARRIVE_RELAXED = InstructionForm::new(Opcode::ClusterArrive, Feature::ClusterBarrierSemantics);
    /// `barrier.cluster.wait`.
    CLUSTER_WAIT = InstructionForm::new(Opcode::ClusterWait, Feature::ClusterBarrier);
    /// An access to `.shared::cluster`.
    SHARED_CLUSTER = InstructionForm::new(Opcode::Cluster, Feature::ClusterSharedAccess);
    /// `clusterlaunchcontrol.try_cancel`.
    TRY_CANCEL = InstructionForm::new(Opcode::TryCancel, Feature::ClcTryCancel);
    /// `clusterlaunchcontrol.try_cancel` with `.multicast::cluster::all`.
    TRY_CANCEL_MULTICAST = InstructionForm::new(Opcode::TryCancel, Feature::ClcMulticast);
    /// `clusterlaunchcontrol.query_cancel`.
    QUERY_CANCEL = InstructionForm::new(Opcode::Other, Feature::ClcQueryCancel);
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    EXPECT_TX = InstructionForm::new(Opcode::ExpectTx, Feature::MbarrierExpectTx);
    /// `cp.async.bulk`.
    BULK_COPY = InstructionForm::new(Opcode::Other, Feature::BulkCopy);
    /// `cp.async.bulk` to `.shared::cluster`.
    BULK_COPY_CLUSTER = InstructionForm::new(Opcode::Cluster, Feature::BulkCopy);
    /// `elect.sync`.
    ELECT_SYNC = InstructionForm::new(Opcode::Other, Feature::ElectSync);
    /// `setmaxnreg`.
    SETMAXNREG = InstructionForm::new(Opcode::Other, Feature::SetMaxnreg);
    /// `griddepcontrol`.
    GRIDDEPCONTROL = InstructionForm::new(Opcode::Other, Feature::GridDepControl);
    /// `barrier`, `bar`.
    BARRIER = InstructionForm::everywhere(Opcode::Barrier);
    /// `bar.sync 0`.
    BARRIER_0 = InstructionForm::everywhere(Opcode::Barrier0);
}

#[cfg(test)]
mod tests {
    use super::longest_prefix;

    #[test]
    fn the_longest_row_decides_and_ends_at_a_dot() {
        let rows = [("a", 1), ("a.b", 2)];
        assert_eq!(longest_prefix(&rows, "a"), Some(1));
        assert_eq!(longest_prefix(&rows, "a.b.c"), Some(2));
        assert_eq!(longest_prefix(&rows, "ab"), None);
    }
}
