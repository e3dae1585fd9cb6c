//! Runs the tests of the Python package with the tools of this build, and those of the wheel with the released tools.

#![expect(clippy::expect_used, reason = "a test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::run_command;
use tileiras_test_support::tree::root;
use tileiras_test_support::{llvm, ptxas};

/// The folder of the tools of this build.
fn tools() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tileiras-opt")).parent().expect("a program is in a folder")
}

/// Python with the pinned packages, the package and the tools.
fn python(arguments: &[&str]) -> Command {
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
fn all_pass(tests: Command, at_least: usize) {
    let report = run_command(tests, b"").expect_good().err;
    let passed = report.lines().filter(|line| line.ends_with("ok")).count();
    assert!(passed >= at_least, "{passed} tests have passed, fewer than {at_least}:\n{report}");
    assert!(report.contains(&format!("Ran {passed} tests")), "not every test has passed:\n{report}");
}

#[test]
fn package() {
    all_pass(python(&["-m", "unittest", "discover", "-v", "-s", "python/tests"]), 30);
}

/// The wheel in a fresh virtual environment. `make wheel-test` also compares two wheels of the same tools.
#[test]
fn wheel() {
    let released: PathBuf = tools().with_file_name("release");
    assert!(released.join("tileiras").is_file(), "{} has no program: run `make release` first", released.display());
    let folder = Folder::new();
    let mut command = python(&["scripts/wheel.py"]);
    command.arg(released).arg("-o").arg(folder.path());
    let output = run_command(command, b"").expect_good().text();
    let wheel = output.lines().last().expect("the script prints the path of the wheel");
    let mut tests = python(&["python/tests/wheel.py", "-v", "Wheel"]);
    tests.env("TILEIRAS_WHEEL", wheel);
    all_pass(tests, 8);
}
