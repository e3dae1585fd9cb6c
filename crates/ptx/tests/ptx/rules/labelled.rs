//! The kernels of `tests/labelled`, which come in pairs: one has a fault at a marked line, and its twin has none. Its
//! README describes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use tileiras_finding::RuleSet;
use tileiras_test_support::harness::{in_parallel, sample};
use tileiras_test_support::tree;

use crate::rules::expect::{Finding, findings};

const FOLDER: &str = "crates/ptx/tests/labelled";

/// How many lines a finding may be away from a mark.
const NEAR: usize = 6;

/// One kernel, of `KIND-NUMBER.bad.ptx` or `KIND-NUMBER.good.ptx`.
struct Labelled {
    name: String,
    kind: String,
    number: usize,
    faulty: bool,
    text: String,
}

impl Labelled {
    fn new(path: PathBuf) -> Self {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let (pair, label) = name.strip_suffix(".ptx").unwrap().split_once('.').unwrap();
        let (kind, number) = pair.rsplit_once('-').unwrap();
        let faulty = match label {
            "bad" => true,
            "good" => false,
            _ => panic!("{name} is neither bad nor good"),
        };
        let text = tree::read(&path);
        assert!(text.starts_with(&format!("// {label}: ")), "the first line of {name} says why it is {label}");
        let (kind, number) = (kind.to_owned(), number.parse().unwrap());
        Self { name, kind, number, faulty, text }
    }

    /// The lines with the fault: of each access, if it is a race.
    fn marks(&self) -> Vec<usize> {
        let lines = (1..).zip(self.text.lines());
        lines
            .filter(|(_, line)| line.ends_with("// FAULT") || line.ends_with("// ALSO"))
            .map(|(line, _)| line)
            .collect()
    }

    /// Whether a finding is near a mark.
    fn is_found(&self, findings: &[Finding]) -> bool {
        let marks = self.marks();
        findings.iter().any(|(line, _)| marks.iter().any(|mark| mark.abs_diff(*line) <= NEAR))
    }
}

/// All kernels, or each third pair of a kind: each second, if it has few.
fn kernels() -> Vec<Labelled> {
    let mut kernels: Vec<Labelled> = tree::files(FOLDER, &[".ptx"]).into_iter().map(Labelled::new).collect();
    let mut last = BTreeMap::new();
    for kernel in &kernels {
        // Also of those that are not checked.
        assert!(!kernel.faulty || !kernel.marks().is_empty(), "{} marks no line", kernel.name);
        let last = last.entry(kernel.kind.clone()).or_insert(0);
        *last = kernel.number.max(*last);
    }
    kernels.retain(|kernel| {
        let step = if last[&kernel.kind] < 12 { 2 } else { 3 };
        sample(kernel.number.is_multiple_of(step), true)
    });
    kernels
}

/// The kernels that a list names with the reason for each: the faulty ones in which nothing is found, or the correct ones
/// in which something is.
fn listed(list: &str, label: &str) -> BTreeSet<String> {
    let text = tree::read(format!("{FOLDER}/{list}"));
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let names = lines.map(|line| {
        let (name, reason) = line.split_once('\t').unwrap_or_else(|| panic!("no reason: {line}"));
        assert!(name.ends_with(label) && !reason.is_empty(), "{line}");
        assert!(tree::root().join(FOLDER).join(name).exists(), "no such file: {name}");
        name.to_owned()
    });
    names.collect()
}

#[test]
#[expect(clippy::print_stdout, reason = "totals, shown with --nocapture")]
fn faults_of_labelled_kernels_are_found() {
    let (kernels, missed) = (kernels(), listed("missed.txt", ".bad.ptx"));
    let alarms = listed("alarms.txt", ".good.ptx");
    let rules = RuleSet::of_faults();
    let findings = in_parallel(2, kernels.len(), |index| findings(&kernels[index].text, &rules));
    let (mut ratios, mut wrong) = (BTreeMap::new(), String::new());
    for (kernel, findings) in kernels.iter().zip(&findings) {
        let Labelled { name, kind, faulty, text, .. } = kernel;
        let [found, bad, silent, good] = ratios.entry(kind.as_str()).or_insert([0; 4]);
        let complaint = if *faulty {
            let is_found = kernel.is_found(findings);
            *bad += 1;
            *found += usize::from(is_found);
            match (is_found, missed.contains(name)) {
                (true, true) => Some("is found: take it off missed.txt"),
                (false, false) => Some("is missed"),
                _ => None,
            }
        } else {
            *good += 1;
            *silent += usize::from(findings.is_empty());
            match (findings.is_empty(), alarms.contains(name)) {
                (true, true) => Some("is silent: take it off alarms.txt"),
                (false, false) => Some("has a finding"),
                _ => None,
            }
        };
        if let Some(complaint) = complaint {
            writeln!(wrong, "{name} {complaint}: {}", text.lines().next().unwrap()).unwrap();
            for (line, finding) in findings {
                writeln!(wrong, "    {line}: {finding}").unwrap();
            }
        }
    }
    let mut all = [0; 4];
    for (kind, counts) in &ratios {
        let [found, bad, silent, good] = counts;
        println!("{kind}: {found} of {bad} faults found, {silent} of {good} correct kernels silent");
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let [found, bad, silent, good] = all;
    println!("labelled kernels: {found} of {bad} faults found, {silent} of {good} correct kernels silent");
    assert!(wrong.is_empty(), "\n{wrong}");
}
