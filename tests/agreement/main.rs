//! The rule table agrees with the real ptxas: on each contract and its PTX header.
//!
//! Makes contracts for many chips and PTX versions ([`matrix`]), prints each with the emitter as the header of a kernel
//! that does nothing, and runs `ptxas` on it ([`oracle`]). The rules must report an error exactly if ptxas rejects or
//! crashes, and a warning if ptxas warns; for each message of ptxas, it must be the corresponding rule ([`verdict`]).
//! Intended differences are named exceptions; an exception that never applies fails the test.
//!
//! `cargo test --test agreement` runs a fixed sample of the cases, `cargo test --test agreement -- --all` (or
//! `make agreement`) all of them. `-- --show` prints the cases that are run.

#![allow(clippy::expect_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "this test is its own harness")]

mod case;
mod matrix;
mod oracle;
mod tally;
mod verdict;

use case::Case;
use oracle::Answer;
use std::collections::BTreeMap;
use std::process::ExitCode;
use tally::Tally;
use tileiras_test_support::harness::{in_parallel, selected};

/// Cases of a run without `--all`.
const SAMPLE: usize = 400;

/// The minimum number of cases of a full run.
const AT_LEAST: usize = 20_000;

/// The number of threads that run ptxas.
const AT_ONCE: usize = 2;

fn main() -> ExitCode {
    let Some(arguments) = Arguments::read() else { return ExitCode::SUCCESS };
    let mut cases = matrix::cases();
    assert!(cases.len() >= AT_LEAST, "the matrix has {} cases, fewer than {AT_LEAST}", cases.len());
    if !arguments.all {
        cases = sample(cases);
    }
    if arguments.show {
        cases.iter().for_each(|case| println!("{case}"));
    }
    let answers = run_ptxas(&cases);
    let mut tally = Tally::default();
    for case in &cases {
        let answer = case.ptx().map(|text| &answers[&(case.arch.name(), text)]);
        tally.add(case, answer);
    }
    tally.report(answers.len(), arguments.all)
}

struct Arguments {
    all: bool,
    show: bool,
}

impl Arguments {
    /// `None` if the arguments of `cargo test` do not select this test.
    fn read() -> Option<Self> {
        let mut arguments = Self { all: false, show: false };
        let selected = selected("agreement", |flag, _| match flag {
            "--all" => arguments.all = true,
            "--show" => arguments.show = true,
            _ => {}
        });
        selected.then_some(arguments)
    }
}

/// Cases spread evenly over the matrix, always the same.
fn sample(cases: Vec<Case>) -> Vec<Case> {
    // The matrix has a period; an odd step reaches each of its parts.
    let step = (cases.len() / SAMPLE) | 1;
    cases.into_iter().step_by(step).collect()
}

/// The input of ptxas: `-arch` and the text.
type Input = (&'static str, String);

/// Runs ptxas once for each input. Several cases can have the same input.
fn run_ptxas(cases: &[Case]) -> BTreeMap<Input, Answer> {
    let mut inputs: Vec<Input> = cases.iter().filter_map(|case| Some((case.arch.name(), case.ptx()?))).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let answers = in_parallel(AT_ONCE, inputs.len(), |number| Answer::of(inputs[number].0, &inputs[number].1));
    inputs.into_iter().zip(answers).collect()
}
