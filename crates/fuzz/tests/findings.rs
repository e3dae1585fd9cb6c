//! The inputs of past findings are checked again, and inputs that are made of seeds, a fixed number of them.

#![expect(clippy::expect_used, reason = "a test")]

use std::collections::HashMap;
use std::fs;
use std::panic::catch_unwind;
use tileiras_fuzz::rng::Rng;
use tileiras_fuzz::{Outcome, TARGETS, Target, files, path};

#[test]
fn past_findings_are_mended() {
    let mut count = 0;
    for target in TARGETS {
        for (path, input) in files(&format!("fuzz/findings/{}", target.name), &[""]) {
            // What a check says when it fails does not name the file.
            let end = catch_unwind(|| (target.check)(&input));
            assert!(end.is_ok(), "{}", path.display());
            count += 1;
        }
    }
    assert!(count > 0, "no finding is kept");
}

/// The names of what is in a folder, without their endings.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(path(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut names: Vec<_> =
        paths.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    names.sort();
    names
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
    let script = fs::read_to_string(path("scripts/fuzz.sh")).expect("the script is there");
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
