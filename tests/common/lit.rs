//! Runs the lit suite.
//!
//! Fails if lit, FileCheck or the tested tools are missing; the message states how to get them.

use super::tools;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::{llvm, tree};

/// The minimum number of tests. With fewer, some were not found.
const AT_LEAST: usize = 100;

/// The plugin of this build.
pub fn plugin() -> PathBuf {
    existing(tools().join("libtileiras_plugin.so"), "cargo build --workspace")
}

/// The path, of which that command makes the file.
pub fn existing(path: PathBuf, command: &str) -> PathBuf {
    assert!(path.is_file(), "{} is missing: run `{command}` first", path.display());
    path
}

/// Runs the suite with these tools.
pub fn run(tools: &Path, plugin: &Path) {
    let mut lit = lit_command(tools, plugin);
    lit.arg(tree::root().join("lit"));
    let (passed, found) = numbers(lit);
    // One test requires tools that use the shared libMLIR.so.
    assert_eq!(passed + 1, found, "not every test that lit found has run and passed");
}

/// lit, without the tests to run.
pub fn lit_command(tools: &Path, plugin: &Path) -> Command {
    // Fails with a message if FileCheck is missing.
    let _ = llvm::tool("FileCheck");
    let mut lit = Command::new(find_lit());
    // As many tests at a time as there are cores.
    lit.arg("-v")
        .arg(format!("-j{}", thread::available_parallelism().map_or(1, usize::from)))
        .env("TILEIRAS_BIN", tools)
        .env("TILEIRAS_PLUGIN", plugin)
        .env("MLIR_SYS_220_PREFIX", llvm::prefix())
        // The user may have set these for other suites.
        .env_remove("LIT_OPTS")
        .env_remove("LIT_FILTER")
        .env_remove("LIT_FILTER_OUT");
    lit
}

/// Runs lit, and returns how many tests passed and how many it found.
pub fn numbers(lit: Command) -> (usize, usize) {
    let run = run_command(lit, b"");
    let report = run.text() + &run.err;
    assert!(run.end == End::Exit(0), "lit failed, {:?}:\n{report}", run.end);
    let found = count(&report, "Total Discovered Tests");
    let passed = count(&report, "Passed");
    assert!(found >= AT_LEAST, "lit found {found} tests, fewer than {AT_LEAST}:\n{report}");
    (passed, found)
}

/// The program that `LIT` names, or else `lit-22` or `lit` of the path.
fn find_lit() -> PathBuf {
    if let Some(lit) = std::env::var_os("LIT").filter(|lit| !lit.is_empty()) {
        let lit = PathBuf::from(lit);
        let exists =
            if lit.components().count() > 1 { lit.is_file() } else { on_path(lit.as_os_str().to_owned()).is_some() };
        assert!(exists, "LIT names {}, which is missing", lit.display());
        return lit;
    }
    ["lit-22", "lit"]
        .into_iter()
        .find_map(|name| on_path(name.into()))
        .expect("lit is missing: install llvm-22-tools, or set LIT to its path")
}

fn on_path(name: OsString) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// The number after a label of lit's summary. Lit omits lines with the number 0.
fn count(report: &str, label: &str) -> usize {
    let line = report.lines().rev().find_map(|line| line.trim().strip_prefix(label)?.trim_start().strip_prefix(':'));
    line.and_then(|rest| rest.split_whitespace().next()).and_then(|number| number.parse().ok()).unwrap_or(0)
}
