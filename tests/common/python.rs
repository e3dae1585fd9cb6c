//! Runs the tests of the Python package.

use super::tools;
use std::process::Command;
use tileiras_test_support::process::run_command;
use tileiras_test_support::tree::root;
use tileiras_test_support::{llvm, ptxas};

/// Python with the pinned packages, the package and the tools.
pub fn python(arguments: &[&str]) -> Command {
    let python = root().join(".tools/python/bin/python");
    assert!(python.is_file(), "{} is missing: run `make dependencies`", python.display());
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(python);
    command.args(arguments).current_dir(root()).env("PYTHONPATH", root().join("python/src"));
    command.env("PATH", format!("{}:{}:{path}", tools().display(), llvm::prefix().join("bin").display()));
    command.env("TILEIRAS_PTXAS", ptxas::program());
    command
}

/// Fails unless all tests, and at least so many, pass.
pub fn all_pass(tests: Command, at_least: usize) {
    let report = run_command(tests, b"").expect_good().err;
    let passed = report.lines().filter(|line| line.ends_with("ok")).count();
    assert!(passed >= at_least, "{passed} tests have passed, fewer than {at_least}:\n{report}");
    assert!(report.contains(&format!("Ran {passed} tests")), "not every test has passed:\n{report}");
}
