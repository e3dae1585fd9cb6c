//! Reading MLIR from memory, and collecting what is said about it.

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

/// The stack for reading, in bytes: that of a main thread, for which the recursive readers of MLIR and LLVM are made.
const READING_STACK: usize = 8 << 20;

/// Does the work on a stack of that size, while the caller waits. Where the caller has a larger one, everything that could
/// be read leaves room for the work on it.
pub(crate) fn on_reading_stack<T>(work: impl FnOnce() -> T) -> T {
    struct Job<F, T> {
        work: Option<F>,
        result: Option<T>,
    }
    impl<T, F: FnOnce() -> T> Job<F, T> {
        fn run(&mut self) {
            self.result = self.work.take().map(|work| work()).or(self.result.take());
        }
    }
    struct Sent<'a, F, T>(&'a mut Job<F, T>);
    // SAFETY: the caller waits until the other thread is gone, so that nothing is used by two threads at a time.
    unsafe impl<F, T> Send for Sent<'_, F, T> {}
    impl<T, F: FnOnce() -> T> Sent<'_, F, T> {
        fn run(self) {
            self.0.run();
        }
    }
    let mut job = Job { work: Some(work), result: None };
    let sent = Sent(&mut job);
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(READING_STACK);
        // What becomes of it, the end of the scope says.
        drop(thread.spawn_scoped(scope, move || sent.run()));
    });
    // Here, if there was no thread to be had.
    job.run();
    let Some(result) = job.result else { unreachable!("the work is done, there or here") };
    result
}

/// Why a module was not read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Unread {
    /// It is not valid MLIR, as a diagnostic says.
    Reported(Failure),
    /// MLIR's reader crashed on it, with these last words, if any. The context is in an unknown state: it must be
    /// forgotten, not dropped.
    Crashed(String),
}

/// Reads a module from MLIR text or bytecode; locations name it `name`.
///
/// # Errors
/// [`Unread`].
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, Unread> {
    unsafe extern "C" fn keep(words: MlirStringRef, target: *mut c_void) {
        // SAFETY: the shim passes a valid text, and `target` is the option below. Copying does not panic
        // short of running out of memory.
        unsafe { *target.cast::<Option<Vec<u8>>>() = Some(bytes(words).to_vec()) }
    }
    let mut crash = None::<Vec<u8>>;
    let module = on_reading_stack(|| {
        let data = (&raw mut crash).cast();
        // SAFETY: all arguments live during the call, and `keep` gets the option it expects.
        unsafe { tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name), keep, data) }
    });
    // SAFETY: the returned module is owned by the caller.
    let module = unsafe { Module::from_option_raw(module) };
    module.ok_or_else(|| match crash {
        Some(words) => Unread::Crashed(lossy(&words).into_owned()),
        None => Unread::Reported(Failure),
    })
}
