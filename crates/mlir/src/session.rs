//! Reading MLIR from memory, and collecting what is said about it.

use crate::diagnostic::Failure;
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::Module;
use std::marker::PhantomData;
use tileiras_mlir_sys_ext::{
    TileirasDiagnosticText, TileirasSilence, tileirasDiagnosticTextCreate, tileirasDiagnosticTextDestroy,
    tileirasDiagnosticTextGet, tileirasParseModule, tileirasSilenceCreate, tileirasSilenceDestroy,
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

/// Does the work without the warnings of `context` that begin with `prefix`.
pub fn without_warnings<T>(context: &Context, prefix: &'static str, work: impl FnOnce() -> T) -> T {
    struct Silence(*mut TileirasSilence);
    impl Drop for Silence {
        fn drop(&mut self) {
            // SAFETY: the handler is owned here and not used again.
            unsafe { tileirasSilenceDestroy(self.0) }
        }
    }
    // SAFETY: the context outlives the handler, and the prefix lives as long as the process.
    let _silence = Silence(unsafe { tileirasSilenceCreate(context.to_raw(), raw(prefix)) });
    work()
}

/// Why a module was not read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Unread {
    /// It is not valid MLIR, as a diagnostic says.
    Reported(Failure),
    /// MLIR's reader crashed on it. The context is in an unknown state: it must be forgotten, not dropped.
    Crashed,
}

/// Reads a module from MLIR text or bytecode; locations name it `name`.
///
/// # Errors
/// [`Unread`].
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, Unread> {
    let mut crashed = false;
    // SAFETY: all arguments live during the call; the returned module is owned by the caller.
    let module = unsafe {
        let module = tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name), &raw mut crashed);
        Module::from_option_raw(module)
    };
    module.ok_or(if crashed { Unread::Crashed } else { Unread::Reported(Failure) })
}
