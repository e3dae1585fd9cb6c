//! The import and `nvvm-transplant=on-conflict=last` have the same result as LLVM's own upgrade of annotations.
//!
//! Makes annotation sets from a seed (`tests/support/src/generator.rs`), lets stock `opt` upgrade them, and compares
//! the launch facts of every function, and the pairs that stay legacy. Two differences are intended:
//! `blocksareclusters`, which LLVM leaves in its tuple, is a fact here, and `align` stays legacy.
//!
//! `cargo test --test differential -- --seed 7 --count 20000` selects the seed and the number of sets. A module has 25
//! sets.

#![allow(clippy::expect_used, reason = "a test may panic")]
#![allow(clippy::print_stdout, reason = "this test is its own harness")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::{env, panic, thread};
use tileiras_test_support::facts::{Facts, FactsOf, Key, key, pairs, symbol};
use tileiras_test_support::generator::{self, Module};
use tileiras_test_support::mlir::{self, Attribute};
use tileiras_test_support::{harness, ll, llvm};

const SETS_OF_A_MODULE: usize = 25;
const SHOWN_FAILURES: usize = 3;

fn main() -> ExitCode {
    let Some(task) = Task::from_arguments() else { return ExitCode::SUCCESS };
    let modules = task.count.div_ceil(SETS_OF_A_MODULE);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let outcomes = harness::in_parallel(threads, modules, |number| {
        let (seed, sets) = task.part(number);
        let module = generator::module(seed, sets, true);
        let outcome = panic::catch_unwind(|| compare(&module)).unwrap_or_else(|_| Err("panicked".to_owned()));
        (seed, module, outcome)
    });
    let mut tally = Tally::default();
    for (seed, module, outcome) in outcomes {
        tally.add(seed, &module, outcome);
    }
    tally.report()
}

/// The seed and the number of sets of a run.
struct Task {
    seed: u64,
    count: usize,
}

impl Task {
    /// From `--seed` and `--count`, or `TILEIRAS_SEED` and `TILEIRAS_COUNT`. `None` if the arguments of `cargo test`
    /// select other tests.
    fn from_arguments() -> Option<Self> {
        let variable = |name| env::var(name).ok().map(|value| number(&value));
        let mut task = Self {
            seed: variable("TILEIRAS_SEED").unwrap_or(22),
            count: variable("TILEIRAS_COUNT").map_or(2000, |count| usize::try_from(count).unwrap_or(usize::MAX)),
        };
        let selected = harness::selected("differential", |flag, rest| {
            let mut value = || number(&rest.next().unwrap_or_default());
            match flag {
                "--seed" => task.seed = value(),
                "--count" => task.count = usize::try_from(value()).unwrap_or(usize::MAX),
                _ => {}
            }
        });
        selected.then_some(task)
    }

    /// The seed and number of sets of a module.
    fn part(&self, module: usize) -> (u64, usize) {
        let left = self.count - module * SETS_OF_A_MODULE;
        // Module 0 has the seed of the run, so that `--seed S --count 25` repeats the module with seed S.
        (self.seed.wrapping_add(module as u64), left.min(SETS_OF_A_MODULE))
    }
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("a number is expected, got '{text}'"))
}

/// The differences, by function.
type Differences = BTreeMap<String, String>;

/// The number of functions that state each fact, and of pairs that stay legacy.
type Coverage = BTreeMap<&'static str, usize>;

/// Compares both sides on one module. It is an error if one of them fails.
fn compare(module: &Module) -> Result<(Differences, Coverage), String> {
    let (theirs, their_rest) = stock(&module.text)?;
    let (ours, our_rest) = transplanted(&module.text)?;
    let mut coverage = Coverage::from([("pairs left", their_rest.len())]);
    for facts in theirs.values() {
        for fact in facts.names() {
            *coverage.entry(fact).or_default() += 1;
        }
    }
    let mut differences = Differences::new();
    let names: BTreeSet<&String> = theirs.keys().chain(ours.keys()).collect();
    for name in names {
        let (their, our) = (theirs.get(name), ours.get(name));
        if their != our {
            differences.insert(name.clone(), format!("LLVM: {their:?}\nours: {our:?}"));
        }
    }
    for pair in their_rest.symmetric_difference(&our_rest) {
        let side = if their_rest.contains(pair) { "LLVM" } else { "ours" };
        differences.entry(pair.0.clone()).or_default().push_str(&format!("\nonly {side} leaves {pair:?}"));
    }
    Ok((differences, coverage))
}

/// Pairs that stay legacy: symbol, key, value.
type Rest = BTreeSet<(String, String, String)>;

/// The facts and the remaining pairs after stock `opt`.
fn stock(text: &str) -> Result<(FactsOf, Rest), String> {
    let upgraded = llvm::stock("opt", &["-S"], text.as_bytes()).good()?.text();
    let upgraded = ll::parse(&upgraded);
    let mut facts: FactsOf =
        upgraded.functions.iter().map(|function| (function.name.clone(), Facts::of_llvm(function))).collect();
    let mut rest = Rest::new();
    for tuple in &upgraded.annotations {
        let Some(symbol) = symbol(tuple) else { continue };
        for (name, value) in pairs(tuple) {
            match key(name) {
                Some(Key::BlocksAreClusters) => {
                    facts.get_mut(symbol).ok_or("a function is missing")?.add(Key::BlocksAreClusters, value);
                }
                Some(_) => return Err(format!("LLVM leaves {name} of {symbol}")),
                None => drop(rest.insert((symbol.to_owned(), name.to_owned(), format!("{value:?}")))),
            }
        }
    }
    Ok((facts, rest))
}

/// The facts and the remaining pairs after the import and the transplant.
fn transplanted(text: &str) -> Result<(FactsOf, Rest), String> {
    let imported = common::import(text.as_bytes()).good()?;
    let arguments = ["--nvvm-transplant=on-conflict=last", "--mlir-print-op-generic"];
    let module = mlir::parse(&common::opt(&arguments, &imported.out).good()?.text());
    let mut facts = FactsOf::new();
    for function in module.all("llvm.func") {
        let name = function.symbol().ok_or("a function has no name")?;
        facts.insert(name.to_owned(), Facts::of_mlir(function).map_err(|what| format!("@{name}: {what}"))?);
    }
    let mut rest = Rest::new();
    for tuple in module.attributes.get("nvvm.annotations").and_then(Attribute::list).unwrap_or_default() {
        let tuple = tuple.list().ok_or("a tuple is no list")?;
        let symbol = symbol(tuple).ok_or("a tuple without a symbol stays")?;
        for (name, value) in pairs(tuple) {
            // LLVM makes attributes of `align`.
            if name != "align" || !facts.contains_key(symbol) {
                rest.insert((symbol.to_owned(), name.to_owned(), format!("{value:?}")));
            }
        }
    }
    Ok((facts, rest))
}

/// The results of a run.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    shown: usize,
    functions: usize,
    coverage: Coverage,
}

impl Tally {
    fn add(&mut self, seed: u64, module: &Module, outcome: Result<(Differences, Coverage), String>) {
        self.functions += module.sets.iter().map(Vec::len).sum::<usize>();
        let bad = match &outcome {
            Ok((found, coverage)) => {
                for (fact, count) in coverage {
                    *self.coverage.entry(fact).or_default() += count;
                }
                let bad = module.sets.iter().filter(|set| set.iter().any(|name| found.contains_key(name))).count();
                // A difference can be in a tuple that is not about a function, such as one about a global.
                bad.max(usize::from(!found.is_empty()))
            }
            Err(_) => module.sets.len(),
        };
        self.failed += bad;
        self.passed += module.sets.len() - bad;
        if bad > 0 && self.shown < SHOWN_FAILURES {
            self.shown += 1;
            show(seed, module, outcome.map(|(found, _)| found));
        }
    }

    fn report(&self) -> ExitCode {
        println!("{} functions compared, with {:?}", self.functions, self.coverage);
        // The generator must make every fact and pairs that stay: otherwise they are not compared.
        let complete = self.passed < 1000 || self.coverage.len() == Facts::KINDS + 1;
        if !complete {
            println!("the generator does not make every fact");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 && self.passed > 0 && complete { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn show(seed: u64, module: &Module, outcome: Result<Differences, String>) {
    println!("---- seed {seed} ({} sets): repeat with --seed {seed} --count {}", module.sets.len(), module.sets.len());
    println!("{}", module.text);
    match outcome {
        Err(what) => println!("{what}"),
        Ok(differences) => {
            for (name, what) in differences {
                println!("---- @{name}\n{what}");
            }
        }
    }
}
