//! Reports violations as diagnostics, and counts them.

use melior::ir::OperationRef;
use tileiras_contract::{Need, Violation};
use tileiras_finding::{Certainty, Fix, Levels, RuleId, Severity};
use tileiras_mlir::{Coded, Failure, operation};
use tileiras_translate::severity::diagnostic;

use super::allowed::Allowed;

/// Reports violations.
pub(super) struct ViolationReporter<'p> {
    levels: &'p Levels,
    /// What is not reported.
    pub allowed: Allowed,
    /// The number of violations.
    pub found: usize,
    /// An error if a violation was one.
    pub result: Result<(), Failure>,
}

/// Another operation that a violation is about, with the text of the note.
type Note<'c, 'a> = (OperationRef<'c, 'a>, &'static str);

impl<'p> ViolationReporter<'p> {
    pub fn new(levels: &'p Levels, allowed: Allowed) -> Self {
        Self { levels, allowed, found: 0, result: Ok(()) }
    }

    /// Reports a violation by a function, with a note at the instruction that is the cause.
    pub fn function<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        violation: Violation,
        cause: impl Fn(Need) -> Option<OperationRef<'c, 'a>>,
    ) {
        let cause = violation.cause.and_then(cause).map(|cause| (cause, "the instruction is here"));
        self.violations(op, cause, violation.rule, violation.fix, vec![violation.message]);
    }

    /// Reports a violation at a launch, with a note at its kernel if that is an operation. There is no note at a
    /// `gpu.binary`: the line under it would be as long as the code.
    pub fn launch(&mut self, launch: OperationRef<'_, '_>, kernel: Option<OperationRef<'_, '_>>, violation: Violation) {
        let note = kernel.map(|kernel| (kernel, "the kernel is here"));
        self.violations(launch, note, violation.rule, None, vec![violation.message]);
    }

    /// Reports violations of a rule that this pass checks itself, if it is enabled.
    pub fn at(&mut self, op: OperationRef<'_, '_>, id: RuleId, messages: Vec<String>) {
        if self.levels.enabled().contains(id) && !messages.is_empty() {
            self.violations(op, None, id, None, messages);
        }
    }

    /// Reports violations of one rule at one operation, as one diagnostic. The fix, a change of the attributes of the
    /// operation, is attached to it.
    fn violations(
        &mut self,
        op: OperationRef<'_, '_>,
        note: Option<Note<'_, '_>>,
        id: RuleId,
        fix: Option<Fix>,
        messages: Vec<String>,
    ) {
        if self.allowed.suppresses(op, id) {
            return;
        }
        self.found += messages.len();
        let prefix = operation::diagnostic_prefix(op);
        let mut messages = messages.into_iter().map(|message| format!("{prefix} {message}"));
        let Some(first) = messages.next() else { return };
        let others = messages.map(|text| Coded { text, code: Some(id.name()) });
        let severity = self.levels.severity(id, Certainty::Certain);
        let location = operation::known_location(op);
        let mut diagnostic = diagnostic(severity, location, first).and(others).with_code(id.name());
        if let Some(fix) = fix {
            diagnostic = diagnostic.with_data(fix);
        }
        let note = note.map(|(other, text)| (operation::known_location(other), text));
        if let Some((other, text)) = note.filter(|(other, _)| *other != location) {
            diagnostic = diagnostic.note(other, text);
        }
        let failure = diagnostic.emit();
        if severity == Severity::Error {
            self.result = Err(failure);
        }
    }
}
