//! Runs the tests of the wheel with the released tools.

#![expect(clippy::expect_used, reason = "a test")]

use crate::common::python::{all_pass, python};
use crate::common::tools;
use tileiras_test_support::folder::Folder;
use tileiras_test_support::process::run_command;

/// The wheel in a fresh virtual environment. `make wheel-test` also compares two wheels of the same tools.
#[test]
fn wheel() {
    let released = tools().with_file_name("release");
    assert!(released.join("tileiras").is_file(), "{} has no program: run `make release` first", released.display());
    let folder = Folder::new();
    let mut command = python(&["scripts/wheel.py"]);
    command.arg(released).arg("-o").arg(folder.path());
    let output = run_command(command, b"").expect_good().text();
    let wheel = output.lines().last().expect("the script prints the path of the wheel");
    let mut tests = python(&["python/tests/wheel.py", "-v", "Wheel"]);
    tests.env("TILEIRAS_WHEEL", wheel);
    all_pass(tests, 10);
}
