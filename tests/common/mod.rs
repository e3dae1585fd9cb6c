//! The tools of this build.

#![allow(dead_code, reason = "each program of tests uses its part")]
#![allow(clippy::expect_used, reason = "a test may panic")]

pub mod lit;
pub mod python;

use std::path::Path;
use tileiras_test_support::process::{Run, run};

// The build script makes links with these names beside the program.
pub const OPT: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-opt");
pub const TRANSLATE: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-translate");
pub const CC: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-cc");
pub const CONTRACT: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-contract");
pub const PTXAS: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-ptxas");
pub const LSP: &str = concat!(env!("CARGO_BIN_EXE_tileiras"), "-lsp-server");

/// The folder of the tools.
pub fn tools() -> &'static Path {
    Path::new(OPT).parent().expect("a program is in a folder")
}

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
