//! Runs the lit suite with the released tools, and compares with a stock `mlir-opt` that has loaded the released
//! plugin.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common::lit::{existing, lit_command, numbers, run};
use crate::common::tools;
use std::path::{Path, PathBuf};
use tileiras_test_support::folder::Folder;
use tileiras_test_support::{llvm, tree};
use tileiras_tools::tools::{self, TOOLS};

#[test]
fn the_released_tools_pass_the_suite() {
    let released = tools().with_file_name("release");
    assert!(released.join("tileiras-opt").is_file(), "{} has no tools: run `make release` first", released.display());
    run(&released, &released_plugin());
}

/// The tests of the passes and the dialects, where each run of `tileiras-opt` is compared with a run of the stock
/// `mlir-opt` with the released plugin: standard output, standard error, output file and exit code.
#[test]
fn a_stock_mlir_opt_with_the_plugin_does_the_same() {
    let folder = Folder::new();
    for name in TOOLS.iter().map(|tool| tool.name).chain([tools::NAME]).filter(|name| *name != "tileiras-opt") {
        link(&tools().join(name), &folder.join(name));
    }
    link(&tools().join("tileiras-opt"), &folder.join("ours"));
    link(&llvm::tool("mlir-opt"), &folder.join("stock"));
    folder.file_of_mode("tileiras-opt", tree::read("tests/packages/lit_stock_opt.py"), 0o755);
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

/// The plugin that users get.
fn released_plugin() -> PathBuf {
    existing(tools().with_file_name("libraries").join("prefix/lib/libtileiras_plugin.so"), "make libraries")
}
