//! Violations of rules, and what collects them.

use std::collections::HashSet;
use std::hash::Hash;
use std::mem;

use crate::fix::Fix;
use crate::id::RuleId;
use crate::severity::{Certainty, Severity};

/// One violation of one rule. `I` identifies an instruction, or a class of them.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Violation<I> {
    /// The rule.
    pub rule: RuleId,
    /// What is wrong, without the operation in front and the identifier of the rule at the end.
    pub message: String,
    /// The instruction that violates the rule. If there is none, the subject itself does: a function or a launch.
    pub instruction: Option<I>,
    /// The instruction that is the cause, for a note: of a violation by the subject itself, or the other access of a
    /// data race.
    pub cause: Option<I>,
    /// A change of the attributes of the function after which the rule holds.
    pub fix: Option<Fix>,
    /// How much is known of it.
    pub certainty: Certainty,
}

impl<I> Violation<I> {
    /// A violation by the subject itself.
    pub fn new(rule: RuleId, message: impl Into<String>) -> Self {
        Violation {
            rule,
            message: message.into(),
            instruction: None,
            cause: None,
            fix: None,
            certainty: Certainty::Certain,
        }
    }

    /// The severity of the rule, or a warning if there is only a witness.
    pub fn severity(&self) -> Severity {
        self.certainty.severity(self.rule.severity())
    }

    /// The same violation with other identifiers of instructions; without one that `find` does not find.
    pub fn map<J>(self, find: impl Fn(I) -> Option<J>) -> Violation<J> {
        let Violation { rule, message, instruction, cause, fix, certainty } = self;
        let (instruction, cause) = (instruction.and_then(&find), cause.and_then(&find));
        Violation { rule, message, instruction, cause, fix, certainty }
    }
}

/// Collects violations.
#[derive(Debug)]
pub struct Sink<I> {
    /// The rule that is being checked.
    rule: RuleId,
    /// What is reported at instructions for this rule. A loop that is peeled has two copies of an instruction.
    seen: HashSet<(I, String)>,
    violations: Vec<Violation<I>>,
}

impl<I> Default for Sink<I> {
    fn default() -> Self {
        Sink { rule: RuleId::ALL[0], seen: HashSet::new(), violations: Vec::new() }
    }
}

impl<I: Copy + Eq + Hash> Sink<I> {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the rule that is checked next: what is reported from now on violates it.
    pub fn begin(&mut self, rule: RuleId) {
        self.rule = rule;
        self.seen.clear();
    }

    /// Reports a violation of the rule that is being checked.
    pub fn report(&mut self, message: impl Into<String>) {
        self.add(Violation::new(self.rule, message));
    }

    /// Reports a violation by an instruction.
    pub fn report_at(&mut self, instruction: I, message: impl Into<String>) {
        self.add(Violation { instruction: Some(instruction), ..Violation::new(self.rule, message) });
    }

    /// Reports a violation by an instruction, with how much is known of it, and another instruction that is a part of
    /// it.
    pub fn report_at_with(
        &mut self,
        instruction: I,
        (certainty, cause): (Certainty, Option<I>),
        message: impl Into<String>,
    ) {
        let violation = Violation::new(self.rule, message);
        self.add(Violation { instruction: Some(instruction), cause, certainty, ..violation });
    }

    /// Reports a violation by the function, with the instruction that is the cause.
    pub fn report_with_cause(&mut self, cause: I, message: impl Into<String>) {
        self.add(Violation { cause: Some(cause), ..Violation::new(self.rule, message) });
    }

    /// Reports a violation by the function, with a fix if there is one.
    pub fn report_with_fix(&mut self, fix: impl Into<Option<Fix>>, message: impl Into<String>) {
        self.add(Violation { fix: fix.into(), ..Violation::new(self.rule, message) });
    }

    fn add(&mut self, violation: Violation<I>) {
        if violation.instruction.is_none_or(|instruction| self.seen.insert((instruction, violation.message.clone()))) {
            self.violations.push(violation);
        }
    }

    /// The violations, in the order in which the rules were checked.
    pub fn violations(&self) -> &[Violation<I>] {
        &self.violations
    }

    /// Keeps some of the violations, and changes them, from a number of them on.
    pub fn retain_from(&mut self, before: usize, mut keeps: impl FnMut(&mut Violation<I>) -> bool) {
        let mut number = 0;
        self.violations.retain_mut(|violation| {
            number += 1;
            number <= before || keeps(violation)
        });
    }

    /// Removes and returns the violations.
    pub fn take(&mut self) -> Vec<Violation<I>> {
        mem::take(&mut self.violations)
    }
}
