//! Where the kernels of an input are, for messages after the module is gone.

use std::collections::HashMap;
use std::iter;

use melior::Context;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, OperationRef};
use tileiras_finding::RuleId;
use tileiras_mlir::Diagnostic;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::function::symbol_name;
use tileiras_mlir::report::{Message, Place, ReportedDiagnostic, Severity};
use tileiras_nvvm::allow::allowed;
use tileiras_nvvm::program_facts::Program;

use crate::compile::snapshot::is_defined;
use crate::input::Input;

/// The kernels by their names, and where each is. Of a module with more kernels than messages are shown, only the first
/// have a place.
#[derive(Default)]
pub struct KernelPlaces(HashMap<Vec<u8>, KernelPlace>);

/// Where a kernel is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KernelPlace {
    /// The place, if it is known.
    pub place: Option<Place>,
    /// What a message is about: `'llvm.func' op`, or `kernel 'k':`.
    pub subject: String,
    /// The line of the source, if it is known.
    pub line: Option<String>,
    /// Whether messages name directives of PTX, and not attributes.
    pub is_ptx: bool,
    /// The rules that `tileiras.allow` of the kernel, or of what is around it, names.
    pub allowed: Vec<RuleId>,
}

impl KernelPlaces {
    /// The kernels of a program that have a body. The program must have no other diagnostics meanwhile.
    #[must_use]
    pub fn of_program(context: &Context, input: &Input, program: Program<'_, '_, '_>) -> Self {
        const MARK: &str = "is here";
        let collector = DiagnosticCollector::collect(context, &input.content, &input.name);
        let (mut names, mut suppressed) = (Vec::new(), Vec::new());
        for (number, function) in program.scope.functions.iter().enumerate() {
            if program.facts.of_group(program.facts.group(number)).is_kernel() && is_defined(*function) {
                names.push(symbol_name(function.operation()).unwrap_or_default().to_vec());
                suppressed.push(allowed_at(function.operation()));
                let _ = Diagnostic::on(function.operation()).warning(MARK).emit();
            }
        }
        let found = collector.diagnostics().into_iter().map(|diagnostic| diagnostic.message);
        // The last one can be a note that others are not shown.
        let found = found.filter(|message| message.severity == Severity::Warning);
        let place = |(Message { place, line, text, .. }, allowed): (Message, Vec<RuleId>)| {
            let subject = text.strip_suffix(MARK).unwrap_or_default().trim_end().to_owned();
            KernelPlace { place, subject, line, is_ptx: false, allowed }
        };
        Self::new(names.into_iter().zip(found.zip(suppressed).map(place)))
    }

    /// Kernels with their places.
    #[must_use]
    pub fn new(places: impl IntoIterator<Item = (Vec<u8>, KernelPlace)>) -> Self {
        Self(places.into_iter().collect())
    }

    /// The place of a kernel.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&KernelPlace> {
        self.0.get(name)
    }
}

/// The severity of a rule as that of a message.
pub const fn shown(severity: tileiras_finding::Severity) -> Severity {
    match severity {
        tileiras_finding::Severity::Error => Severity::Error,
        tileiras_finding::Severity::Warning => Severity::Warning,
        tileiras_finding::Severity::Remark => Severity::Remark,
    }
}

/// Where a program declares kernels that it does not define.
pub fn declared_kernels<'c>(program: Program<'_, 'c, '_>) -> HashMap<Vec<u8>, Location<'c>> {
    let functions = program.scope.functions.iter().enumerate();
    let is_kernel = |number| program.facts.of_group(program.facts.group(number)).is_kernel();
    let declared = functions.filter(|(number, function)| !is_defined(**function) && is_kernel(*number));
    let located = declared.filter_map(|(_, function)| {
        let op = function.operation();
        Some((symbol_name(op)?.to_vec(), op.location()))
    });
    located.collect()
}

/// The rules that an operation, and those around it, allow to be broken.
fn allowed_at(op: OperationRef<'_, '_>) -> Vec<RuleId> {
    let around = iter::successors(Some(op), |op| op.parent_operation());
    around.flat_map(allowed).flatten().filter_map(|name| name.parse().ok()).collect()
}

impl KernelPlace {
    /// A message at the kernel.
    #[must_use]
    pub fn diagnostic(&self, severity: Severity, rule: Option<RuleId>, text: &str) -> ReportedDiagnostic {
        let text = format!("{} {text}", self.subject);
        let code = rule.map(|rule| rule.name().to_owned());
        let (place, line) = (self.place.clone(), self.line.clone());
        ReportedDiagnostic::new(Message { severity, place, text, code, is_witness: false, line })
    }
}
