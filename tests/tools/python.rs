//! Runs the tests of the Python package with the tools of this build.

use crate::common::python::{all_pass, python};

#[test]
fn package() {
    all_pass(python(&["-m", "unittest", "discover", "-v", "-s", "python/tests"]), 30);
}
