//! The audit of `nvvm-transplant`: what all carriers state before it is what the canonical attributes state after it.
//!
//! Guarantees that a fact of any carrier, which no conflict discards, is canonical afterwards, and that no other fact
//! is. The pass reports what it discards. Functions with equal facts are compared once.

use std::collections::HashSet;

use tileiras_contract::FactSet;
use tileiras_contract::audit::{FunctionSnapshot, Snapshot, Stage};
use tileiras_contract::read::{ConflictPolicy, merge};
use tileiras_nvvm::program_facts::{GroupId, Program};
use tileiras_target::Target;

use crate::compile::audit;
use crate::compile::snapshot::{self, FunctionSymbols};
use crate::messages::fault::{Fault, Kind};

/// What all carriers of a program state.
pub struct Stated {
    /// For each group of functions that the pass reads. `None` if it leaves the functions as they are.
    facts: Vec<Option<FactSet>>,
    /// What the canonical attributes of the first function of the group state.
    canonical: Vec<FunctionSnapshot>,
    /// The group of each function.
    groups: Vec<GroupId>,
}

/// Reads what all carriers state. `on_conflict` is the option of the pass.
#[must_use]
pub fn read(program: Program<'_, '_, '_>, on_conflict: &str) -> Stated {
    let policy: ConflictPolicy = on_conflict.parse().unwrap_or_default();
    let (mut facts, mut canonical) = (Vec::new(), Vec::new());
    for group in program.facts.groups() {
        let is_read = !group.is_marked() && !group.statements.is_empty();
        facts.push(is_read.then(|| merge(&group.statements, policy).facts));
        canonical.push(FunctionSnapshot::of("", group));
    }
    Stated { facts, canonical, groups: program.facts.function_groups().collect() }
}

/// Compares what all carriers stated with what the canonical attributes state now.
///
/// # Errors
/// A fault that names each function and each fact, when something was lost or invented.
pub fn check(before: &Stated, after: Program<'_, '_, '_>) -> Result<(), Fault> {
    if before.groups.len() != after.scope.functions.len() {
        return Err(Kind::Audit.fault("the step 'transplant' changed the number of functions"));
    }
    let mut equal = HashSet::new();
    let mut symbols = FunctionSymbols::new(after.root, after.scope);
    let mut snapshots = [Vec::new(), Vec::new()];
    for (number, (old, new)) in before.groups.iter().zip(&after.scope.functions).enumerate() {
        let group = after.facts.group(number);
        if equal.contains(&(*old, group)) {
            continue;
        }
        let (stated, found) = (before.expected(*old), FunctionSnapshot::of("", after.facts.of_group(group)));
        if stated == found {
            equal.insert((*old, group));
            continue;
        }
        let symbol = symbols.get(number);
        let declared = !snapshot::is_defined(*new);
        snapshots[0].push(FunctionSnapshot { symbol: symbol.clone(), declared, ..stated });
        snapshots[1].push(FunctionSnapshot { symbol, declared, ..found });
    }
    let [before, after] =
        snapshots.map(|functions| Snapshot { stage: Stage::Ir, target: Target::default(), functions });
    audit::check_equal(&before, &after, "transplant")
}

impl Stated {
    /// What the functions of a group must state.
    fn expected(&self, group: GroupId) -> FunctionSnapshot {
        let canonical = &self.canonical[group.index()];
        match &self.facts[group.index()] {
            None => canonical.clone(),
            Some(facts) => FunctionSnapshot { facts: facts.clone(), malformed: Vec::new(), ..canonical.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test")]

    use super::{check, read};
    use melior::Context;
    use melior::dialect::DialectRegistry;
    use melior::utility::register_all_dialects;
    use tileiras_mlir::analysis::SavedAnalyses;
    use tileiras_mlir::session::parse_module;
    use tileiras_nvvm::program_facts::Program;

    /// Compares what one module states in all carriers with what another states in canonical attributes.
    fn compare(before: &str, after: &str, on_conflict: &str) -> String {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        let [before, after] = [before, after].map(|function| {
            let text = format!("builtin.module attributes {{{function}");
            parse_module(&context, text.as_bytes(), "k.mlir").expect("it is valid")
        });
        let analyses = SavedAnalyses::new(before.as_operation());
        let stated = read(Program::saved(&analyses), on_conflict);
        let analyses = SavedAnalyses::new(after.as_operation());
        let result = check(&stated, Program::saved(&analyses));
        result.err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_all_carriers_state_is_what_the_canonical_attributes_state() {
        let legacy = "nvvm.annotations = [[@k, \"maxntidx\", 64 : i32]]} { llvm.func @k() attributes {nvvm.kernel} }";
        let canonical = "} { llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} }";
        assert_eq!(compare(legacy, canonical, ""), "");
        assert_eq!(compare(canonical, canonical, ""), "");
        let broken = "the step 'transplant' broke the launch contract\n  ";
        let lost = "LOST 'nvvm.maxntid' of 'k': expected 64, 1, 1, found nothing";
        assert_eq!(compare(legacy, legacy, ""), format!("{broken}{lost}"));
        let invented = "INVENTED 'nvvm.maxntid' of 'k': found 64, 1, 1, expected nothing";
        let none = "} { llvm.func @k() attributes {nvvm.kernel} }";
        assert_eq!(compare(none, canonical, ""), format!("{broken}{invented}"));
        // The policy decides which of two statements holds.
        let both = "nvvm.annotations = [[@k, \"maxntidx\", 32 : i32]]} { \
                    llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 1, 1>} }";
        assert_eq!(compare(both, canonical, "keep"), "");
        let lost = "LOST 'nvvm.maxntid' of 'k': expected 32, 1, 1, found 64, 1, 1";
        assert_eq!(compare(both, canonical, "last"), format!("{broken}{lost}"));
        // A function with the marker is not read again.
        let marked = "nvvm.annotations = [[@k, \"maxntidx\", 64 : i32]]} { \
                      llvm.func @k() attributes {nvvm.kernel, nvvm.annotations_transplanted} }";
        assert_eq!(compare(marked, marked, ""), "");
    }
}
