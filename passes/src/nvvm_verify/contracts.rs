//! The facts that the rules check: those of each group of functions, with the kernels that legacy carriers state.

use std::borrow::Cow;

use tileiras_contract::read::{Claim, accept_upstream_forms, read_claim};
use tileiras_contract::{Carrier, Fact, FactValue, FunctionFacts, StatedFact};
use tileiras_nvvm::program_facts::{GroupId, ProgramFacts};

/// The forms of facts that are no faults.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) enum Form {
    /// The canonical one, and those that upstream MLIR writes.
    Any,
    /// The canonical one.
    Canonical,
}

/// The facts of the functions of a program, as the rules check them.
pub(super) struct Contracts<'r, 'c, 'a> {
    facts: &'r ProgramFacts<'c, 'a>,
    form: Form,
    /// The facts of each group.
    groups: Vec<Cow<'r, FunctionFacts<'c>>>,
}

impl<'r, 'c, 'a> Contracts<'r, 'c, 'a> {
    pub fn new(facts: &'r ProgramFacts<'c, 'a>, form: Form) -> Self {
        let groups = facts.groups().map(|group| as_checked(Cow::Borrowed(group), form)).collect();
        Self { facts, form, groups }
    }

    /// The group of a function.
    pub fn group(&self, function: usize) -> GroupId {
        self.facts.group(function)
    }

    /// The facts of a group.
    pub fn of_group(&self, group: GroupId) -> &FunctionFacts<'c> {
        &self.groups[group.index()]
    }

    /// The facts of a function, each statement with its own tuple.
    pub fn of_function(&self, function: usize) -> Cow<'_, FunctionFacts<'c>> {
        as_checked(self.facts.of_function(function), self.form)
    }
}

/// The facts of a function, as the rules check them.
fn as_checked<'r, 'c>(facts: Cow<'r, FunctionFacts<'c>>, form: Form) -> Cow<'r, FunctionFacts<'c>> {
    let mut facts = with_stated_kernel(facts);
    if form == Form::Any {
        accept_upstream_forms(&mut facts);
    }
    facts
}

/// Adds the fact *kernel* if a tuple or an entry of `passthrough` states it: the function is a kernel after transplant,
/// and is checked as one.
fn with_stated_kernel<'r, 'c>(mut facts: Cow<'r, FunctionFacts<'c>>) -> Cow<'r, FunctionFacts<'c>> {
    let is_stated = facts.statements.iter().any(|statement| {
        statement.spelling.fact == Fact::Kernel
            && matches!(statement.carrier, Carrier::Tuple(_) | Carrier::Passthrough)
            && read_claim(statement) == Ok(Claim::Whole(FactValue::Unit))
    });
    if is_stated && !facts.is_kernel() {
        facts.to_mut().facts.insert(StatedFact::Kernel);
    }
    facts
}
