//! The main functions of upstream's tools: mlir-opt, mlir-translate and mlir-lsp-server.
//!
//! Accepts a command line, which begins with the name of the program. Every upstream option works. Adds three things:
//! pass statistics where MLIR is built without them, an error message for a stack overflow, and a failed write to a
//! closed standard output. A pipe that its reader has closed ends the process without a message, as it ends upstream's
//! tools.

use crate::pass::statistics_report;
use crate::prepare::{self, Prepare};
use crate::recovery::{end_when_hanging, end_without_memory};
use crate::registry::Registry;
use crate::text::raw;
use rustix::process::{Resource, getrlimit};
use std::ffi::{CStr, CString, OsString, c_char, c_int};
use std::io::Write as _;
use std::num::NonZero;
use std::os::unix::ffi::OsStringExt as _;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread::available_parallelism;
use tileiras_mlir_sys_ext::{
    tileirasAddVersion, tileirasEndOnClosedPipe, tileirasHandleStackOverflow, tileirasHasPassStatistics,
    tileirasLspServerMain, tileirasOptMain, tileirasProtectClosedOutput, tileirasRegisterUpstreamDialects,
    tileirasRegisterUpstreamPasses, tileirasRegisterUpstreamTranslations, tileirasTranslateMain,
};

/// The option that prints statistics.
const STATISTICS: &str = "mlir-pass-statistics";

/// The options that load a plugin. A plugin needs the shared `libMLIR.so` of its host.
const PLUGINS: [&str; 2] = ["load-pass-plugin", "load-dialect-plugin"];

/// Options after which the printed IR may be unverified, or that already choose how the printer verifies.
const UNVERIFIED: [&str; 4] = [
    "verify-each",
    "mlir-very-unsafe-disable-verifier-on-parsing",
    "mlir-print-ir-after-failure",
    "mlir-print-assume-verified",
];

/// The option that turns off the verification before printing. The IR was verified after the parser, after each pass
/// and after an import already.
const VERIFIED: &CStr = c"--mlir-print-assume-verified";

/// The option for no threads.
const NO_THREADS: &CStr = c"--mlir-disable-threading";

/// A limit on processes from which on it is not low.
const MANY_PROCESSES: u64 = 4096;

/// The exit code for an input that cannot be read.
const INPUT: c_int = 1;

/// Prepares the process of the tool `name`. A stack overflow, which a deeply nested input causes, ends the process with
/// an error message. Writing to a standard output that was closed at start fails. Returns whether it was closed.
pub fn prepare_process(name: &'static str) -> bool {
    prepare(name, false)
}

fn prepare(name: &'static str, is_upstream: bool) -> bool {
    end_without_memory(name, INPUT);
    let message = format!("{name}: error: the input nests too deeply: the stack is used up\n");
    // SAFETY: the message is leaked, so that it lives as long as the process.
    unsafe {
        tileirasHandleStackOverflow(raw(message.leak()), INPUT, is_upstream);
        if is_upstream {
            tileirasEndOnClosedPipe();
        }
        tileirasProtectClosedOutput()
    }
}

/// Adds upstream's dialects and extensions.
pub fn register_upstream_dialects(registry: Registry<'_>) {
    // SAFETY: the registry is alive.
    unsafe { tileirasRegisterUpstreamDialects(registry.to_raw()) }
}

/// Registers upstream's passes.
pub fn register_upstream_passes() {
    // SAFETY: the function takes no arguments.
    unsafe { tileirasRegisterUpstreamPasses() }
}

/// Registers upstream's translations except `--mlir-to-llvmir`. A name can be registered once, and `tileiras-translate`
/// has a translation of that name.
pub fn register_upstream_translations() {
    // SAFETY: the function takes no arguments.
    unsafe { tileirasRegisterUpstreamTranslations() }
}

/// Adds a line to the output of `--version`.
pub fn add_version(line: &'static str) {
    // SAFETY: the text lives as long as the process.
    unsafe { tileirasAddVersion(raw(line)) }
}

/// Runs the main function of `mlir-opt` on a command line, after a step on its input, then prints the statistics if
/// MLIR cannot.
#[must_use]
pub fn opt<P: Prepare>(
    name: &'static str,
    banner: &'static str,
    registry: Registry<'_>,
    command_line: Vec<OsString>,
) -> ExitCode {
    prepare(name, true);
    let arguments = arguments(command_line);
    // LLVM resets its options at the end of the main function, so the arguments are searched.
    let given = |flag: &str| arguments.iter().any(|argument| is_flag(argument, flag));
    let statistics = given(STATISTICS);
    let mut arguments = verified(arguments);
    if lacks_threads() {
        arguments.insert(1.min(arguments.len()), NO_THREADS.into());
    }
    let code = with_arguments(&arguments, |argc, argv| {
        // SAFETY: arguments, banner and registry live during the call.
        unsafe { tileirasOptMain(argc, argv, raw(banner), registry.to_raw(), prepare::prepare::<P>) }
    });
    // SAFETY: the function takes no arguments.
    if statistics && unsafe { !tileirasHasPassStatistics() } {
        // A failed write to standard error is ignored.
        let _ = std::io::stderr().write_all(statistics_report().as_bytes());
    }
    code
}

/// The first option of a command line that loads a plugin. A program that links MLIR statically has to refuse it.
#[must_use]
pub fn plugin_option(command_line: &[OsString]) -> Option<&'static str> {
    let arguments = arguments(command_line.to_vec());
    PLUGINS.into_iter().find(|flag| arguments.iter().any(|argument| is_flag(argument, flag)))
}

/// Whether the limit of the user on processes, if it is low, leaves fewer threads than MLIR starts. MLIR would end the
/// process when it cannot start one.
fn lacks_threads() -> bool {
    let limit = getrlimit(Resource::Nproc).current;
    if limit.is_none_or(|limit| limit >= MANY_PROCESSES) {
        return false;
    }
    let count = available_parallelism().map_or(1, NonZero::get);
    // All of them exist until the lock is released.
    let gate = Mutex::new(());
    std::thread::scope(|scope| {
        let _closed = gate.lock();
        let wait = || drop(gate.lock());
        let started = (0..count).map(|_| std::thread::Builder::new().spawn_scoped(scope, wait));
        started.filter(Result::is_err).count() > 0
    })
}

/// The arguments with [`VERIFIED`] added, unless one of them is in [`UNVERIFIED`].
fn verified(mut arguments: Vec<CString>) -> Vec<CString> {
    let is_unverified = |argument: &CString| UNVERIFIED.into_iter().any(|flag| is_flag(argument, flag));
    if !arguments.iter().any(is_unverified) {
        arguments.insert(1.min(arguments.len()), VERIFIED.into());
    }
    arguments
}

/// Whether an argument is the option `flag`, with or without a value.
fn is_flag(argument: &CStr, flag: &str) -> bool {
    let text = argument.to_bytes();
    let name = text.strip_prefix(b"--").or_else(|| text.strip_prefix(b"-"));
    name.and_then(|name| name.strip_prefix(flag.as_bytes())).is_some_and(|rest| matches!(rest, [] | [b'=', ..]))
}

/// Runs the main function of `mlir-translate` on a command line.
#[must_use]
pub fn translate(name: &'static str, banner: &'static str, command_line: Vec<OsString>) -> ExitCode {
    prepare(name, true);
    end_when_hanging(name);
    // SAFETY: arguments and banner live during the call.
    with_arguments(&verified(arguments(command_line)), |argc, argv| unsafe {
        tileirasTranslateMain(argc, argv, raw(banner))
    })
}

/// Runs the main function of `mlir-lsp-server` on a command line.
#[must_use]
pub fn lsp_server(name: &'static str, registry: Registry<'_>, command_line: Vec<OsString>) -> ExitCode {
    prepare(name, true);
    let arguments = arguments(command_line);
    // SAFETY: arguments and registry live during the call.
    with_arguments(&arguments, |argc, argv| unsafe { tileirasLspServerMain(argc, argv, registry.to_raw()) })
}

/// The arguments for C++. Those of a process cannot contain NUL.
fn arguments(command_line: Vec<OsString>) -> Vec<CString> {
    command_line.into_iter().map(OsString::into_vec).filter_map(|bytes| CString::new(bytes).ok()).collect()
}

fn with_arguments(arguments: &[CString], main: impl FnOnce(c_int, *mut *mut c_char) -> c_int) -> ExitCode {
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|text| text.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    let status = main(arguments.len() as c_int, pointers.as_mut_ptr());
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
