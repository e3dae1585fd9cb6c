//! Translations to MLIR that `mlir-translate` knows by name.

use crate::diagnostic::{Diagnostic, Failure};
use crate::guard::guard;
use crate::registry::Registry;
use crate::text::{bytes, lossy, raw};
use melior::ir::{Location, Module};
use melior::{Context, ContextRef};
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirOperation, MlirStringRef};
use tileiras_mlir_sys_ext::tileirasRegisterImport;

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

    /// Makes a module.
    ///
    /// # Errors
    /// After an error diagnostic was emitted.
    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Module<'c>, Failure>;
}

/// Makes a translation known to MLIR under its argument.
pub fn register<I: Import>() {
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
) -> MlirOperation {
    // SAFETY: the shim keeps buffer, name and context alive during this call.
    let (content, name, context) = unsafe { (bytes(buffer), lossy(bytes(name)), ContextRef::from_raw(context)) };
    // SAFETY: `context` outlives the borrow, being bound here.
    let context = unsafe { context.to_ref() };
    let source = Source { content, name: &name };
    match guard(|| I::import(&source, context)) {
        Ok(Ok(module)) => {
            let op = module.as_operation().to_raw();
            std::mem::forget(module);
            op
        }
        Ok(Err(Failure)) => MlirOperation { ptr: std::ptr::null_mut() },
        Err(panic) => {
            let _: Failure = Diagnostic::error(Location::new(context, &name, 0, 0), panic.to_string()).emit();
            MlirOperation { ptr: std::ptr::null_mut() }
        }
    }
}
