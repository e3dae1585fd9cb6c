//! Runs a sample of the mutation harness with the tools of this build: see docs/MUTANTS.md.
//!
//! The harness fails if a good kernel of tests/kernels gets a finding, if a mutant that is not faulty gets one, or if
//! a faulty mutant survives that tests/kernels/survivors.txt does not list. `make mutants` runs all of them.

#![expect(clippy::expect_used, reason = "a test")]

use std::process::Command;
use tileiras_test_support::process::run_command;
use tileiras_test_support::tree::root;

/// The number of mutants and the seed of the sample. Only the kernels of these mutants are checked.
const SAMPLE: [&str; 4] = ["--sample", "24", "--seed", "17"];

#[test]
fn rules_report_planted_faults() {
    let tools = crate::common::tools();
    let mut command = Command::new("python3");
    command.arg(root().join("scripts/mutants")).arg("--bin").arg(tools).args(SAMPLE);
    let done = run_command(command, b"");
    let text = done.text();
    done.good().map_err(|what| format!("{text}\n{what}")).expect("the rules report what is planted");
}
