//! Findings as they happen, and the table at the end.

use crate::oracle::Case;
use std::collections::BTreeMap;
use std::time::Duration;

/// Findings of one kind that are printed in full, with the folder of their run kept. The others are counted.
const SHOWN: usize = 5;
/// Longer texts are cut off.
const LONGEST: usize = 2000;

/// The runs of a class.
#[derive(Default)]
struct Row {
    runs: usize,
    spent: Duration,
    /// The number of processes by how they ended.
    ends: BTreeMap<String, usize>,
    findings: usize,
}

/// All runs.
pub struct Report {
    rows: Vec<(&'static str, Row)>,
    /// The seeds of the findings, by class and kind.
    kinds: BTreeMap<(&'static str, String), Vec<u64>>,
    skipped: BTreeMap<String, usize>,
}

impl Report {
    pub fn new(classes: impl Iterator<Item = &'static str>) -> Self {
        Self {
            rows: classes.map(|class| (class, Row::default())).collect(),
            kinds: BTreeMap::new(),
            skipped: BTreeMap::new(),
        }
    }

    /// Counts a run that has ended, and prints its findings.
    pub fn add(&mut self, case: Case, spent: Duration, keep: bool) {
        let row =
            self.rows.iter_mut().find(|(class, _)| *class == case.class).map(|(_, row)| row).expect("it is there");
        row.runs += 1;
        row.spent += spent;
        row.findings += case.findings.len();
        for end in &case.ends {
            *row.ends.entry(end.clone()).or_default() += 1;
        }
        for reason in &case.skipped {
            *self.skipped.entry(reason.clone()).or_default() += 1;
        }
        let mut shown = keep;
        for (kind, text) in &case.findings {
            let seeds = self.kinds.entry((case.class, kind.clone())).or_default();
            seeds.push(case.seed);
            if seeds.len() <= SHOWN || keep {
                shown = true;
                println!("\nFINDING {} seed {}: {kind}\n{}", case.class, case.seed, cut(text));
            }
        }
        if shown {
            for command in &case.commands {
                println!("  command: {}", cut(command));
            }
            println!("  folder: {}", case.work.display());
            println!("  again: cargo test --test hostile -- --class={} --seed={}", case.class, case.seed);
        } else {
            case.remove();
        }
    }

    pub fn findings(&self) -> usize {
        self.rows.iter().map(|(_, row)| row.findings).sum()
    }

    pub fn print(&self) {
        let header = ["class", "runs", "seconds", "processes", "accepted", "findings"];
        let [class, runs, seconds, processes, accepted, findings] = header;
        println!("\n{class:<10} {runs:>7} {seconds:>8} {processes:>9} {accepted:>9} {findings:>9}  others, by end");
        for (class, row) in &self.rows {
            let accepted = row.ends.get("0").copied().unwrap_or_default();
            let others = row.ends.iter().filter(|(end, _)| *end != "0");
            let others: Vec<String> = others.map(|(end, count)| format!("{end}: {count}")).collect();
            let (runs, seconds, findings) = (row.runs, row.spent.as_secs(), row.findings);
            let processes: usize = row.ends.values().sum();
            let others = others.join(", ");
            println!("{class:<10} {runs:>7} {seconds:>8} {processes:>9} {accepted:>9} {findings:>9}  {others}");
        }
        for (reason, count) in &self.skipped {
            println!("not checked in {count} runs: {reason}");
        }
        for ((class, kind), seeds) in &self.kinds {
            let few: Vec<String> = seeds.iter().take(SHOWN).map(u64::to_string).collect();
            println!("{} findings of {class}: {kind}; seeds {}", seeds.len(), few.join(", "));
        }
    }
}

fn cut(text: &str) -> String {
    let mut lines: String = text.chars().take(LONGEST).collect();
    if lines.len() < text.len() {
        lines.push_str(" ...");
    }
    lines
}
