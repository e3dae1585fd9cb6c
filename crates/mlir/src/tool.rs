//! Upstream's tools as functions: mlir-opt, mlir-translate, mlir-lsp-server, with everything they know and ours added.

use crate::pass::statistics_report;
use crate::registry::Registry;
use crate::text::raw;
use std::ffi::{CStr, CString, OsString, c_char, c_int};
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::process::ExitCode;
use tileiras_mlir_sys_ext::{
    tileirasAddVersion, tileirasHasPassStatistics, tileirasKeepOutputClosed, tileirasLspServerMain, tileirasOptMain,
    tileirasRegisterUpstreamDialects, tileirasRegisterUpstreamPasses, tileirasRegisterUpstreamTranslations,
    tileirasTranslateMain, tileirasWatchStack,
};

/// Whether LLVM and MLIR are part of this program: nobody can share them with it.
pub const STANDS_ALONE: bool = tileiras_mlir_sys_ext::STANDS_ALONE;

/// The flag after which MLIR prints statistics, if it was built with them.
const STATISTICS: &str = "mlir-pass-statistics";

/// The flags that load a plugin, which brings an MLIR of its own where it finds none to share.
const PLUGINS: [&str; 2] = ["load-pass-plugin", "load-dialect-plugin"];

/// Flags by which somebody asks to see modules that nobody has verified, or verifies them himself.
const UNVERIFIED: [&str; 4] = [
    "verify-each",
    "mlir-very-unsafe-disable-verifier-on-parsing",
    "mlir-print-ir-after-failure",
    "mlir-print-assume-verified",
];

/// Printing verifies once more what was verified after the parser, after each pass and after an import; this says that it
/// need not.
const VERIFIED: &CStr = c"--mlir-print-assume-verified";

/// The exit code of a tool whose input cannot be read.
const INPUT: c_int = 1;

/// Makes ready for what may befall a tool of that name: an input that nests so deeply that a stack is used up is an error,
/// and what is written to a standard output that was closed is not lost in silence. Says whether that was closed.
pub fn begin(name: &'static str) -> bool {
    prepare(name, false)
}

fn prepare(name: &'static str, is_upstream: bool) -> bool {
    let message = format!("{name}: error: the input nests too deeply: the stack is used up\n");
    // SAFETY: the message is leaked, and so lives as long as the process.
    unsafe {
        tileirasWatchStack(raw(message.leak()), INPUT, is_upstream);
        tileirasKeepOutputClosed()
    }
}

/// Adds upstream's dialects and extensions.
pub fn register_upstream_dialects(registry: Registry<'_>) {
    // SAFETY: the registry is alive.
    unsafe { tileirasRegisterUpstreamDialects(registry.to_raw()) }
}

/// Makes upstream's passes known.
pub fn register_upstream_passes() {
    // SAFETY: takes nothing.
    unsafe { tileirasRegisterUpstreamPasses() }
}

/// Makes upstream's translations known, all but `--mlir-to-llvmir`: a name can have only one translation, and a tool has
/// its own of that name.
pub fn register_upstream_translations() {
    // SAFETY: takes nothing.
    unsafe { tileirasRegisterUpstreamTranslations() }
}

/// Adds a line to what `--version` prints.
pub fn add_version(line: &'static str) {
    // SAFETY: the text lives as long as the process.
    unsafe { tileirasAddVersion(raw(line)) }
}

/// Runs `mlir-opt`'s main function on the process's arguments, then prints the statistics where MLIR cannot.
#[must_use]
pub fn opt(name: &'static str, banner: &'static str, registry: Registry<'_>) -> ExitCode {
    prepare(name, true);
    let arguments = arguments();
    // LLVM forgets its flags when the main function ends, so the arguments are asked.
    let given = |flag: &str| arguments.iter().any(|argument| is_flag(argument, flag));
    if let Some(flag) = PLUGINS.into_iter().find(|flag| STANDS_ALONE && given(flag)) {
        let text = format!("error: --{flag}: this program has an MLIR of its own, which no plugin can share\n");
        let _ = std::io::stderr().write_all(text.as_bytes());
        return ExitCode::FAILURE;
    }
    let statistics = given(STATISTICS);
    let code = with_arguments(&verified(arguments), |argc, argv| {
        // SAFETY: arguments, banner and registry live during the call.
        unsafe { tileirasOptMain(argc, argv, raw(banner), registry.to_raw()) }
    });
    // SAFETY: takes nothing.
    if statistics && unsafe { !tileirasHasPassStatistics() } {
        // A closed standard error is no reason to fail.
        let _ = std::io::stderr().write_all(statistics_report().as_bytes());
    }
    code
}

/// The arguments, and that what is printed was verified, unless they speak of that themselves.
fn verified(mut arguments: Vec<CString>) -> Vec<CString> {
    let speaks = |argument: &CString| UNVERIFIED.into_iter().any(|flag| is_flag(argument, flag));
    if !arguments.iter().any(speaks) {
        arguments.insert(1.min(arguments.len()), VERIFIED.into());
    }
    arguments
}

/// Whether an argument is that flag, with or without a value.
fn is_flag(argument: &CStr, flag: &str) -> bool {
    let text = argument.to_bytes();
    let name = text.strip_prefix(b"--").or_else(|| text.strip_prefix(b"-"));
    name.and_then(|name| name.strip_prefix(flag.as_bytes())).is_some_and(|rest| matches!(rest, [] | [b'=', ..]))
}

/// Runs `mlir-translate`'s main function on the process's arguments.
#[must_use]
pub fn translate(name: &'static str, banner: &'static str) -> ExitCode {
    prepare(name, true);
    // SAFETY: arguments and banner live during the call.
    with_arguments(&verified(arguments()), |argc, argv| unsafe { tileirasTranslateMain(argc, argv, raw(banner)) })
}

/// Runs `mlir-lsp-server`'s main function on the process's arguments.
#[must_use]
pub fn lsp_server(name: &'static str, registry: Registry<'_>) -> ExitCode {
    prepare(name, true);
    // SAFETY: arguments and registry live during the call.
    with_arguments(&arguments(), |argc, argv| unsafe { tileirasLspServerMain(argc, argv, registry.to_raw()) })
}

/// The arguments of this process, none of which can hold NUL.
fn arguments() -> Vec<CString> {
    std::env::args_os().map(OsString::into_vec).filter_map(|bytes| CString::new(bytes).ok()).collect()
}

fn with_arguments(arguments: &[CString], main: impl FnOnce(c_int, *mut *mut c_char) -> c_int) -> ExitCode {
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|text| text.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    let status = main(arguments.len() as c_int, pointers.as_mut_ptr());
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
