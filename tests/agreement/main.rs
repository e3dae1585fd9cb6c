//! What the rule table says of a contract is what the real ptxas says of its header.
//!
//! Makes contracts for many chips and PTX versions ([`matrix`]), prints each through the emitter as the header of a kernel
//! that does nothing, runs `ptxas` on it ([`oracle`]), and compares both ways: an error of ours where ptxas rejects or dies
//! and only there, a warning of ours where it warns, for each text of ptxas by the rule that stands for it ([`verdict`]).
//! Where the two differ on purpose, a named exception says so; one that never applies is a fault of this test.
//!
//! `cargo test --test agreement` takes a fixed sample, `cargo test --test agreement -- --all` (or `make agreement`)
//! everything, `-- --show` prints the cases of the sample.

#![allow(clippy::expect_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "this test is its own harness")]

mod case;
mod matrix;
mod oracle;
#[path = "../common/rng.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod rng;
mod tally;
mod verdict;

use case::Case;
use oracle::{Answer, Ptxas};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};
use tally::Tally;

/// Cases of a run without `--all`.
const SAMPLE: usize = 400;

/// The least number of cases of a full run.
const AT_LEAST: usize = 20_000;

/// Runs of ptxas at the same time.
const AT_ONCE: usize = 2;

fn main() -> ExitCode {
    let Some(arguments) = Arguments::read() else { return ExitCode::SUCCESS };
    let ptxas = match Ptxas::find() {
        Ok(ptxas) => ptxas,
        Err(reason) => {
            println!("{reason}");
            return ExitCode::FAILURE;
        }
    };
    let mut cases = matrix::cases();
    assert!(cases.len() >= AT_LEAST, "the matrix has {} cases, fewer than {AT_LEAST}", cases.len());
    if !arguments.all {
        cases = sample(cases);
    }
    if arguments.show {
        cases.iter().for_each(|case| println!("{case}"));
    }
    let answers = ask(&ptxas, &cases);
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
        for argument in env::args().skip(1) {
            match &*argument {
                "--all" => arguments.all = true,
                "--show" => arguments.show = true,
                "--list" => {
                    println!("agreement: test");
                    return None;
                }
                "--ignored" => return None,
                filter if !filter.starts_with('-') && !"agreement".contains(filter) => return None,
                _ => {}
            }
        }
        Some(arguments)
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
fn ask(ptxas: &Ptxas, cases: &[Case]) -> BTreeMap<Question, Answer> {
    let mut questions: Vec<Question> = cases.iter().filter_map(|case| Some((case.arch.name(), case.ptx()?))).collect();
    questions.sort_unstable();
    questions.dedup();
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for worker in 0..AT_ONCE {
            let (next, answers, questions) = (&next, &answers, &questions);
            scope.spawn(move || {
                while let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (arch, text) = question;
                    let answer = ptxas.assemble(worker, arch, text);
                    answers.lock().expect("no thread panics here").insert(question.clone(), answer);
                }
            });
        }
    });
    answers.into_inner().expect("no thread panics here")
}
