//! The tools of this build.

#![allow(dead_code, reason = "each test uses its part")]

use tileiras_test_support::process::{Run, run};

pub const OPT: &str = env!("CARGO_BIN_EXE_tileiras-opt");
pub const TRANSLATE: &str = env!("CARGO_BIN_EXE_tileiras-translate");
pub const CC: &str = env!("CARGO_BIN_EXE_tileiras-cc");
pub const CONTRACT: &str = env!("CARGO_BIN_EXE_tileiras-contract");
pub const LSP: &str = env!("CARGO_BIN_EXE_tileiras-lsp-server");

/// Runs `tileiras-opt`.
pub fn opt(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    run(OPT, arguments, input)
}

/// The remarks on the standard error of `tileiras-opt`, each as a line with its location as MLIR prints one:
/// `loc("k.mlir":1:2): remark: ...`.
pub fn remarks(run: &Run) -> String {
    let line = |line: &str| {
        let (place, text) = line.split_once(": remark: ")?;
        let [column, number, file] = place.rsplitn(3, ':').collect::<Vec<_>>()[..] else { return None };
        Some(format!("loc(\"{file}\":{number}:{column}): remark: {text}\n"))
    };
    run.err.lines().filter_map(line).collect()
}

/// Runs `tileiras-translate`.
pub fn translate(arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    run(TRANSLATE, arguments, input)
}

/// Runs `tileiras-translate --import-nvvm`.
pub fn import(input: impl AsRef<[u8]>) -> Run {
    translate(&["--import-nvvm"], input)
}
