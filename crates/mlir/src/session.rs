//! Reading MLIR from memory, and collecting what is said about it.

use crate::diagnostic::Failure;
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::Module;
use std::marker::PhantomData;
use tileiras_mlir_sys_ext::{
    TileirasDiagnosticText, tileirasDiagnosticTextCreate, tileirasDiagnosticTextDestroy, tileirasDiagnosticTextGet,
    tileirasParseModule,
};

/// The diagnostics of a context as text, in the form in which `mlir-opt` prints them, for as long as this lives.
pub struct DiagnosticText<'a> {
    raw: *mut TileirasDiagnosticText,
    held: PhantomData<&'a ()>,
}

impl<'a> DiagnosticText<'a> {
    /// Begins to collect. `content` goes by `name` in locations; its lines are shown.
    #[must_use]
    pub fn collect(context: &'a Context, content: &'a [u8], name: &'a str) -> Self {
        // SAFETY: context and content outlive the collector.
        let raw = unsafe { tileirasDiagnosticTextCreate(context.to_raw(), raw_bytes(content), raw(name)) };
        Self { raw, held: PhantomData }
    }

    /// What was said until now.
    #[must_use]
    pub fn text(&self) -> String {
        // SAFETY: the collector is alive, and the text is copied at once.
        unsafe { lossy(bytes(tileirasDiagnosticTextGet(self.raw))).into_owned() }
    }
}

impl Drop for DiagnosticText<'_> {
    fn drop(&mut self) {
        // SAFETY: the collector is owned here and not used again.
        unsafe { tileirasDiagnosticTextDestroy(self.raw) }
    }
}

/// Reads a module from MLIR text or bytecode; locations name it `name`.
///
/// # Errors
/// After a diagnostic: it is not valid MLIR.
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, Failure> {
    // SAFETY: all arguments live during the call; the returned module is owned by the caller.
    unsafe { Module::from_option_raw(tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name))) }
        .ok_or(Failure)
}
