//! Parses MLIR from memory, and collects or filters diagnostics.

use crate::diagnostic::{Failure, LONGEST, MOST};
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::Module;
use mlir_sys::MlirStringRef;
use std::borrow::Cow;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::panic::resume_unwind;
use tileiras_mlir_sys_ext::{
    TileirasCompletion, TileirasDiagnosticLimits, TileirasDiagnosticText, TileirasSeverity, TileirasWarningFilter,
    tileirasDiagnosticTextCount, tileirasDiagnosticTextCreate, tileirasDiagnosticTextDestroy,
    tileirasDiagnosticTextGet, tileirasParseModule, tileirasWarningFilterCreate, tileirasWarningFilterDestroy,
};

/// The bounds of the text of diagnostics. A hostile input can have a diagnostic for each of its bytes.
const LIMITS: TileirasDiagnosticLimits =
    TileirasDiagnosticLimits { diagnostics: MOST as u64, notes: 100, length: LONGEST as u64 };

/// The maximum number of bytes of a line that is shown after a diagnostic.
const LONGEST_LINE: usize = 1000;

/// A handler that collects the diagnostics of a context as text, in the format of `mlir-opt`. It is removed on drop.
///
/// The text is bounded, whatever the input: in the number of errors, warnings and remarks, in their notes, and in the
/// lengths of messages and lines. It ends with the number of diagnostics that are not shown.
pub struct DiagnosticText<'a> {
    raw: *mut TileirasDiagnosticText,
    /// What the handler shows lines of.
    _content: Cow<'a, [u8]>,
    context: PhantomData<&'a ()>,
}

impl<'a> DiagnosticText<'a> {
    /// Attaches the handler. `content` is the source file `name`; a diagnostic in that file is followed by its line,
    /// and one at an unknown location is reported in that file.
    #[must_use]
    pub fn collect(context: &'a Context, content: &'a [u8], name: &'a str) -> Self {
        let content = with_short_lines(content);
        // SAFETY: context and content outlive the collector.
        let raw = unsafe { tileirasDiagnosticTextCreate(context.to_raw(), raw_bytes(&content), raw(name), LIMITS) };
        Self { raw, _content: content, context: PhantomData }
    }

    /// Whether an error was reported.
    #[must_use]
    pub fn has_error(&self) -> bool {
        // SAFETY: the collector is alive.
        unsafe { tileirasDiagnosticTextCount(self.raw, TileirasSeverity::Error) > 0 }
    }

    /// The diagnostics so far.
    #[must_use]
    pub fn text(&self) -> String {
        // SAFETY: the collector is alive, and the text is copied before the next diagnostic.
        let mut text = unsafe { lossy(bytes(tileirasDiagnosticTextGet(self.raw))).into_owned() };
        for (severity, name) in [
            (TileirasSeverity::Error, "errors"),
            (TileirasSeverity::Warning, "warnings"),
            (TileirasSeverity::Remark, "remarks"),
        ] {
            // SAFETY: the collector is alive.
            let count = unsafe { tileirasDiagnosticTextCount(self.raw, severity) };
            if let Some(hidden) = count.checked_sub(LIMITS.diagnostics).filter(|hidden| *hidden > 0) {
                text.push_str(&format!("note: {hidden} more {name} are not shown\n"));
            }
        }
        text
    }
}

/// The content with lines of at most [`LONGEST_LINE`] bytes. A diagnostic after the end of such a line is shown without the
/// line.
fn with_short_lines(content: &[u8]) -> Cow<'_, [u8]> {
    let lines = content.split_inclusive(|byte| *byte == b'\n');
    if lines.clone().all(|line| line.len() <= LONGEST_LINE) {
        return Cow::Borrowed(content);
    }
    let mut short = Vec::new();
    for line in lines {
        if line.len() <= LONGEST_LINE {
            short.extend_from_slice(line);
        } else {
            short.extend_from_slice(&line[..LONGEST_LINE]);
            short.push(b'\n');
        }
    }
    Cow::Owned(short)
}

impl Drop for DiagnosticText<'_> {
    fn drop(&mut self) {
        // SAFETY: the collector is owned here and is not used again.
        unsafe { tileirasDiagnosticTextDestroy(self.raw) }
    }
}

/// Runs `work`, and discards the warnings of `context` whose text starts with `prefix`.
pub fn without_warnings<T>(context: &Context, prefix: &'static str, work: impl FnOnce() -> T) -> T {
    struct Filter(*mut TileirasWarningFilter);
    impl Drop for Filter {
        fn drop(&mut self) {
            // SAFETY: the handler is owned here and is not used again.
            unsafe { tileirasWarningFilterDestroy(self.0) }
        }
    }
    // SAFETY: the context outlives the handler, and the prefix lives as long as the process.
    let _filter = Filter(unsafe { tileirasWarningFilterCreate(context.to_raw(), raw(prefix)) });
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
        if let Ok(thread) = thread.spawn_scoped(scope, move || sent.run())
            && let Err(panic) = thread.join()
        {
            resume_unwind(panic);
        }
    });
    // Runs the job on this thread if no thread could be started.
    job.run();
    let Some(result) = job.result else { unreachable!("the job has run on one of the two threads") };
    result
}

/// Why a module cannot be parsed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ParseError {
    /// It is not valid MLIR. A diagnostic was emitted.
    Reported(Failure),
    /// MLIR's parser crashed on it. The text is the reason, or empty if it is unknown. The context is in an unknown state
    /// and must be leaked, not dropped.
    Crashed(String),
}

/// The text of a crash by stack overflow.
pub(crate) const STACK_OVERFLOW: &str = "it nests too deeply";

/// Parses a module from MLIR text or bytecode. `name` is the file name in locations.
///
/// # Errors
/// [`ParseError`].
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, ParseError> {
    unsafe extern "C" fn store(completion: TileirasCompletion, message: MlirStringRef, crash: *mut c_void) {
        // SAFETY: the shim passes a valid text, and `crash` is the option below. Copying does not panic
        // short of running out of memory.
        unsafe { *crash.cast::<Option<Crash>>() = Some((completion, bytes(message).to_vec())) }
    }
    type Crash = (TileirasCompletion, Vec<u8>);
    let mut crash = None::<Crash>;
    let module = on_parser_stack(|| {
        let data = (&raw mut crash).cast();
        // SAFETY: all arguments live during the call, and `store` gets the option as data.
        unsafe { tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name), store, data) }
    });
    // SAFETY: the returned module is owned by the caller.
    let module = unsafe { Module::from_option_raw(module) };
    module.ok_or_else(|| match crash {
        Some((TileirasCompletion::StackOverflow, _)) => ParseError::Crashed(STACK_OVERFLOW.to_owned()),
        Some((_, message)) => ParseError::Crashed(lossy(&message).into_owned()),
        None => ParseError::Reported(Failure),
    })
}
