//! Runs the lit suite, with the tools of this build and with the released ones.
//!
//! Fails if lit, FileCheck, the plugin or the released tools are missing; the message states how to get them.

#![expect(clippy::expect_used, reason = "a test")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use tileiras_test_support::process::{End, run_command};
use tileiras_test_support::{llvm, tree};

/// The minimum number of tests. With fewer, some were not found.
const AT_LEAST: usize = 100;

/// The folder of the tools of this build.
fn tools() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tileiras-opt")).parent().expect("a program is in a folder")
}

#[test]
fn lit() {
    run(tools(), &[], 0);
}

/// The same tests with the tools that users get. `make test` builds them first.
#[test]
fn lit_with_released_tools() {
    let released = tools().with_file_name("release");
    assert!(released.join("tileiras-opt").is_file(), "{} has no tools: run `make release` first", released.display());
    // Two tests do not support these tools: one loads a plugin, one lists the flags of libLLVM.so.
    run(&released, &[("TILEIRAS_STANDALONE", "yes")], 2);
}

/// Runs the suite with these tools. `unsupported` is the number of tests that do not support them.
fn run(tools: &Path, settings: &[(&str, &str)], unsupported: usize) {
    // Fails with a message if FileCheck is missing.
    let _ = llvm::tool("FileCheck");
    let plugin = self::tools().join("libtileiras_plugin.so");
    assert!(plugin.is_file(), "{} is missing: run `cargo build --workspace` first", plugin.display());

    let mut lit = Command::new(find_lit());
    lit.args(["-v", "-j2"])
        .arg(tree::root().join("lit"))
        .env("TILEIRAS_BIN", tools)
        .env("TILEIRAS_PLUGIN", plugin)
        .env("MLIR_SYS_220_PREFIX", llvm::prefix())
        .envs(settings.iter().copied())
        // The user may have set these for other suites.
        .env_remove("LIT_OPTS")
        .env_remove("LIT_FILTER")
        .env_remove("LIT_FILTER_OUT");

    let run = run_command(lit, b"");
    let report = run.text() + &run.err;
    assert!(run.end == End::Exit(0), "lit failed, {:?}:\n{report}", run.end);
    let found = count(&report, "Total Discovered Tests");
    let passed = count(&report, "Passed");
    assert!(found >= AT_LEAST, "lit found {found} tests, fewer than {AT_LEAST}:\n{report}");
    assert_eq!(passed + unsupported, found, "not every test that lit found has run and passed:\n{report}");
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
