//! The rules that `tileiras.allow` suppresses, and which of them had a violation.

use std::iter;

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::FxHashMap;
use tileiras_finding::{Group, Levels, RuleId, RuleSet};
use tileiras_mlir::operation;
use tileiras_nvvm::allow::{ALLOW, allowed};
use tileiras_nvvm::scope::Scope;
use tileiras_target::Target;

/// The suppressions of a program.
#[derive(Default)]
pub(super) struct Allowed {
    /// By the key of the function or the module that states them.
    by_op: FxHashMap<usize, Entry>,
}

struct Entry {
    allowed: RuleSet,
    /// Those that had a violation.
    used: RuleSet,
}

/// A function or a module, and what is wrong with its attribute.
pub(super) type Fault<'c, 'a> = (OperationRef<'c, 'a>, Vec<String>);

impl Entry {
    const NONE: Self = Self { allowed: RuleSet::none(), used: RuleSet::none() };
}

impl Allowed {
    /// Reads the suppressions in a scope and around it. Returns the names that are no rules as well.
    pub fn read<'c, 'a>(scope: &Scope<'c, 'a>, root: OperationRef<'c, 'a>) -> (Self, Vec<Fault<'c, 'a>>) {
        let around = iter::successors(root.parent_operation(), |op| op.parent_operation());
        let functions = scope.functions.iter().map(|function| function.operation());
        let mut suppressions = Self::default();
        let mut faults = Vec::new();
        for op in scope.modules.iter().copied().chain(functions).chain(around) {
            let names = allowed(op);
            if names.is_empty() {
                continue;
            }
            let entry = suppressions.by_op.entry(operation::key(op)).or_insert(Entry::NONE);
            let mut unknown = Vec::new();
            for name in names {
                match name.as_deref().map(str::parse::<RuleId>) {
                    Some(Ok(id)) => entry.allowed.enable(id),
                    Some(Err(error)) => {
                        let nearest = error.suggestion.map(|id| format!(", did you mean '{id}'?")).unwrap_or_default();
                        unknown.push(format!("'{ALLOW}' names '{}', which is no rule{nearest}", error.found));
                    }
                    None => unknown.push(format!("'{ALLOW}' must be a list of names of rules")),
                }
            }
            if !unknown.is_empty() {
                faults.push((op, unknown));
            }
        }
        (suppressions, faults)
    }

    /// Whether a violation at an operation is suppressed. The innermost suppression counts as used.
    pub fn suppresses(&mut self, op: OperationRef<'_, '_>, id: RuleId) -> bool {
        if self.by_op.is_empty() {
            return false;
        }
        let around = iter::successors(Some(op), |op| op.parent_operation());
        for key in around.map(operation::key) {
            if let Some(entry) = self.by_op.get_mut(&key).filter(|entry| entry.allowed.contains(id)) {
                entry.used.enable(id);
                return true;
            }
        }
        false
    }

    /// What to say of each rule that an operation suppresses without need.
    pub fn unused(&self, op: OperationRef<'_, '_>, levels: &Levels, targets: &[Target]) -> Vec<String> {
        let Some(entry) = self.by_op.get(&operation::key(op)) else { return Vec::new() };
        let unused = entry.allowed.iter().filter(|rule| !entry.used.contains(*rule));
        let unused = unused.filter(|rule| levels.enabled().contains(*rule) && is_decided(*rule, targets));
        unused.map(|rule| format!("'{ALLOW}' names '{rule}', which has no violation here")).collect()
    }
}

/// Whether a rule without a violation is known to have none: the targets are known, and no pass before this one repairs
/// violations of the rule.
fn is_decided(rule: RuleId, targets: &[Target]) -> bool {
    let is_known = |target: &Target| target.chip.is_some() && target.ptx.is_some();
    match rule.group() {
        Group::Shape => !matches!(rule, RuleId::LegacyFactRemains | RuleId::AllowUnused),
        // What ptxas makes of a kernel is not known yet, and others check how it is executed.
        Group::Assembler | Group::Resources | Group::Isa => false,
        Group::Limits | Group::Launch | Group::Body => targets.iter().all(is_known),
    }
}
