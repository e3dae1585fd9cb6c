//! Upstream's tools as functions: mlir-opt, mlir-translate, mlir-lsp-server, with everything they know and ours added.

use crate::pass::statistics_report;
use crate::registry::Registry;
use crate::text::raw;
use std::ffi::{CString, OsString, c_char, c_int};
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::process::ExitCode;
use tileiras_mlir_sys_ext::{
    tileirasAddVersion, tileirasHasPassStatistics, tileirasLspServerMain, tileirasOptMain,
    tileirasRegisterUpstreamDialects, tileirasRegisterUpstreamPasses, tileirasRegisterUpstreamTranslations,
    tileirasTranslateMain,
};

/// The flag after which MLIR prints statistics, if it was built with them.
const STATISTICS: &str = "mlir-pass-statistics";

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
pub fn opt(banner: &'static str, registry: Registry<'_>) -> ExitCode {
    let code = with_arguments(|argc, argv| {
        // SAFETY: arguments, banner and registry live during the call.
        unsafe { tileirasOptMain(argc, argv, raw(banner), registry.to_raw()) }
    });
    // LLVM forgets its flags when the main function ends, so the arguments are asked.
    let wanted = std::env::args_os().any(|argument| argument.to_string_lossy().trim_start_matches('-') == STATISTICS);
    // SAFETY: takes nothing.
    if wanted && unsafe { !tileirasHasPassStatistics() } {
        // A closed standard error is no reason to fail.
        let _ = std::io::stderr().write_all(statistics_report().as_bytes());
    }
    code
}

/// Runs `mlir-translate`'s main function on the process's arguments.
#[must_use]
pub fn translate(banner: &'static str) -> ExitCode {
    // SAFETY: arguments and banner live during the call.
    with_arguments(|argc, argv| unsafe { tileirasTranslateMain(argc, argv, raw(banner)) })
}

/// Runs `mlir-lsp-server`'s main function on the process's arguments.
#[must_use]
pub fn lsp_server(registry: Registry<'_>) -> ExitCode {
    // SAFETY: arguments and registry live during the call.
    with_arguments(|argc, argv| unsafe { tileirasLspServerMain(argc, argv, registry.to_raw()) })
}

fn with_arguments(main: impl FnOnce(c_int, *mut *mut c_char) -> c_int) -> ExitCode {
    // An argument of a process cannot hold NUL.
    let arguments: Vec<CString> =
        std::env::args_os().map(OsString::into_vec).filter_map(|bytes| CString::new(bytes).ok()).collect();
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|text| text.as_ptr().cast_mut()).collect();
    pointers.push(std::ptr::null_mut());
    let status = main(arguments.len() as c_int, pointers.as_mut_ptr());
    ExitCode::from(u8::try_from(status).unwrap_or(1))
}
