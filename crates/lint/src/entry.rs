//! What a contract says about the execution of a body, and a body about the contract.

use tileiras_contract::{Fact, FunctionFacts, Need, Needs};
use tileiras_kernel::{Entry, FunctionId, InstructionClass, Launches, Reach};

/// How a function with these facts is entered from outside the program.
pub fn entry(contract: &FunctionFacts<'_>) -> Entry {
    if !contract.is_kernel() {
        return if contract.is_local { Entry::Local } else { Entry::Calls };
    }
    Entry::Kernel(Launches {
        block: contract.launch_shape(Fact::ReqNTid).map(|(_, sizes)| sizes),
        bound: contract.dims(Fact::MaxNTid).filter(|sizes| !sizes.contains(&0)),
        registers: contract.positive(Fact::MaxNReg),
        ctas: contract.positive(Fact::MinCtaSm),
        cluster: contract.launch_shape(Fact::ClusterDim).map(|(_, sizes)| sizes),
    })
}

/// What the body of a function needs of its contract.
pub fn needs(reach: &Reach<'_>, function: FunctionId) -> Needs {
    Need::ALL.into_iter().filter(|&need| reach.reaches(function, class(need))).collect()
}

/// The instructions with a need.
pub const fn class(need: Need) -> InstructionClass {
    match need {
        Need::Clusters => InstructionClass::Cluster,
        Need::Wgmma => InstructionClass::Wgmma,
        Need::Tcgen05 => InstructionClass::Tcgen05,
        Need::WholeWarp => InstructionClass::WarpIssue,
        Need::SingleCta => InstructionClass::SingleCta,
        Need::CtaPair => InstructionClass::CtaPair,
        Need::CountedBarrier => InstructionClass::CountedBarrier,
        Need::RegisterMoves => InstructionClass::SetMaxnreg,
    }
}
