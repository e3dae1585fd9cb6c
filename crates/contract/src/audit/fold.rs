//! The register facts of a kernel as directives, and the cap that `ptxas` folds them into.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;
use tileiras_target::Chip;
use tileiras_target::occupancy::{self, RegisterDirectives, block_threads};

use crate::fact::Fact;
use crate::fact_set::FactSet;

/// The register cap that follows from the facts of a kernel.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Fold {
    /// The cap: registers per thread, at most 255.
    pub(super) cap: u32,
    /// Why `.maxnreg` has no effect, if so.
    pub(super) maxnreg: Option<NoEffectReason>,
    /// Why `.minnctapersm` has no effect, if so.
    pub(super) minctasm: Option<NoEffectReason>,
}

/// Why a fact has no effect.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoEffectReason {
    /// The function is not a kernel.
    NotAKernel,
    /// The kernel is declared, and defined in another module.
    NotDefined,
    /// `.minnctapersm` without a block shape.
    NoBlock,
    /// `.minnctapersm` above the CTAs of an SM.
    CtasPerSm,
    /// `.minnctapersm` whose CTAs have more threads than an SM.
    ThreadsPerSm,
    /// `.maxnreg` above the registers of a thread.
    RegistersPerThread,
}

impl From<occupancy::IgnoreReason> for NoEffectReason {
    fn from(reason: occupancy::IgnoreReason) -> Self {
        match reason {
            occupancy::IgnoreReason::NoBlock => NoEffectReason::NoBlock,
            occupancy::IgnoreReason::CtasPerSm => NoEffectReason::CtasPerSm,
            occupancy::IgnoreReason::ThreadsPerSm => NoEffectReason::ThreadsPerSm,
            occupancy::IgnoreReason::RegistersPerThread => NoEffectReason::RegistersPerThread,
        }
    }
}

impl Display for NoEffectReason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoEffectReason::NotAKernel => "the function is no kernel",
            NoEffectReason::NotDefined => "the kernel is not defined here",
            NoEffectReason::NoBlock => "there is no block shape",
            NoEffectReason::CtasPerSm => "an SM does not hold so many CTAs",
            NoEffectReason::ThreadsPerSm => "an SM does not hold so many threads",
            NoEffectReason::RegistersPerThread => "a thread does not have so many registers",
        })
    }
}

/// The cap of a kernel that states these facts, and `.local_maxnreg`.
pub(super) fn fold(facts: &FactSet, local_maxnreg: Option<u32>, chip: Chip) -> Fold {
    let cap = chip.limits().register_cap(RegisterDirectives {
        threads: facts.block().map(|(_, block)| block_threads(block)),
        minnctapersm: facts.scalar(Fact::MinCtaSm),
        maxnreg: facts.scalar(Fact::MaxNReg),
        local_maxnreg,
    });
    Fold {
        cap: cap.registers,
        maxnreg: cap.maxnreg_ignored.map(NoEffectReason::from),
        minctasm: cap.minnctapersm_ignored.map(NoEffectReason::from),
    }
}
