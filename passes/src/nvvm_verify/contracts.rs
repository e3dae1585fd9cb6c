//! The facts that the rules check: those of each group of functions, with the kernels that tuples state.

use std::borrow::Cow;

use tileiras_contract::read::{Claim, read_claim};
use tileiras_contract::{Carrier, Fact, FactValue, FunctionFacts};
use tileiras_kernel::Entry;
use tileiras_nvvm::program_facts::{GroupId, ProgramFacts};

/// The facts of the functions of a program, as the rules check them.
pub(super) struct Contracts<'r, 'c, 'a> {
    facts: &'r ProgramFacts<'c, 'a>,
    /// The facts of each group.
    groups: Vec<Cow<'r, FunctionFacts<'c>>>,
}

impl<'r, 'c, 'a> Contracts<'r, 'c, 'a> {
    pub fn new(facts: &'r ProgramFacts<'c, 'a>) -> Self {
        let groups = facts.groups().map(|group| with_stated_kernel(Cow::Borrowed(group))).collect();
        Self { facts, groups }
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
        with_stated_kernel(self.facts.of_function(function))
    }

    /// How each function is entered from outside.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let entries: Vec<Entry> = self.groups.iter().map(|group| group.entry()).collect();
        self.facts.function_groups().map(move |group| entries[group.index()])
    }
}

/// Adds the fact *kernel* if a tuple states it: the function is a kernel after transplant, and is checked as one.
fn with_stated_kernel<'r, 'c>(mut facts: Cow<'r, FunctionFacts<'c>>) -> Cow<'r, FunctionFacts<'c>> {
    let is_stated = facts.statements.iter().any(|statement| {
        statement.spelling.fact == Fact::Kernel
            && matches!(statement.carrier, Carrier::Tuple(_))
            && read_claim(statement) == Ok(Claim::Whole(FactValue::Unit))
    });
    if is_stated && !facts.is_kernel() {
        facts.to_mut().facts.insert(Fact::Kernel, FactValue::Unit);
    }
    facts
}
