//! Properties of the passes, for modules that `proptest` makes and shrinks: functions with any facts
//! (`functions.rs`), launches and kernel specs (`launches.rs`), and LLVM IR with annotations (`tests/support`).
//!
//! `PROPTEST_CASES` sets the number of cases of each property; without it, there are 64, or 256 in a whole run. A case
//! that fails is kept in `tests/tools/properties/regressions.txt` and is run first the next time.

#![allow(clippy::expect_used, reason = "a test may panic")]

mod functions;
mod launches;

use crate::session::{Session, bytecode, generic, generic_local_scope, pretty, whole};
use functions::{Function, functions, name, named};
use melior::ir::Module;
use melior::ir::operation::OperationLike as _;
use proptest::prelude::*;
use proptest::test_runner::{FileFailurePersistence, TestCaseError};
use std::cell::Cell;

use tileiras_finding::{Group, RuleId};
use tileiras_mlir::operation::children;
use tileiras_test_support::facts::{Facts, FactsOf};
use tileiras_test_support::harness::sample;
use tileiras_test_support::{generator, mlir};

/// Targets, as options of a pass.
const TARGETS: [&str; 6] =
    ["", "chip=sm_80", "chip=sm_90 ptx=7.8", "chip=sm_90a ptx=9.0", "chip=sm_100a", "chip=sm_120a ptx=9.0"];

fn config() -> ProptestConfig {
    let kept =
        FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/properties/regressions.txt"));
    let cases = ProptestConfig::default().cases;
    // The default already includes PROPTEST_CASES.
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { cases } else { sample(64, 256) };
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(kept)),
        max_global_rejects: 65_536,
        ..Default::default()
    }
}

fn targets() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&TARGETS[..])
}

/// Any LLVM IR with annotations: a seed and a number of sets of functions.
fn llvm() -> impl Strategy<Value = (u64, usize)> {
    (any::<u64>(), 1..5usize)
}

fn pass(name: &str, options: &str) -> String {
    format!("{name}{{{options}}}")
}

/// The number of useful cases: those in which the pass succeeded, so that the property was checked.
#[derive(Default)]
struct Tally {
    good: Cell<u32>,
    all: Cell<u32>,
}

impl Tally {
    fn count(&self, good: bool) {
        self.all.set(self.all.get() + 1);
        self.good.set(self.good.get() + u32::from(good));
    }

    /// Asserts that at least this percentage of the cases was useful.
    #[track_caller]
    fn at_least(&self, percent: u32) {
        let (good, all) = (self.good.get(), self.all.get());
        assert!(good * 100 >= all * percent, "only {good} of {all} cases are useful");
    }
}

/// The facts of a module in canonical form, read without the project's code.
fn facts(module: &Module<'_>) -> FactsOf {
    let parsed = mlir::parse(&generic(module.as_operation()));
    let of_function = |function: &mlir::Operation| {
        let facts = Facts::of_mlir(function).unwrap_or_else(|what| panic!("{what}"));
        (function.symbol().expect("a function has a name").to_owned(), facts)
    };
    parsed.all("llvm.func").into_iter().map(of_function).collect()
}

fn or_fail<T>(result: Result<T, String>) -> Result<T, TestCaseError> {
    result.map_err(TestCaseError::fail)
}

#[test]
fn transplant_is_idempotent() {
    let session = Session::new();
    let forms = || prop::sample::select(&["", "form=upstream"][..]);
    proptest!(config(), |((seed, sets) in llvm(), functions in functions(), form in forms())| {
        let text = generator::module(seed, sets, false).text;
        let imported = or_fail(session.import(&text))?;
        for module in [imported, session.parse(&functions::legacy(&named(&functions)))] {
            let transplant = pass("nvvm-transplant", form);
            // Upstream's form cannot express some constant arguments of LLVM IR.
            if session.run(&module, &transplant).is_ok() {
                let once = whole(module.as_operation());
                or_fail(session.run(&module, &transplant))?;
                prop_assert_eq!(&once, &whole(module.as_operation()));
            } else {
                prop_assert_eq!(form, "form=upstream");
            }
        }
    });
}

#[test]
fn verify_changes_nothing() {
    let session = Session::new();
    let accepted = Tally::default();
    let inputs = || (llvm(), functions());
    proptest!(config(), |(((seed, sets), functions) in inputs(), target in targets(), strict in any::<bool>())| {
        let text = generator::module(seed, sets, false).text;
        let named = named(&functions);
        let modules = [
            or_fail(session.import(&text))?,
            session.parse(&functions::canonical(&named)),
            session.parse(&functions::legacy(&named)),
        ];
        for module in modules {
            let before = whole(module.as_operation());
            let strict = if strict { " warnings-as-errors=true" } else { "" };
            let result = session.run(&module, &pass("nvvm-verify", &format!("{target}{strict}")));
            accepted.count(result.is_ok());
            prop_assert_eq!(before, whole(module.as_operation()));
        }
    });
    accepted.at_least(5);
}

/// A contract that `nvvm-legalize` accepts has no error of the group `assembler`.
#[test]
fn legalized_contracts_assemble() {
    let session = Session::new();
    let legal = Tally::default();
    let others: Vec<&str> =
        RuleId::ALL.iter().filter(|rule| rule.group() != Group::Assembler).map(|rule| rule.name()).collect();
    let others = others.join(",");
    proptest!(config(), |(function in functions::function(), target in targets())| {
        let module = session.parse(&functions::canonical(&[(name(0), &function)]));
        let result = session.run(&module, &pass("nvvm-legalize", target));
        legal.count(result.is_ok());
        if result.is_ok() {
            or_fail(session.run(&module, &pass("nvvm-verify", &format!("{target} disable={others}"))))?;
        }
    });
    legal.at_least(20);
}

/// `nvvm-export`, in either form, and `nvvm-transplant` after it give the same facts.
#[test]
fn export_and_transplant_are_the_identity_on_facts() {
    let session = Session::new();
    let exported = Tally::default();
    proptest!(config(), |((seed, sets) in llvm(), functions in functions(), legacy in any::<bool>())| {
        let imported = or_fail(session.import(&generator::module(seed, sets, false).text))?;
        or_fail(session.run(&imported, "nvvm-transplant"))?;
        let form = if legacy { "legacy=true" } else { "" };
        for (module, ours) in [(imported, false), (session.parse(&functions::canonical(&named(&functions))), true)] {
            let before = facts(&module);
            let result = session.run(&module, &pass("nvvm-export", form));
            exported.count(result.is_ok());
            match result {
                Ok(_) => {
                    or_fail(session.run(&module, "nvvm-transplant"))?;
                    prop_assert_eq!(before, facts(&module));
                }
                // Upstream's form cannot express some facts of LLVM IR.
                Err(error) => {
                    prop_assert!(!ours && !legacy && error.contains("'--export-nvvm' carries it"), "{error}");
                },
            }
        }
    });
    exported.at_least(50);
}

/// The printed dialect is parsed as the same IR, in each of its three forms.
#[test]
fn the_dialect_round_trips_through_text_and_bytecode() {
    let session = Session::new();
    proptest!(config(), |(host in launches::host())| {
        let module = session.parse(&host.text());
        or_fail(session.run(&module, "convert-gpu-to-nv-tileaa"))?;
        let (usual, full) = (pretty(module.as_operation()), generic(module.as_operation()));
        prop_assert!(usual.contains("#nv_tileaa.kernel_spec"));
        prop_assert!(!usual.contains("gpu.launch_func"));
        for content in [usual.as_bytes(), full.as_bytes(), &bytecode(module.as_operation())] {
            let again = or_fail(session.read(content))?;
            prop_assert_eq!(&usual, &pretty(again.as_operation()));
            prop_assert_eq!(&full, &generic(again.as_operation()));
            prop_assert!(again.as_operation().verify());
        }
    });
}

/// Writes functions with their names as a module.
type Writer = fn(&[(String, &Function)]) -> String;

/// The passes that handle one function at a time, with the writer of their input.
const SPLIT: [(&str, Writer); 6] = [
    ("nvvm-transplant", functions::legacy),
    ("nvvm-transplant{form=upstream}", functions::legacy),
    ("nvvm-legalize", functions::canonical),
    ("nvvm-verify", functions::canonical),
    ("nvvm-export", functions::canonical),
    ("nv-tileaa-derive-launch", functions::canonical),
];

/// A pass on a module has the same result as on modules of one function each. It fails if it fails on one of them;
/// otherwise the functions are the same.
#[test]
fn passes_handle_functions_independently() {
    let session = Session::new();
    let good = Tally::default();
    let split = || prop::sample::select(&SPLIT[..]);
    proptest!(config(), |(functions in functions(), target in targets(), (passes, text) in split())| {
        let takes_target = ["nvvm-legalize", "nvvm-verify"].contains(&passes);
        let passes = if takes_target { pass(passes, target) } else { passes.to_owned() };
        let functions_of = |module: &Module<'_>| -> Vec<String> {
            let body = children(module.as_operation());
            body.into_iter().map(generic_local_scope).collect()
        };
        let named = named(&functions);
        let together = session.parse(&text(&named));
        let apart: Vec<Module<'_>> = named.iter().map(|one| session.parse(&text(std::slice::from_ref(one)))).collect();
        let failed = apart.iter().filter(|module| session.run(module, &passes).is_err()).count();
        let result = session.run(&together, &passes);
        good.count(result.is_ok());
        prop_assert_eq!(result.is_ok(), failed == 0, "{:?}", result);
        if failed == 0 {
            let parts: Vec<String> = apart.iter().flat_map(functions_of).collect();
            prop_assert_eq!(parts, functions_of(&together));
        }
    });
    good.at_least(30);
}
