//! Runs the tests of the Python package with the tools of this build. `make wheel-test` tests the wheel.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::Path;
use std::process::Command;
use tileiras_test_support::llvm;
use tileiras_test_support::process::run_command;
use tileiras_test_support::tree::root;

/// The minimum number of tests. With fewer, some were not found.
const AT_LEAST: usize = 30;

#[test]
fn python() {
    let tools = Path::new(env!("CARGO_BIN_EXE_tileiras-opt")).parent().expect("a program is in a folder");
    let python = root().join(".tools/python/bin/python");
    assert!(python.is_file(), "{} is missing: run `make install`", python.display());
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(python);
    command.args(["-m", "unittest", "discover", "-v", "-s", "python/tests"]).current_dir(root());
    command.env("PYTHONPATH", root().join("python/src"));
    command.env("PATH", format!("{}:{}:{path}", tools.display(), llvm::prefix().join("bin").display()));
    let report = run_command(command, b"").expect_good().err;
    let passed = report.lines().filter(|line| line.ends_with("... ok")).count();
    assert!(passed >= AT_LEAST, "{passed} tests have passed, fewer than {AT_LEAST}:\n{report}");
    assert!(report.contains(&format!("Ran {passed} tests")), "not every test has passed:\n{report}");
}
