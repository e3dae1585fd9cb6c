//! What one function states, from canonical attributes and the forms that an export makes of them.
//!
//! Accepts canonical attributes, `nvvm.cluster_max_blocks`, `nvvm.grid_constant` on arguments and the calling convention
//! `ptx_kernelcc`. Refuses every other carrier, values that are not canonical, and two values of one fact.

use smallvec::SmallVec;
use tileiras_contract::rules::check;
use tileiras_contract::{
    Arguments, Conflict, ConflictPolicy, Fact, Gathered, RuleSet, Sink, Spelling, Subject, Value, check_indices,
    read_claim,
};
use tileiras_mlir::function::Function;
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_nvvm::carrier::{self, Place};
use tileiras_target::Target;

/// The name that upstream MLIR has for the cluster cap.
pub(crate) const CLUSTER_MAX_BLOCKS: &str = "nvvm.cluster_max_blocks";

/// The rules about the shape of one attribute. Whether facts fit together is not asked.
const SHAPE_RULES: [&str; 5] = ["dim-shape", "cluster-dim-arity", "scalar-shape", "unit-shape", "grid-constant-shape"];

/// The facts of one function.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    values: [Option<Value<'static>>; Fact::COUNT],
    /// At least one of them stands where an export takes it away: neither `gpu.kernel` nor the calling convention.
    leave: bool,
}

impl Facts {
    /// The facts that a function states.
    ///
    /// # Errors
    /// After a diagnostic for each fault.
    pub fn read(function: Function<'_, '_>) -> Result<Self, Failure> {
        let statements = carrier::statements(function);
        if statements.is_empty() {
            return Ok(Self::default());
        }
        let mut faults = shape_faults(function);
        let mut gathered = Gathered::new();
        let mut leave = false;
        for statement in &statements {
            let spelling = statement.spelling;
            match statement.place {
                Place::Attribute if spelling.name != CLUSTER_MAX_BLOCKS => {
                    faults.push(format!("'{}' {UNREAD}", spelling.name));
                    continue;
                }
                Place::Passthrough => {
                    faults.push(format!("'{}' in 'passthrough' {UNREAD}", spelling.name));
                    continue;
                }
                Place::Canonical => {
                    leave |= carrier::canonical_name(function, spelling.fact) == Some(spelling.name);
                }
                Place::Attribute | Place::Argument => leave = true,
                Place::Convention => {}
            }
            match read_claim(spelling, &statement.value, statement.form()) {
                Ok(claim) => {
                    let mut conflict = |conflict: Conflict<&Spelling>| faults.push(conflicting(&conflict));
                    gathered.add(spelling.fact, claim, spelling, ConflictPolicy::Error, &mut conflict);
                }
                Err(fault) => {
                    let fault = fault.to_string();
                    // A fault of its shape names the rule and was found already.
                    let name = fault.split_inclusive("' ").next().unwrap_or_default();
                    if !faults.iter().any(|known| known.starts_with(name)) {
                        faults.push(fault);
                    }
                }
            }
        }
        let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
        if faults.is_empty()
            && let Err(fault) = check_indices(gathered.indices(), count)
        {
            faults.push(fault.to_string());
        }
        match report(function, faults) {
            None => Ok(Self { leave, ..Self::of(&gathered) }),
            Some(failure) => Err(failure),
        }
    }

    /// The facts that a function will state.
    #[must_use]
    pub fn of<S: Copy>(gathered: &Gathered<S>) -> Self {
        Self { values: Fact::ALL.map(|fact| gathered.canonical(fact)), leave: !gathered.is_empty() }
    }

    /// The canonical value of a fact.
    #[must_use]
    pub const fn value(&self, fact: Fact) -> Option<&Value<'static>> {
        self.values[fact.index()].as_ref()
    }

    /// Whether a fact is stated.
    #[must_use]
    pub const fn states(&self, fact: Fact) -> bool {
        self.value(fact).is_some()
    }

    /// The constant arguments: 1-based, ascending, unique.
    #[must_use]
    pub fn constants(&self) -> &[i32] {
        match self.value(Fact::GridConstant) {
            Some(Value::I32Array(indices)) => indices,
            _ => &[],
        }
    }

    /// Whether a fact stands where an export takes it away.
    pub(crate) const fn leave(&self) -> bool {
        self.leave
    }
}

const UNREAD: &str = "is a legacy form: run 'nvvm-transplant' first";

/// `'nvvm.maxclusterrank' has conflicting values: 8 and 4, the latter as 'nvvm.cluster_max_blocks'`.
fn conflicting(conflict: &Conflict<&Spelling>) -> String {
    format!("{conflict}, the latter as '{}'", conflict.new.1.name)
}

/// What the rules about shapes say.
fn shape_faults(function: Function<'_, '_>) -> Vec<String> {
    let mut contract = carrier::contract(function);
    // LLVM takes any argument; whether the form at hand does is for it to say.
    let count = u32::try_from(function.argument_count()).unwrap_or(u32::MAX);
    contract.arguments = contract.arguments.map(|_| Arguments { count, is_pointer: SmallVec::new() });
    let mut sink = Sink::new();
    let rules = RuleSet::of(|rule| SHAPE_RULES.contains(&rule.id));
    check(&Subject::new(&contract, Target::default()), &rules, &mut sink);
    sink.take().iter().map(|violation| format!("{} [{}]", violation.message, violation.rule.id)).collect()
}

/// One error for all faults of a function.
pub(crate) fn report(function: Function<'_, '_>, faults: Vec<String>) -> Option<Failure> {
    let mut texts = faults.into_iter().map(|fault| format!("'{}' op {fault}", function.kind()));
    let first = texts.next()?;
    Some(Diagnostic::error(function.location(), first).and(texts).emit())
}

#[cfg(test)]
mod tests {
    use super::{RuleSet, SHAPE_RULES};

    #[test]
    fn the_rules_exist() {
        let rules = RuleSet::of(|rule| SHAPE_RULES.contains(&rule.id));
        assert_eq!(rules.iter().count(), SHAPE_RULES.len());
    }
}
