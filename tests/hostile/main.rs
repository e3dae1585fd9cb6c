//! Hostile runs: the tools as processes, on inputs, folders, programs, signals and limits that a user should not have.
//!
//! Each run is made from a class and a seed, and nothing else. [`oracle`] has the properties that every run must have;
//! a run without one of them is a finding, which is printed with its commands, and its folder is kept.
//!
//! | class | module | hostile is |
//! |---|---|---|
//! | `inputs` | [`inputs`] | a module: bitcode, bytecode or text with changed bytes or tokens, beside good inputs |
//! | `objects` | [`objects`] | a cubin, an object, a fat binary, PTX or a knobs file with changed bytes |
//! | `bombs` | [`bombs`] | a small valid module that can take any time or memory |
//! | `passes` | [`passes`] | the list of `--passes`: random passes of MLIR on kernels with facts |
//! | `places` | [`places`] | what inputs and outputs are: links, folders, FIFOs, devices, read-only files |
//! | `stand-ins` | [`stand_ins`] | `ptxas`: it floods, hangs, forks, dies, writes anything, removes its input |
//! | `signals` | [`signals`] | the moment of a SIGINT, SIGTERM or SIGHUP |
//! | `limits` | [`limits`] | a limit of memory, processes, files, file size, time or stack |
//!
//! `cargo test --test hostile` runs a small fixed sample. Options after `--`: `--seconds=N` runs for that time with
//! seeds from the clock on, `--seed=N` sets the first seed, `--runs=N` the number of runs of a class, `--class=NAME`
//! selects a class, `--jobs=N` sets how many runs there are at the same time. `--class=NAME --seed=N` repeats one run
//! and keeps its folder.

#![forbid(unsafe_code)]
#![allow(clippy::expect_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "this test is its own harness")]

mod bombs;
#[path = "../common/mod.rs"]
mod common;
mod corpus;
mod facts;
mod inputs;
mod limits;
mod objects;
mod oracle;
mod passes;
mod places;
mod process;
mod report;
mod signals;
mod snapshot;
mod stand_ins;

use oracle::Case;
use report::Report;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tileiras_test_support::harness::selected;

/// A kind of hostile run.
struct Class {
    name: &'static str,
    run: fn(&mut Case),
    /// The number of runs in a run without options.
    sample: usize,
}

const CLASSES: &[Class] = &[
    Class { name: "inputs", run: inputs::run, sample: 20 },
    Class { name: "objects", run: objects::run, sample: 12 },
    Class { name: "bombs", run: bombs::run, sample: 1 },
    Class { name: "passes", run: passes::run, sample: 12 },
    Class { name: "places", run: places::run, sample: 15 },
    Class { name: "stand-ins", run: stand_ins::run, sample: 10 },
    Class { name: "signals", run: signals::run, sample: 8 },
    Class { name: "limits", run: limits::run, sample: 10 },
];

struct Arguments {
    seconds: Option<u64>,
    seed: Option<u64>,
    runs: Option<usize>,
    class: Option<String>,
    jobs: usize,
}

impl Arguments {
    /// `None` if the arguments of `cargo test` do not select this test.
    fn read() -> Option<Self> {
        let mut arguments = Self { seconds: None, seed: None, runs: None, class: None, jobs: 2 };
        let selected = selected("hostile", |flag, _| {
            let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
            let number = || value.parse().unwrap_or_else(|_| panic!("'{flag}': a number is expected"));
            match name {
                "--seconds" => arguments.seconds = Some(number()),
                "--seed" => arguments.seed = Some(number()),
                "--runs" => arguments.runs = Some(number() as usize),
                "--class" => arguments.class = Some(value.to_owned()),
                "--jobs" => arguments.jobs = (number() as usize).max(1),
                _ => {}
            }
        });
        selected.then_some(arguments)
    }

    /// The first seed of each class.
    fn first_seed(&self) -> u64 {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs());
        self.seed.unwrap_or_else(|| if self.seconds.is_some() { clock() * 1000 } else { 1 })
    }

    /// One run is repeated, to look at it.
    const fn is_repetition(&self) -> bool {
        self.seed.is_some() && self.class.is_some() && self.seconds.is_none() && self.runs.is_none()
    }
}

/// The runs of a class so far.
struct Progress {
    class: &'static Class,
    started: usize,
    limit: usize,
    spent: Duration,
}

fn main() -> ExitCode {
    let Some(arguments) = Arguments::read() else { return ExitCode::SUCCESS };
    let chosen: Vec<&Class> =
        CLASSES.iter().filter(|class| arguments.class.as_deref().is_none_or(|name| name == class.name)).collect();
    assert!(!chosen.is_empty(), "--class is none of {:?}", CLASSES.iter().map(|class| class.name).collect::<Vec<_>>());
    // A panic of a reader of the tests is reported with its case.
    panic::set_hook(Box::new(|_| {}));
    let seed = arguments.first_seed();
    println!("hostile runs from seed {seed} on, {} at a time", arguments.jobs);
    let limit = |class: &Class| match (arguments.runs, arguments.seconds) {
        _ if arguments.is_repetition() => 1,
        (Some(runs), _) => runs,
        (None, Some(_)) => usize::MAX,
        (None, None) => class.sample,
    };
    let start = |class: &&'static Class| Progress { class, started: 0, limit: limit(class), spent: Duration::ZERO };
    let progress: Mutex<Vec<Progress>> = Mutex::new(chosen.iter().map(start).collect());
    let report = Mutex::new(Report::new(chosen.iter().map(|class| class.name)));
    let deadline = arguments.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| work(&progress, &report, seed, deadline, arguments.is_repetition()));
        }
    });
    corpus::remove_scratch();
    let report = report.into_inner().expect("no thread panics");
    report.print();
    if report.findings() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Takes runs until there are no more: the next one is of the class that has had the least time.
fn work(progress: &Mutex<Vec<Progress>>, report: &Mutex<Report>, seed: u64, deadline: Option<Instant>, keep: bool) {
    while deadline.is_none_or(|deadline| Instant::now() < deadline) {
        let next = {
            let mut progress = progress.lock().expect("no thread panics");
            let open = progress.iter_mut().filter(|progress| progress.started < progress.limit);
            let Some(next) = open.min_by_key(|progress| progress.spent) else { return };
            next.started += 1;
            (next.class, seed + next.started as u64 - 1)
        };
        let (class, seed) = next;
        let started = Instant::now();
        let mut case = Case::new(class.name, seed);
        let result = panic::catch_unwind(AssertUnwindSafe(|| (class.run)(&mut case)));
        if let Err(panic) = result {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            case.finding("the harness failed", text);
        }
        let mut report = report.lock().expect("no thread panics");
        report.add(case, started.elapsed(), keep);
        drop(report);
        let mut progress = progress.lock().expect("no thread panics");
        let own = progress.iter_mut().find(|progress| progress.class.name == class.name);
        own.expect("it is there").spent += started.elapsed();
    }
}
