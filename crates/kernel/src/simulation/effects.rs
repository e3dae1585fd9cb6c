//! What an instruction does to the order of threads.

use crate::program::{Instruction, InstructionKind, MbarrierOperation, Tcgen05};

/// Whether an instruction orders what the lanes of a warp do, or all of them execute it together.
pub(super) const fn synchronises_lanes(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::WarpSync { .. }
            | InstructionKind::Barrier { .. }
            | InstructionKind::ClusterArrive { .. }
            | InstructionKind::ClusterWait { .. }
            | InstructionKind::Mbarrier { .. }
            | InstructionKind::Wgmma(_)
            | InstructionKind::SetMaxnreg { .. }
            | InstructionKind::Strong(_)
            | InstructionKind::Tcgen05 { .. }
    )
}

/// Whether an instruction that all threads of a warp execute orders what each of them has done before: each one goes on
/// only after all have come.
pub(super) const fn converges(kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Tcgen05 { operation, .. } => {
            !matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Commit | Tcgen05::Fence)
        }
        kind => matches!(
            kind,
            InstructionKind::WarpSync { .. }
                | InstructionKind::Barrier { .. }
                | InstructionKind::ClusterArrive { .. }
                | InstructionKind::ClusterWait { .. }
                | InstructionKind::Wgmma(_)
                | InstructionKind::SetMaxnreg { .. }
        ),
    }
}

/// Whether an instruction does something that other warps can see, or waits for them. A test of an mbarrier does not
/// count, nor do loads and stores, of which only those of shared memory concern others.
pub(super) const fn has_effects(instruction: &Instruction) -> bool {
    !matches!(
        instruction.kind,
        InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. }
            | InstructionKind::Other
            | InstructionKind::WarpSync { .. }
            | InstructionKind::Call { .. }
            | InstructionKind::Reference { .. }
    )
}
