//! The inputs of past findings are checked again, and inputs that are made of seeds, a fixed number of them.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::HashMap;
use std::fs;
use std::panic::catch_unwind;
use tileiras_fuzz::{Outcome, TARGETS, Target};
use tileiras_test_support::folder;
use tileiras_test_support::rng::Rng;
use tileiras_test_support::tree::{find, read, root};

#[test]
fn past_findings_are_mended() {
    let mut count = 0;
    for target in TARGETS {
        for path in find(&format!("fuzz/findings/{}", target.name), &[""]) {
            let input = fs::read(&path).expect("a finding can be read");
            // What a check says when it fails does not name the file.
            let end = catch_unwind(|| (target.check)(&input));
            assert!(end.is_ok(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 0, "no finding is kept");
}

/// The names of what is in a folder, without the ending `.rs`.
fn names(folder: &str) -> Vec<String> {
    folder::names(&root().join(folder)).iter().map(|name| name.trim_end_matches(".rs").to_owned()).collect()
}

/// A program that no target has, or findings of none, would never be run.
#[test]
fn every_target_is_complete() {
    let mut targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    targets.sort_unstable();
    assert_eq!(names("fuzz/fuzz_targets"), targets);
    for folder in names("fuzz/findings") {
        assert!(targets.contains(&folder.as_str()), "findings of '{folder}', which is no target");
    }
    let script = read("scripts/fuzz.sh");
    assert!(targets.iter().all(|target| script.contains(target)));
}

/// Of the generated inputs, some are taken and some refused, or else the check has seen nothing.
fn generated(target: &Target) {
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    let mut rng = Rng::new(2026);
    let mut outcomes: HashMap<Outcome, usize> = HashMap::new();
    for seed in &seeds {
        (target.check)(seed);
    }
    for _ in 0..target.cases {
        let input = (target.generate)(&mut rng, &seeds);
        *outcomes.entry((target.check)(&input)).or_default() += 1;
    }
    let twentieth = target.cases / 20;
    let of = |outcome| outcomes.get(&outcome).copied().unwrap_or_default();
    let enough = of(Outcome::Taken) >= twentieth && of(Outcome::Refused) >= twentieth;
    assert!(enough, "{}: of {} inputs {outcomes:?}", target.name, target.cases);
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
