//! What a rule checks.

use std::ops::Deref;

use tileiras_contract::FunctionFacts;
use tileiras_kernel::Body;
use tileiras_target::Target;

/// The contract of any function, its body, and the target. A rule that needs an unknown part of the target reports
/// nothing.
///
/// Each function is to be checked once: a violation in its own body is reported for it only, and a violation by what a
/// kernel states and reaches is reported for the kernel.
#[derive(Copy, Clone, Debug)]
pub struct Subject<'a> {
    /// What the function states.
    pub contract: &'a FunctionFacts<'a>,
    /// Chip and PTX version; each may be unknown.
    pub target: Target,
    /// The instructions of the function, and what they reach.
    pub body: &'a Body<'a>,
}

impl<'a> Subject<'a> {
    /// A contract and a body.
    pub const fn new(contract: &'a FunctionFacts<'a>, target: Target, body: &'a Body<'a>) -> Self {
        Subject { contract, target, body }
    }

    /// The target that decides which instructions there are: the one that a PTX text states, whatever chip it is
    /// assembled for.
    pub fn language(&self) -> Target {
        self.contract.ptx.unwrap_or(self.target)
    }
}

impl<'a> Deref for Subject<'a> {
    type Target = FunctionFacts<'a>;

    fn deref(&self) -> &FunctionFacts<'a> {
        self.contract
    }
}
