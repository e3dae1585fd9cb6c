//! Reports violations as diagnostics, and counts them.

use melior::ir::OperationRef;
use rustc_hash::FxHashSet;
use tileiras_finding::{Fix, Levels, RuleId, Severity, Violation};
use tileiras_kernel::InstId;
use tileiras_mlir::{Coded, Diagnostic, Failure, operation};
use tileiras_nvvm::body::Bodies;

use super::allowed::Allowed;

/// Reports violations.
pub(super) struct Reporter<'p> {
    levels: &'p Levels,
    /// What is not reported.
    pub allowed: Allowed,
    /// The number of violations.
    pub found: usize,
    /// An error if a violation was one.
    pub result: Result<(), Failure>,
    /// What is reported at instructions. Several kernels can call the function of one.
    seen: FxHashSet<(RuleId, InstId, String)>,
}

/// Another operation that a violation is about, with the text of the note.
type Note<'c, 'a> = (OperationRef<'c, 'a>, &'static str);

impl<'p> Reporter<'p> {
    pub fn new(levels: &'p Levels, allowed: Allowed) -> Self {
        Self { levels, allowed, found: 0, result: Ok(()), seen: FxHashSet::default() }
    }

    /// Reports a violation in a function: at the function with a note at the instruction, or at the instruction with a
    /// note at the function.
    pub fn function<'c, 'a>(
        &mut self,
        op: OperationRef<'c, 'a>,
        is_kernel: bool,
        bodies: &Bodies<'c, 'a>,
        violation: Violation<InstId>,
    ) {
        if let Some(instruction) = violation.instruction
            && !self.seen.insert((violation.rule, instruction, violation.message.clone()))
        {
            return;
        }
        let operation = |id: Option<InstId>| id.and_then(|id| bodies.operation(id));
        let whole = if is_kernel { "the kernel is here" } else { "the function is here" };
        let (at, note) = match (operation(violation.instruction), operation(violation.cause)) {
            (Some(instruction), _) => (instruction, Some((op, whole))),
            (None, cause) => (op, cause.map(|cause| (cause, "the instruction is here"))),
        };
        self.violations(at, note, violation.rule, violation.fix, vec![violation.message]);
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
        let severity = self.levels.severity(id);
        let diagnostic = match severity {
            Severity::Error => Diagnostic::error,
            Severity::Warning => Diagnostic::warning,
            Severity::Remark => Diagnostic::remark,
        };
        let location = operation::known_location(op);
        let mut diagnostic = diagnostic(location, first).and(others).with_code(id.name());
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
