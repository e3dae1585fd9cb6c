//! Classes of instructions, as the rules about kernels ask for them.
//!
//! Accepts an [`Instruction`]. Guarantees that one instruction is in every class that fits. Leaves out on purpose: what
//! a call leads to ([`crate::reach`]).

use tileiras_target::FeatureFamily;

use crate::program::{
    Arrival, AsyncCopy, BarrierOperation, Completion, CpAsync, CtaGroup, Instruction, InstructionKind,
    MbarrierOperation, Tcgen05,
};

/// A class of instructions that a rule asks for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum InstructionClass {
    /// Everything that depends on clusters: their registers, memory and barriers, and CTA pairs.
    Cluster,
    /// Any instruction of wgmma.
    Wgmma,
    /// Any instruction of tcgen05.
    Tcgen05,
    /// `tcgen05.alloc`, `.dealloc`, `.relinquish_alloc_permit`: a whole warp.
    WarpIssue,
    /// Every instruction with `.cta_group::1`.
    SingleCta,
    /// Every instruction with `.cta_group::2`.
    CtaPair,
    /// `clusterlaunchcontrol.try_cancel`.
    TryCancel,
    /// `mbarrier.expect_tx`, `mbarrier.arrive.expect_tx`.
    ExpectTx,
    /// A barrier that counts its threads.
    CountedBarrier,
    /// `setmaxnreg`.
    SetMaxnreg,
    /// `cp.async` that is not in bulk.
    CpAsyncCopy,
    /// `cp.async.commit_group`.
    CpAsyncCommit,
    /// `cp.async.wait_group`.
    CpAsyncWaitGroup,
    /// `cp.async.wait_all`, `cp.async.mbarrier.arrive`.
    CpAsyncWaitAll,
    /// A call of unknown code.
    CallUnknown,
}

impl InstructionClass {
    /// Every class.
    pub const ALL: [Self; 15] = [
        Self::Cluster,
        Self::Wgmma,
        Self::Tcgen05,
        Self::WarpIssue,
        Self::SingleCta,
        Self::CtaPair,
        Self::TryCancel,
        Self::ExpectTx,
        Self::CountedBarrier,
        Self::SetMaxnreg,
        Self::CpAsyncCopy,
        Self::CpAsyncCommit,
        Self::CpAsyncWaitGroup,
        Self::CpAsyncWaitAll,
        Self::CallUnknown,
    ];

    /// Whether the instruction itself is in the class. A call is in none: what the callee does belongs to the callee.
    pub fn contains(self, instruction: &Instruction) -> bool {
        let kind = &instruction.kind;
        let (operation, group) = match kind {
            InstructionKind::Tcgen05 { operation, group, .. } => (Some(*operation), *group),
            _ => (None, None),
        };
        match self {
            Self::Cluster => {
                instruction.needs_cluster()
                    || instruction.needs.iter().any(|feature| feature.family() == FeatureFamily::Clusters)
            }
            Self::Wgmma => matches!(kind, InstructionKind::Wgmma(_)),
            Self::Tcgen05 => operation.is_some(),
            Self::WarpIssue => matches!(operation, Some(Tcgen05::Alloc | Tcgen05::Dealloc | Tcgen05::Relinquish)),
            Self::SingleCta => group == Some(CtaGroup::One),
            Self::CtaPair => group == Some(CtaGroup::Two),
            Self::TryCancel => matches!(kind, InstructionKind::TryCancel { .. }),
            Self::ExpectTx => {
                matches!(kind, InstructionKind::Mbarrier { operation: MbarrierOperation::ExpectTx { .. }, .. })
            }
            Self::CountedBarrier => matches!(
                kind,
                InstructionKind::Barrier {
                    operation: BarrierOperation::Sync | BarrierOperation::Arrive,
                    threads: Some(_),
                    ..
                }
            ),
            Self::SetMaxnreg => matches!(kind, InstructionKind::SetMaxnreg { .. }),
            Self::CpAsyncCopy => matches!(kind, InstructionKind::CpAsync(CpAsync::Copy { .. })),
            Self::CpAsyncCommit => *kind == InstructionKind::CpAsync(CpAsync::Commit),
            Self::CpAsyncWaitGroup => matches!(kind, InstructionKind::CpAsync(CpAsync::WaitGroup { .. })),
            Self::CpAsyncWaitAll => matches!(
                kind,
                InstructionKind::CpAsync(CpAsync::WaitAll)
                    | InstructionKind::AsyncCopy(AsyncCopy { completion: Completion::AfterCpAsync(_), .. })
                    | InstructionKind::Mbarrier {
                        operation: MbarrierOperation::Arrive { arrival: Arrival::AfterCpAsync, .. },
                        ..
                    }
            ),
            Self::CallUnknown => *kind == InstructionKind::CallUnknown,
        }
    }
}
