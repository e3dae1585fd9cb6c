//! Checks the inputs of past findings, and a fixed number of inputs that are generated from seeds.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::HashMap;
use std::fs;
use std::panic::catch_unwind;
use tileiras_fuzz::{FuzzTarget, Outcome, TARGETS};
use tileiras_test_support::folder;
use tileiras_test_support::harness::sample;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::{find, read, root};

#[test]
fn past_findings_are_fixed() {
    let mut count = 0;
    for target in TARGETS {
        for path in find(&format!("scripts/fuzz/findings/{}", target.name), &[""]) {
            let input = fs::read(&path).expect("a finding can be read");
            // The message of a failed check does not name the file.
            let end = catch_unwind(|| (target.check)(&input));
            assert!(end.is_ok(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 0, "no finding is kept");
}

/// The names of the files in a folder, without the ending `.rs`.
fn names(folder: &str) -> Vec<String> {
    folder::names(&root().join(folder)).iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect()
}

/// A fuzzer or a folder of findings without a target would never be run.
#[test]
fn every_target_is_complete() {
    let mut targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    targets.sort_unstable();
    assert_eq!(names("scripts/fuzz/targets/src/bin"), targets);
    for folder in names("scripts/fuzz/findings") {
        assert!(targets.contains(&folder.as_str()), "findings of '{folder}', which is not a target");
    }
    let script = read("scripts/fuzz/run.sh");
    assert!(targets.iter().all(|target| script.contains(target)));
}

/// Some generated inputs are accepted and some are refused. Otherwise the check would be of no use.
fn generated(target: &FuzzTarget) {
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    let mut rng = Rng::new(2026);
    let mut outcomes: HashMap<Outcome, usize> = HashMap::new();
    for seed in seeds.iter().step_by(sample(16, 1)) {
        (target.check)(seed);
    }
    let cases = sample(target.cases.div_ceil(4), target.cases);
    for _ in 0..cases {
        let input = (target.generate)(&mut rng, &seeds);
        *outcomes.entry((target.check)(&input)).or_default() += 1;
    }
    let few = cases / 50;
    let of = |outcome| outcomes.get(&outcome).copied().unwrap_or_default();
    let enough = of(Outcome::Accepted) > few && of(Outcome::Refused) > few;
    assert!(enough, "{}: of {cases} inputs {outcomes:?}", target.name);
}

macro_rules! targets {
    ($($name:ident,)*) => {
        $(#[test]
        fn $name() {
            generated(TARGETS.iter().find(|target| target.name == stringify!($name)).expect("a target"));
        })*

        /// Every target is in the list above.
        #[test]
        fn all_are_run() {
            assert_eq!(TARGETS.len(), [$(stringify!($name)),*].len());
        }
    };
}

targets! { cubin, import, knobs, modules, options, ptx, tuples, }
