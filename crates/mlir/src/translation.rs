//! Translations to and from MLIR, registered for `mlir-translate` by name.
//!
//! Guarantees that a panic in a translation becomes a diagnostic, and that a failed translation writes no output.

use crate::context::ContextHandle;
use crate::diagnostic::{Diagnostic, limited};
use crate::failure::Failure;
use crate::guard::guard;
use crate::prepare::{self, Prepare};
use crate::registry::Registry;
use crate::text::{bytes, lossy, raw, raw_bytes};
use crate::tool_option::ToolOption;
use melior::Context;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, Module, OperationRef};
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{TileirasImported, TileirasTextSink, tileirasRegisterExport, tileirasRegisterImport};

/// The input of a translation to MLIR.
pub struct Source<'a> {
    /// The content.
    pub content: &'a [u8],
    /// The file name for locations; `<stdin>` for standard input.
    pub name: &'a str,
}

/// A translation to MLIR.
pub trait Import: 'static {
    /// The command-line argument.
    const ARGUMENT: &'static str;
    /// One line for `--help`.
    const SUMMARY: &'static str;

    /// Adds the dialects of the operations that the translation creates.
    fn dialects(registry: Registry<'_>);

    /// The tool options that the translation reads.
    fn options() -> &'static [&'static ToolOption] {
        &[]
    }

    /// Translates the input to a module.
    ///
    /// # Errors
    /// [`Failure`] after an error diagnostic.
    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure>;
}

/// The result of an import.
pub struct Imported<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Whether attributes or types in it may be printed under an alias.
    ///
    /// If this is false, the printer does not search for aliases, which saves a large part of its time. Where it is
    /// wrongly false, the attributes are printed in full.
    pub has_aliases: bool,
}

/// A translation from MLIR.
pub trait Export: 'static {
    /// The command-line argument.
    const ARGUMENT: &'static str;
    /// One line for `--help`.
    const SUMMARY: &'static str;

    /// Adds the dialects that the input may use.
    fn dialects(registry: Registry<'_>);

    /// The tool options that the translation reads.
    fn options() -> &'static [&'static ToolOption] {
        &[]
    }

    /// Translates `root` and returns the output. May change `root`, which is not used afterwards.
    ///
    /// # Errors
    /// [`Failure`] after an error diagnostic.
    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure>;
}

/// Registers a translation from MLIR, with its options. The step sees its input before MLIR does.
pub fn register_export<E: Export, P: Prepare>() {
    E::options().iter().for_each(|option| option.register());
    // SAFETY: the strings live as long as the process.
    unsafe {
        let (name, summary) = (raw(E::ARGUMENT), raw(E::SUMMARY));
        tileirasRegisterExport(name, summary, export::<E>, export_dialects::<E>, prepare::prepare::<P>);
    }
}

unsafe extern "C" fn export_dialects<E: Export>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // After a panic the parser reports the missing dialects. No diagnostic can be emitted here: there is no context.
    let _ = guard(|| E::dialects(registry));
}

unsafe extern "C" fn export<E: Export>(op: MlirOperation, output: TileirasTextSink, sink: *mut c_void) -> bool {
    // SAFETY: the shim keeps the operation alive during this call.
    let root = unsafe { OperationRef::from_raw(op) };
    match limited(root.location(), || guard(|| E::export(root))) {
        Ok(Ok(text)) => {
            // SAFETY: `output` and `sink` belong together, and the shim copies the text.
            unsafe { output(raw_bytes(&text), sink) };
            true
        }
        Ok(Err(Failure)) => false,
        Err(panic) => {
            let _: Failure = Diagnostic::error(root.location(), panic.to_string()).emit();
            false
        }
    }
}

/// Registers a translation to MLIR, with its options.
pub fn register<I: Import>() {
    I::options().iter().for_each(|option| option.register());
    // SAFETY: the strings live as long as the process.
    unsafe { tileirasRegisterImport(raw(I::ARGUMENT), raw(I::SUMMARY), import::<I>, dialects::<I>) }
}

unsafe extern "C" fn dialects<I: Import>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // After a panic the import fails with a diagnostic. None can be emitted here, as there is no context.
    let _ = guard(|| I::dialects(registry));
}

unsafe extern "C" fn import<I: Import>(
    buffer: MlirStringRef,
    name: MlirStringRef,
    context: MlirContext,
) -> TileirasImported {
    let failed = TileirasImported { op: MlirOperation { ptr: std::ptr::null_mut() }, has_aliases: false };
    // SAFETY: the shim keeps buffer, name and context alive during this call.
    let (content, name, context) = unsafe { (bytes(buffer), lossy(bytes(name)), ContextHandle::from_raw(context)) };
    let source = Source { content, name: &name };
    match limited(Location::new(&context, &name, 0, 0), || guard(|| I::import(&source, &context))) {
        Ok(Ok(Imported { module, has_aliases })) => {
            let op = module.as_operation().to_raw();
            std::mem::forget(module);
            TileirasImported { op, has_aliases }
        }
        Ok(Err(Failure)) => failed,
        Err(panic) => {
            let _: Failure = Diagnostic::error(Location::new(&context, &name, 0, 0), panic.to_string()).emit();
            failed
        }
    }
}
