//! What a contract says about the execution of a body, and a body about the contract.

use tileiras_contract::{Fact, FunctionFacts, Needs};
use tileiras_kernel::{Entry, FunctionId, InstructionClass, Launches, Reach};

/// How a function with these facts is entered from outside the program.
pub fn entry(contract: &FunctionFacts<'_>) -> Entry {
    if !contract.is_kernel() {
        return Entry::Calls;
    }
    Entry::Kernel(Launches {
        block: contract.launch_shape(Fact::ReqNTid).map(|(_, sizes)| sizes),
        bound: contract.dims(Fact::MaxNTid).filter(|sizes| !sizes.contains(&0)),
        cluster: contract.launch_shape(Fact::ClusterDim).map(|(_, sizes)| sizes),
    })
}

/// What the body of a function asks of its contract.
pub fn needs(reach: &Reach<'_>, function: FunctionId) -> Needs {
    let reaches = |class| reach.reaches(function, class);
    Needs {
        wgmma: reaches(InstructionClass::Wgmma),
        tcgen05: reaches(InstructionClass::Tcgen05),
        counted_barrier: reaches(InstructionClass::CountedBarrier),
        register_moves: reaches(InstructionClass::SetMaxnreg),
        cta_pair: reaches(InstructionClass::CtaPair),
    }
}
