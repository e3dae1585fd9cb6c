//! Translations to and from MLIR that `mlir-translate` knows by name.
//!
//! Guarantees that a panic in one becomes a diagnostic, and that nothing is written of a translation that failed.

use crate::diagnostic::{Diagnostic, Failure};
use crate::guard::guard;
use crate::registry::Registry;
use crate::text::{bytes, lossy, raw, raw_bytes};
use crate::tool_option::ToolOption;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Location, Module, OperationRef};
use melior::{Context, ContextRef};
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirOperation, MlirStringRef};
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{TileirasImported, TileirasTextSink, tileirasRegisterExport, tileirasRegisterImport};

/// What a translation reads.
pub struct Source<'a> {
    /// The content.
    pub content: &'a [u8],
    /// The name for locations; `<stdin>` for standard input.
    pub name: &'a str,
}

/// A translation to MLIR.
pub trait Import: 'static {
    /// The flag.
    const ARGUMENT: &'static str;
    /// One line for the help text.
    const SUMMARY: &'static str;

    /// Adds the dialects that it makes operations of.
    fn dialects(registry: Registry<'_>);

    /// The options of the tool that it asks.
    fn options() -> &'static [&'static ToolOption] {
        &[]
    }

    /// Makes a module.
    ///
    /// # Errors
    /// After an error diagnostic was emitted.
    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure>;
}

/// What an import made.
pub struct Imported<'c> {
    /// The module.
    pub module: Module<'c>,
    /// Whether attributes or types of it may print under an alias. To find out takes MLIR a good part of the time that it
    /// takes to print; where it is wrongly said to have none, they print in full.
    pub has_aliases: bool,
}

/// A translation from MLIR.
pub trait Export: 'static {
    /// The flag.
    const ARGUMENT: &'static str;
    /// One line for the help text.
    const SUMMARY: &'static str;

    /// Adds the dialects that it reads.
    fn dialects(registry: Registry<'_>);

    /// The options of the tool that it asks.
    fn options() -> &'static [&'static ToolOption] {
        &[]
    }

    /// Translates `root`, which is not used afterwards and may be changed, to what is written to the output.
    ///
    /// # Errors
    /// After an error diagnostic was emitted.
    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure>;
}

/// Makes a translation from MLIR known under its argument, and its options under their names.
pub fn register_export<E: Export>() {
    E::options().iter().for_each(|option| option.register());
    // SAFETY: the strings live as long as the process.
    unsafe { tileirasRegisterExport(raw(E::ARGUMENT), raw(E::SUMMARY), export::<E>, export_dialects::<E>) }
}

unsafe extern "C" fn export_dialects<E: Export>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // Without its dialects the input is not read, with a diagnostic; there is no place for one here.
    let _ = guard(|| E::dialects(registry));
}

unsafe extern "C" fn export<E: Export>(op: MlirOperation, output: TileirasTextSink, sink: *mut c_void) -> bool {
    // SAFETY: the shim keeps the operation alive during this call.
    let root = unsafe { OperationRef::from_raw(op) };
    match guard(|| E::export(root)) {
        Ok(Ok(text)) => {
            // SAFETY: the shim made the pair, and it copies the text.
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

/// Makes a translation to MLIR known under its argument, and its options under their names.
pub fn register<I: Import>() {
    I::options().iter().for_each(|option| option.register());
    // SAFETY: the strings live as long as the process.
    unsafe { tileirasRegisterImport(raw(I::ARGUMENT), raw(I::SUMMARY), import::<I>, dialects::<I>) }
}

unsafe extern "C" fn dialects<I: Import>(registry: MlirDialectRegistry) {
    // SAFETY: the registry is alive during this call.
    let registry = unsafe { Registry::from_raw(registry) };
    // Without its dialects the import fails with a diagnostic; there is no place for one here.
    let _ = guard(|| I::dialects(registry));
}

unsafe extern "C" fn import<I: Import>(
    buffer: MlirStringRef,
    name: MlirStringRef,
    context: MlirContext,
) -> TileirasImported {
    let failed = TileirasImported { op: MlirOperation { ptr: std::ptr::null_mut() }, has_aliases: false };
    // SAFETY: the shim keeps buffer, name and context alive during this call.
    let (content, name, context) = unsafe { (bytes(buffer), lossy(bytes(name)), ContextRef::from_raw(context)) };
    // SAFETY: `context` outlives the borrow, being bound here.
    let context = unsafe { context.to_ref() };
    let source = Source { content, name: &name };
    match guard(|| I::import(&source, context)) {
        Ok(Ok(Imported { module, has_aliases })) => {
            let op = module.as_operation().to_raw();
            std::mem::forget(module);
            TileirasImported { op, has_aliases }
        }
        Ok(Err(Failure)) => failed,
        Err(panic) => {
            let _: Failure = Diagnostic::error(Location::new(context, &name, 0, 0), panic.to_string()).emit();
            failed
        }
    }
}
