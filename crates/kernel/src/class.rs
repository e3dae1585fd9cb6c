//! Classes of instructions, as the rules ask for them.
//!
//! Accepts an [`Instruction`]. Guarantees that one instruction is in every class that fits:
//! `tcgen05.dealloc.cta_group::2` is in [`InstructionClass::Dealloc`], [`InstructionClass::PairDealloc`] and
//! [`InstructionClass::CtaPair`]. Leaves out on purpose: what a call leads to ([`crate::reach`]).

use tileiras_target::Feature;

use crate::body::{CtaGroup, Instruction, InstructionKind, Tcgen05};

/// A class of instructions that a rule asks for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum InstructionClass {
    /// Everything that depends on clusters: their registers, memory and barriers, and CTA pairs.
    Cluster,
    /// `barrier.cluster.arrive`.
    ClusterArrive,
    /// `barrier.cluster.wait`.
    ClusterWait,
    /// Any instruction of wgmma.
    Wgmma,
    /// `tcgen05.ld`, `.st`, `.wait`: a warp group for all of tensor memory.
    TensorAccess,
    /// `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`: a whole warp.
    WarpIssue,
    /// `tcgen05.mma`, `.cp`, `.shift`, `.commit`: a single thread.
    ThreadIssue,
    /// `tcgen05.alloc`.
    Alloc,
    /// `tcgen05.dealloc`.
    Dealloc,
    /// `tcgen05.dealloc` with `.cta_group::2`.
    PairDealloc,
    /// Every instruction with `.cta_group::1`.
    SingleCta,
    /// Every instruction with `.cta_group::2`.
    CtaPair,
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel,
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    ExpectTx,
}

impl InstructionClass {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::Cluster,
        Self::ClusterArrive,
        Self::ClusterWait,
        Self::Wgmma,
        Self::TensorAccess,
        Self::WarpIssue,
        Self::ThreadIssue,
        Self::Alloc,
        Self::Dealloc,
        Self::PairDealloc,
        Self::SingleCta,
        Self::CtaPair,
        Self::TryCancel,
        Self::ExpectTx,
    ];

    /// Whether the instruction itself is in the class. A call is in none: what the callee does belongs to the callee.
    pub fn contains(self, instruction: &Instruction) -> bool {
        let kind = &instruction.kind;
        let operation = match kind {
            InstructionKind::Tcgen05 { operation, .. } => Some(*operation),
            _ => None,
        };
        let group = match kind {
            InstructionKind::Tcgen05 { group, .. } => *group,
            _ => None,
        };
        match self {
            Self::Cluster => {
                matches!(kind, InstructionKind::Cluster | InstructionKind::ClusterArrive | InstructionKind::ClusterWait)
                    || group == Some(CtaGroup::Two)
                    || instruction.needs.is_some_and(needs_clusters)
            }
            Self::ClusterArrive => *kind == InstructionKind::ClusterArrive,
            Self::ClusterWait => *kind == InstructionKind::ClusterWait,
            Self::Wgmma => matches!(kind, InstructionKind::Wgmma { .. } | InstructionKind::WgmmaSync),
            Self::TensorAccess => matches!(operation, Some(Tcgen05::Ld | Tcgen05::St | Tcgen05::Wait)),
            Self::WarpIssue => {
                matches!(operation, Some(Tcgen05::Alloc | Tcgen05::Dealloc | Tcgen05::Relinquish))
            }
            Self::ThreadIssue => {
                matches!(operation, Some(Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Commit))
            }
            Self::Alloc => operation == Some(Tcgen05::Alloc),
            Self::Dealloc => operation == Some(Tcgen05::Dealloc),
            Self::PairDealloc => operation == Some(Tcgen05::Dealloc) && group == Some(CtaGroup::Two),
            Self::SingleCta => group == Some(CtaGroup::One),
            Self::CtaPair => group == Some(CtaGroup::Two),
            Self::TryCancel => matches!(kind, InstructionKind::TryCancel { .. }),
            Self::ExpectTx => matches!(kind, InstructionKind::ExpectTx { .. }),
        }
    }

    pub(crate) const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Whether a feature has no meaning without clusters.
pub const fn needs_clusters(feature: Feature) -> bool {
    matches!(
        feature,
        Feature::Mapa
            | Feature::GetCtaRank
            | Feature::ClusterBarrier
            | Feature::ClusterBarrierSemantics
            | Feature::ClusterSharedAccess
            | Feature::ClusterRegisters
    )
}
