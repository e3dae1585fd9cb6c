//! Parses MLIR from memory, and collects or filters diagnostics.

use crate::diagnostic::Failure;
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::Module;
use mlir_sys::MlirStringRef;
use std::ffi::c_void;
use std::marker::PhantomData;
use tileiras_mlir_sys_ext::{
    TileirasDiagnosticText, TileirasSilence, tileirasDiagnosticTextCreate, tileirasDiagnosticTextDestroy,
    tileirasDiagnosticTextGet, tileirasParseModule, tileirasSilenceCreate, tileirasSilenceDestroy,
};

/// A handler that collects the diagnostics of a context as text, in the format of `mlir-opt`. It is removed on drop.
pub struct DiagnosticText<'a> {
    raw: *mut TileirasDiagnosticText,
    context: PhantomData<&'a ()>,
}

impl<'a> DiagnosticText<'a> {
    /// Attaches the handler. `content` is the source file `name`; a diagnostic in that file is followed by its line.
    #[must_use]
    pub fn collect(context: &'a Context, content: &'a [u8], name: &'a str) -> Self {
        // SAFETY: context and content outlive the collector.
        let raw = unsafe { tileirasDiagnosticTextCreate(context.to_raw(), raw_bytes(content), raw(name)) };
        Self { raw, context: PhantomData }
    }

    /// The diagnostics so far.
    #[must_use]
    pub fn text(&self) -> String {
        // SAFETY: the collector is alive, and the text is copied before the next diagnostic.
        unsafe { lossy(bytes(tileirasDiagnosticTextGet(self.raw))).into_owned() }
    }
}

impl Drop for DiagnosticText<'_> {
    fn drop(&mut self) {
        // SAFETY: the collector is owned here and is not used again.
        unsafe { tileirasDiagnosticTextDestroy(self.raw) }
    }
}

/// Runs `work`, and discards the warnings of `context` whose text starts with `prefix`.
pub fn without_warnings<T>(context: &Context, prefix: &'static str, work: impl FnOnce() -> T) -> T {
    struct Silence(*mut TileirasSilence);
    impl Drop for Silence {
        fn drop(&mut self) {
            // SAFETY: the handler is owned here and is not used again.
            unsafe { tileirasSilenceDestroy(self.0) }
        }
    }
    // SAFETY: the context outlives the handler, and the prefix lives as long as the process.
    let _silence = Silence(unsafe { tileirasSilenceCreate(context.to_raw(), raw(prefix)) });
    work()
}

/// The stack size for a parser, in bytes. The parsers of MLIR and LLVM are recursive and written for the stack of a main
/// thread.
const PARSER_STACK: usize = 8 << 20;

/// Runs `work` on a thread with a stack of [`PARSER_STACK`] bytes and waits for it.
///
/// The stack of the calling thread may be larger. IR that was parsed on the smaller stack is then also shallow enough for
/// the recursive functions that the caller runs on it.
pub(crate) fn on_parser_stack<T>(work: impl FnOnce() -> T) -> T {
    struct Job<F, T> {
        work: Option<F>,
        result: Option<T>,
    }
    impl<T, F: FnOnce() -> T> Job<F, T> {
        fn run(&mut self) {
            self.result = self.work.take().map(|work| work()).or(self.result.take());
        }
    }
    struct SendJob<'a, F, T>(&'a mut Job<F, T>);
    // SAFETY: the caller waits until the thread has ended, so that only one thread uses the job at a time.
    unsafe impl<F, T> Send for SendJob<'_, F, T> {}
    impl<T, F: FnOnce() -> T> SendJob<'_, F, T> {
        fn run(self) {
            self.0.run();
        }
    }
    let mut job = Job { work: Some(work), result: None };
    let sent = SendJob(&mut job);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(PARSER_STACK);
        // The scope joins the thread, and propagates a panic.
        drop(thread.spawn_scoped(scope, move || sent.run()));
    });
    // Runs the job on this thread if no thread could be started.
    job.run();
    let Some(result) = job.result else { unreachable!("the job has run on one of the two threads") };
    result
}

/// Why a module cannot be parsed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unread {
    /// It is not valid MLIR. A diagnostic was emitted.
    Reported(Failure),
    /// MLIR's parser crashed on it. The text is the last message of LLVM; it may be empty. The context is in an unknown
    /// state and must be leaked, not dropped.
    Crashed(String),
}

/// Parses a module from MLIR text or bytecode. `name` is the file name in locations.
///
/// # Errors
/// [`Unread`].
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, Unread> {
    unsafe extern "C" fn keep(message: MlirStringRef, target: *mut c_void) {
        // SAFETY: the shim passes a valid text, and `target` is the option below. Copying does not panic
        // short of running out of memory.
        unsafe { *target.cast::<Option<Vec<u8>>>() = Some(bytes(message).to_vec()) }
    }
    let mut crash = None::<Vec<u8>>;
    let module = on_parser_stack(|| {
        let data = (&raw mut crash).cast();
        // SAFETY: all arguments live during the call, and `keep` gets the option as data.
        unsafe { tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name), keep, data) }
    });
    // SAFETY: the returned module is owned by the caller.
    let module = unsafe { Module::from_option_raw(module) };
    module.ok_or_else(|| match crash {
        Some(message) => Unread::Crashed(lossy(&message).into_owned()),
        None => Unread::Reported(Failure),
    })
}
