//! The rule table agrees with the real ptxas: on each contract and its PTX header.
//!
//! Makes contracts for many chips and PTX versions ([`matrix`]), prints each through the emitter as the header of a kernel
//! that does nothing, runs `ptxas` on it ([`oracle`]), and compares both ways: an error of ours where ptxas rejects or dies
//! and only there, a warning of ours where it warns, for each text of ptxas by the corresponding rule ([`verdict`]).
//! Intended differences are named exceptions; an exception that never applies fails the test.
//!
//! `cargo test --test agreement` takes a fixed sample, `cargo test --test agreement -- --all` (or `make agreement`)
//! everything, `-- --show` prints the cases of the sample.

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

/// The least number of cases of a full run.
const AT_LEAST: usize = 20_000;

/// Runs of ptxas at the same time.
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
    let answers = ask(&cases);
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
    /// `None` if the arguments of `cargo test` ask for no test or for others.
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
    // The matrix repeats itself every so many cases; an odd step meets each of its parts.
    let step = (cases.len() / SAMPLE) | 1;
    cases.into_iter().step_by(step).collect()
}

/// What ptxas is asked: `-arch` and the text.
type Question = (&'static str, String);

/// Asks ptxas each question once, however many cases come to it.
fn ask(cases: &[Case]) -> BTreeMap<Question, Answer> {
    let mut questions: Vec<Question> = cases.iter().filter_map(|case| Some((case.arch.name(), case.ptx()?))).collect();
    questions.sort_unstable();
    questions.dedup();
    let answers = in_parallel(AT_ONCE, questions.len(), |number| Answer::to(questions[number].0, &questions[number].1));
    questions.into_iter().zip(answers).collect()
}
