//! One case: a contract, the target that its PTX names, and the chip that ptxas compiles for.

use std::fmt;
use tileiras_contract::{Fact, FunctionFacts, Value};
use tileiras_ptx::directives_of;
use tileiras_target::{Chip, PtxVersion, Target};

/// A contract for a target.
#[derive(Clone)]
pub struct Case {
    pub contract: FunctionFacts<'static>,
    /// The chip of `.target`.
    pub chip: Chip,
    pub ptx: PtxVersion,
    /// The chip of `-arch`.
    pub arch: Chip,
}

impl Case {
    /// A kernel with these facts.
    pub fn new(facts: &[(Fact, Value<'static>)], chip: Chip, ptx: PtxVersion) -> Self {
        let mut contract = FunctionFacts::of_kernel();
        for (fact, value) in facts {
            contract.add_attribute(fact.attribute(), value.clone());
        }
        Self { contract, chip, ptx, arch: chip }
    }

    /// The target that the PTX names.
    pub fn target(&self) -> Target {
        Target::new(self.chip, self.ptx)
    }

    /// The case without some facts.
    pub fn without(&self, facts: impl Fn(Fact) -> bool) -> Self {
        let mut rest = self.clone();
        for fact in Fact::ALL.into_iter().filter(|&fact| facts(fact)) {
            rest.contract.remove(fact);
        }
        rest
    }

    /// The PTX of the kernel, or `None` if the emitter refuses the contract.
    pub fn ptx(&self) -> Option<String> {
        let header: Vec<_> =
            directives_of(&self.contract, self.target()).ok()?.iter().map(ToString::to_string).collect();
        let (ptx, chip, header) = (self.ptx, self.chip, header.join("\n"));
        Some(format!(".version {ptx}\n.target {chip}\n.address_size 64\n.visible .entry k()\n{header}\n{{\nret;\n}}\n"))
    }
}

/// The whole case in one line.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.target())?;
        if self.arch != self.chip {
            write!(f, ", -arch {}", self.arch)?;
        }
        for fact in self.contract.attributes().filter(|&fact| fact != Fact::Kernel) {
            if let Some(value) = self.contract.canonical(fact) {
                write!(f, "; {fact} = {value}")?;
            }
        }
        Ok(())
    }
}
