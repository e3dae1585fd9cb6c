//! Parses MLIR from memory, and filters diagnostics.

use crate::failure::Failure;
use crate::text::{bytes, lossy, raw, raw_bytes};
use melior::Context;
use melior::ir::{Location, Module};
use mlir_sys::{
    MlirStringRef, mlirLocationFileLineColRangeGetStartColumn, mlirLocationFileLineColRangeGetStartLine,
    mlirLocationIsAFileLineColRange,
};
use std::ffi::c_void;
use std::panic::resume_unwind;
use tileiras_mlir_sys_ext::{
    TileirasCompletion, TileirasWarningFilter, tileirasParseModule, tileirasWarningFilterCreate,
    tileirasWarningFilterDestroy,
};

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

/// The stack size for a parser, in bytes. The parsers of MLIR and LLVM are recursive and written for the stack of a
/// main thread.
const PARSER_STACK: usize = 8 << 20;

/// Runs `work` on a thread with a stack of [`PARSER_STACK`] bytes and waits for it.
///
/// The stack of the calling thread may be larger. IR that was parsed on the smaller stack is then also shallow enough
/// for the recursive functions that the caller runs on it.
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
    /// MLIR's parser crashed on it. The text is the reason, or empty if it is unknown. The context is in an unknown
    /// state and must be leaked, not dropped.
    Crashed(String),
}

/// The text of a crash by stack overflow.
pub(crate) const STACK_OVERFLOW: &str = "it nests too deeply";

/// Parses a module from MLIR text or bytecode. `name` is the file name in locations.
///
/// # Errors
/// [`ParseError`].
pub fn parse_module<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, ParseError> {
    parse(context, content, name, false)
}

/// Parses a module from MLIR text, and gives each operation its range in the text as its location, whatever `loc(...)`
/// says. [`start`] returns its start.
///
/// # Errors
/// [`ParseError`].
pub fn parse_document<'c>(context: &'c Context, content: &[u8], name: &str) -> Result<Module<'c>, ParseError> {
    parse(context, content, name, true)
}

/// Line and column of a location, if it is one in a file.
#[must_use]
pub fn start(location: Location<'_>) -> Option<(u64, u64)> {
    let raw = location.to_raw();
    let number = |number: i32| u64::try_from(number).unwrap_or(0);
    // SAFETY: the location is alive, and only one in a file is asked for its parts.
    unsafe {
        mlirLocationIsAFileLineColRange(raw).then(|| {
            let line = mlirLocationFileLineColRangeGetStartLine(raw);
            (number(line), number(mlirLocationFileLineColRangeGetStartColumn(raw)))
        })
    }
}

fn parse<'c>(context: &'c Context, content: &[u8], name: &str, is_document: bool) -> Result<Module<'c>, ParseError> {
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
        unsafe { tileirasParseModule(context.to_raw(), raw_bytes(content), raw(name), is_document, store, data) }
    });
    // SAFETY: the returned module is owned by the caller.
    let module = unsafe { Module::from_option_raw(module) };
    module.ok_or_else(|| match crash {
        Some((TileirasCompletion::StackOverflow, _)) => ParseError::Crashed(STACK_OVERFLOW.to_owned()),
        Some((_, message)) => ParseError::Crashed(lossy(&message).into_owned()),
        None => ParseError::Reported(Failure),
    })
}
