//! Reads inputs into MLIR, each in a context of its own.

use std::borrow::Cow;
use std::mem::ManuallyDrop;

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use melior::ir::operation::OperationLike as _;
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::guard::guard;
use tileiras_mlir::prepare::Contexts;
use tileiras_mlir::recovery::{ProcessState, process_state};
use tileiras_mlir::report::ReportedDiagnostic;
use tileiras_mlir::session::{ParseError, parse_module};
use tileiras_mlir::translation::{Imported, Source};
use tileiras_mlir::{Diagnostic, Failure};
use tileiras_translate::import::numbered::import_with_positions;
use tileiras_translate::import::positions::LineCounter;
use tileiras_translate::import::{Library, import_device_code, import_library};
use tileiras_translate::mlir_text;

use crate::input::{Format, Input};
use crate::messages::fault::{Fault, Kind};
use crate::worker::{self, enter};

/// Calls `work` with a new context. Returns the diagnostics and the result; a panic becomes a fault of kind
/// [`Kind::Internal`]. A context is not destroyed after MLIR or LLVM crashed.
pub fn with_context<T>(
    input: &Input,
    registry: &DialectRegistry,
    work: impl FnOnce(&Context) -> Result<T, Fault>,
) -> (Vec<ReportedDiagnostic>, Result<T, Fault>) {
    let context = ManuallyDrop::new(Context::new_with_registry(registry, false));
    // Host code may have operations of any dialect. `device::check_operations` checks the code that is compiled.
    context.set_allow_unregistered_dialects(true);
    let diagnostics = ManuallyDrop::new(DiagnosticCollector::collect(&context, &input.content, &input.name));
    let result = guard(|| work(&context)).unwrap_or_else(|panic| Err(Kind::Internal.fault(panic.to_string())));
    // Some readers and passes of MLIR fail without a diagnostic.
    let result = result.map_err(|fault| match fault.message {
        None if !diagnostics.has_error() => {
            fault.kind.fault(format!("the step '{}' failed without a message", worker::step()))
        }
        // The bytecode reader has locations in the text of an attribute.
        None if input.is_bytecode() && !diagnostics.text().contains(&input.name) => {
            fault.kind.fault(format!("the step '{}' failed", worker::step()))
        }
        _ => fault,
    });
    let reported = diagnostics.diagnostics();
    if process_state() == ProcessState::Sound {
        drop(ManuallyDrop::into_inner(diagnostics));
        drop(ManuallyDrop::into_inner(context));
    }
    (reported, result)
}

/// Reads a module of MLIR or LLVM IR.
///
/// # Errors
/// After a diagnostic, or if the input has another format.
pub fn read<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Fault> {
    let source = Source { content: &input.content, name: &input.name };
    enter("import", Kind::Input);
    match input.format {
        Format::Mlir => {
            let text = prepare(context, input)?;
            parse_module(context, &text, &input.name).map_err(|unread| match unread {
                ParseError::Reported(_) => Kind::Input.already_reported(),
                ParseError::Crashed(words) => {
                    worker::end_without_memory();
                    let words = if words.is_empty() { words } else { format!(": {words}") };
                    Kind::Input.fault(format!("invalid MLIR: MLIR's reader crashed on it{words}"))
                }
            })
        }
        Format::Llvm => verified(import_device_code(&source, context)),
        Format::Ptx | Format::Elf | Format::Fatbin | Format::Foreign(_) => {
            Err(Kind::Input.fault(format!("must be MLIR, LLVM IR or PTX, and is {}", input.format)))
        }
    }
}

/// Reads a module as [`read`] does. Instructions of LLVM IR have their positions in the text.
///
/// # Errors
/// As [`read`].
pub fn read_with_positions<'c>(context: &'c Context, input: &Input) -> Result<Module<'c>, Fault> {
    if input.format != Format::Llvm {
        return read(context, input);
    }
    enter("import", Kind::Input);
    let source = Source { content: &input.content, name: &input.name };
    verified(import_with_positions(&source, context))
}

/// MLIR's importer does not verify the module.
fn verified(imported: Result<Imported<'_>, Failure>) -> Result<Module<'_>, Fault> {
    let module = imported.ok().map(|imported| imported.module);
    module.filter(|module| module.as_operation().verify()).ok_or_else(|| Kind::Input.already_reported())
}

/// The text that MLIR reads of an input.
///
/// # Errors
/// After a diagnostic for each attribute that MLIR's parser would drop, and for each launch that contradicts itself.
pub fn prepare<'i>(context: &Context, input: &'i Input) -> Result<Cow<'i, [u8]>, Fault> {
    mlir_text::prepare(&input.content, &Contexts::of(context)).map_err(|faults| {
        let mut lines = LineCounter::of(&input.content);
        for fault in faults {
            let location = lines.find(fault.position).in_file(context, &input.name);
            let _ = Diagnostic::error(location, fault.message).emit();
        }
        Kind::Input.already_reported()
    })
}

/// Reads a library.
///
/// # Errors
/// After a diagnostic.
pub fn read_library<'c>(context: &'c Context, input: &Input) -> Result<Library<'c>, Fault> {
    let source = Source { content: &input.content, name: &input.name };
    match import_library(&source, context) {
        // MLIR's importer does not verify the module.
        Ok(Library::WithFacts(imported)) if !imported.module.as_operation().verify() => {
            Err(Kind::Input.already_reported())
        }
        read => read.map_err(|_| Kind::Input.already_reported()),
    }
}
