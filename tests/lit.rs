//! Runs the lit suite, with the tools of this build and with the released ones, and compares with a stock `mlir-opt`.
//!
//! Fails if lit, FileCheck, the plugin or the released tools and libraries are missing; the message states how to get
//! them.

#![expect(clippy::expect_used, reason = "a test")]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use tileiras_test_support::folder::Folder;
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
    run(tools(), &plugin(), &[], 0);
}

/// The same tests with the tools that users get. `make test` builds them first.
#[test]
fn lit_with_released_tools() {
    let released = tools().with_file_name("release");
    assert!(released.join("tileiras-opt").is_file(), "{} has no tools: run `make release` first", released.display());
    // Two tests do not support these tools: one loads a plugin, one lists the flags of libLLVM.so.
    run(&released, &released_plugin(), &[("TILEIRAS_STANDALONE", "yes")], 2);
}

/// The tests of the passes and the dialects, where each run of `tileiras-opt` is compared with a run of the stock
/// `mlir-opt` with the released plugin: standard output, standard error, output file and exit code.
#[test]
fn a_stock_mlir_opt_with_the_plugin_does_the_same() {
    let folder = Folder::new();
    for name in ["tileiras", "tileiras-translate", "tileiras-lsp-server", "tileiras-cc", "tileiras-contract"] {
        link(&tools().join(name), &folder.join(name));
    }
    link(&tools().join("tileiras-opt"), &folder.join("ours"));
    link(&llvm::tool("mlir-opt"), &folder.join("stock"));
    folder.file_of_mode("tileiras-opt", tree::read("tests/lit_stock_opt.py"), 0o755);
    let passes = tree::passes();
    let passes = passes.iter().map(|(_, flag)| flag.as_str());
    // Pipelines, and the passes of upstream that the tests give flags of.
    let passes: Vec<&str> = passes.chain(["nvvm-launch", "convert-gpu-to-nvvm", "symbol-dce"]).collect();
    folder.file("passes", passes.join("\n"));

    let plugin = released_plugin();
    link(&plugin, &folder.join("libtileiras_plugin.so"));
    let mut lit = lit_command(folder.path(), &plugin);
    lit.args(["passes", "pipeline", "dialects"].map(|name| tree::root().join("lit").join(name)));
    let (passed, found) = numbers(lit);
    assert_eq!(passed, found);
    let compared = std::fs::read_to_string(folder.join("compared")).expect("comparisons are listed").lines().count();
    assert!(compared >= 200, "only {compared} runs were compared");
}

fn link(to: &Path, at: &Path) {
    std::os::unix::fs::symlink(to, at).expect("a link can be made");
}

/// The plugin of this build.
fn plugin() -> PathBuf {
    existing(tools().join("libtileiras_plugin.so"), "cargo build --workspace")
}

/// The plugin that users get.
fn released_plugin() -> PathBuf {
    existing(tools().with_file_name("libraries").join("prefix/lib/libtileiras_plugin.so"), "make libraries")
}

fn existing(path: PathBuf, command: &str) -> PathBuf {
    assert!(path.is_file(), "{} is missing: run `{command}` first", path.display());
    path
}

/// Runs the suite with these tools. `unsupported` is the number of tests that do not support them.
fn run(tools: &Path, plugin: &Path, settings: &[(&str, &str)], unsupported: usize) {
    let mut lit = lit_command(tools, plugin);
    lit.arg(tree::root().join("lit")).envs(settings.iter().copied());
    let (passed, found) = numbers(lit);
    assert_eq!(passed + unsupported, found, "not every test that lit found has run and passed");
}

/// lit, without the tests to run.
fn lit_command(tools: &Path, plugin: &Path) -> Command {
    // Fails with a message if FileCheck is missing.
    let _ = llvm::tool("FileCheck");
    let mut lit = Command::new(find_lit());
    lit.args(["-v", "-j2"])
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
fn numbers(lit: Command) -> (usize, usize) {
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
