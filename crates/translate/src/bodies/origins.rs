//! Operations, and their numbers.

use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, OperationRef};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::iter;
use tileiras_finding::RuleSet;
use tileiras_mlir::attribute::{Array, parse_in_context_of};
use tileiras_mlir::backend::BackendOutput;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::LLVMModule;
use tileiras_mlir::text::lossy;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, location, operation};
use tileiras_nvvm::allow::allowed;

use super::lines::FILE;
use crate::backend::{LlvmMessage, cannot_be_compiled};

/// The operations of device code by their numbers.
pub struct Origins<'c> {
    origins: Vec<Origin<'c>>,
    functions: FxHashMap<Vec<u8>, usize>,
    /// The rules that are allowed around all of them.
    around: RuleSet,
    /// The numbers of the operations that call an intrinsic.
    calls: FxHashMap<Vec<u8>, Vec<usize>>,
}

/// An operation, for messages. It may be gone.
pub(super) struct Origin<'c> {
    /// Its location, or that of the nearest operation around it.
    pub location: Location<'c>,
    /// That of its debug information, if it is another one.
    pub source: Option<Location<'c>>,
    /// The start of a message: `'nvvm.barrier' op`.
    pub prefix: String,
    /// The number of its function.
    pub function: usize,
    /// The rules that `tileiras.allow` names, at a function or around it.
    pub allowed: RuleSet,
}

impl Default for Origins<'_> {
    fn default() -> Self {
        Self {
            origins: Vec::new(),
            functions: FxHashMap::default(),
            around: RuleSet::none(),
            calls: FxHashMap::default(),
        }
    }
}

impl<'c> Origins<'c> {
    /// For a copy of an operation: rules that are allowed around that, too.
    #[must_use]
    pub fn of_copy(original: OperationRef<'_, '_>) -> Self {
        let mut around = RuleSet::none();
        allow(original.parent_operation(), &mut around);
        Self { around, ..Self::default() }
    }

    /// States which numbered operations call which intrinsics, in LLVM IR that was made of them.
    pub fn set_calls(&mut self, module: &LLVMModule<'_>) {
        for (name, number) in module.intrinsic_calls() {
            let numbers = self.calls.entry(name).or_default();
            if !numbers.contains(&(number as usize)) {
                numbers.push(number as usize);
            }
        }
    }

    /// Reports what LLVM cannot select for a chip, at each operation that needs it. Returns `None` if these
    /// are unknown.
    pub fn report_unselected(&self, output: &BackendOutput, chip: &str) -> Option<Failure> {
        let mut failure = None;
        for text in &output.errors {
            let (_, message) = output.split(text);
            let read = LlvmMessage::read(message);
            let numbers = match read {
                LlvmMessage::UnselectedIntrinsic(name) => self.calls_of(name),
                LlvmMessage::UnselectedNode(_) | LlvmMessage::Other(_) => number_in(message).into_iter().collect(),
            };
            for origin in numbers.into_iter().filter_map(|number| self.get(number)) {
                let text = format!("{} {}", origin.prefix, cannot_be_compiled(&read.reason(), chip));
                let mut error = Diagnostic::error(origin.location, text);
                if let Some(source) = origin.source {
                    error = error.note(source, "the source is here");
                }
                failure = Some(error.emit());
            }
        }
        failure
    }

    /// The numbers of the operations that call an intrinsic. A message can lack the types at the end of its name.
    fn calls_of(&self, name: &str) -> Vec<usize> {
        let is_meant = |called: &[u8]| {
            let rest = called.strip_prefix(name.as_bytes());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
        };
        let calls = self.calls.iter().filter(|(called, _)| is_meant(called));
        let mut numbers: Vec<usize> = calls.flat_map(|(_, numbers)| numbers).copied().collect();
        numbers.sort_unstable();
        numbers
    }

    /// The location and the start of a message of the operation of which a message has the position `line` in `file`.
    #[must_use]
    pub fn find(&self, file: &str, line: u64) -> Option<(Location<'c>, &str)> {
        let origin = self.get(usize::try_from(line).ok().filter(|_| file == FILE)?)?;
        Some((origin.location, &origin.prefix))
    }

    /// Numbers the operations of device code. Their locations become their numbers, and all debug information of the
    /// code is removed.
    pub fn add(&mut self, device: OperationRef<'c, '_>) {
        for op in operation::child_operations(device) {
            operation::remove_attribute(op, "dbg_exprs");
            if Function::new(op).is_some() {
                self.add_function(op);
            }
        }
    }

    /// Gives the functions of numbered code that has been lowered to the LLVM dialect the debug information which
    /// brings the numbers to the PTX. It is added after the lowering, as passes make several functions of one, such as
    /// the C interface of a `func.func`, and LLVM wants other debug information for each.
    pub fn add_debug_information(device: OperationRef<'_, '_>) {
        let functions = operation::child_operations(device).filter_map(Function::new);
        let numbered = functions.filter(|function| function.has_body()).filter_map(|function| {
            let position = location::file_position(function.operation().location())?;
            (position.file == FILE).then_some((function.operation(), position.line))
        });
        let numbered: Vec<_> = numbered.collect();
        let numbers: Vec<_> = numbered.iter().map(|(_, number)| *number).collect();
        let scopes = parse_in_context_of(device, &scopes(&numbers)).and_then(Array::new);
        for ((op, _), scope) in numbered.into_iter().zip(scopes.into_iter().flat_map(|scopes| scopes.iter())) {
            location::set(op, location::with_metadata(op.location(), scope));
        }
    }

    /// Numbers a function and its operations.
    fn add_function(&mut self, function: OperationRef<'c, '_>) {
        let context = ContextHandle::of(function);
        let mut allowed = self.around;
        allow(Some(function), &mut allowed);
        let whole = operation::known_location(function);
        let (mut operations, mut debug_information) = (Vec::new(), Vec::new());
        operation::walk(function, |op| {
            let is_debug = operation::name(op).starts_with(b"llvm.intr.dbg.");
            if is_debug { debug_information.push(op) } else { operations.push((op, operation::known_location(op))) }
        });
        debug_information.into_iter().for_each(operation::erase);
        let of_function = self.origins.len() + 1;
        for (op, known) in operations {
            let (location, source) = match location::parts_with_source(known) {
                Some((position, source)) => (position.unwrap_or(whole), Some(source)),
                None => (known, None),
            };
            self.origins.push(Origin {
                location,
                source,
                prefix: operation::diagnostic_prefix(op),
                function: of_function,
                allowed,
            });
            location::set(op, location::in_file(context, FILE, self.origins.len(), 1));
            // Those of debug information are in another function than the numbers.
            location::set_of_arguments(op, location::unknown(context));
        }
        self.functions.insert(symbol_name(function).unwrap_or_default().to_vec(), of_function);
    }

    /// The operation of that number.
    pub(super) fn get(&self, number: usize) -> Option<&Origin<'c>> {
        self.origins.get(number.checked_sub(1)?)
    }

    /// The name of the function of that number, for messages.
    pub(super) fn name(&self, function: usize) -> Cow<'_, str> {
        let found = self.functions.iter().find(|(_, number)| **number == function);
        found.map(|(name, _)| lossy(name)).unwrap_or_default()
    }

    /// The number of the function of that name.
    pub(super) fn function(&self, name: &str) -> Option<usize> {
        self.functions.get(name.as_bytes()).copied()
    }
}

/// Adds the rules that an operation, and those around it, allow to be broken.
fn allow(op: Option<OperationRef<'_, '_>>, rules: &mut RuleSet) {
    let around = iter::successors(op, |op| op.parent_operation());
    let names = around.flat_map(allowed).flatten();
    names.filter_map(|name| name.parse().ok()).for_each(|rule| rules.enable(rule));
}

/// The text of an array with the debug information of each function, which has its number as its line. All are of
/// one compile unit: the text is parsed at once.
fn scopes(numbers: &[u32]) -> String {
    let file = format!("#llvm.di_file<\"{FILE}\" in \"\">");
    let unit = format!(
        "#llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = {file}, producer = \"tileiras\", \
         isOptimized = true, emissionKind = DebugDirectivesOnly>"
    );
    let scope = |(index, number): (usize, &u32)| {
        format!(
            "#llvm.di_subprogram<id = distinct[{}]<>, compileUnit = {unit}, scope = {file}, name = \"{number}\", \
             file = {file}, line = {number}, scopeLine = {number}, subprogramFlags = Definition, type = \
             #llvm.di_subroutine_type<>>",
            index + 1
        )
    };
    format!("[{}]", numbers.iter().enumerate().map(scope).collect::<Vec<_>>().join(", "))
}

/// The number of the operation whose position a message of LLVM has: `operations:3:1`.
fn number_in(message: &str) -> Option<usize> {
    let (_, rest) = message.split_once(&format!("{FILE}:"))?;
    rest.split(':').next()?.parse().ok()
}
