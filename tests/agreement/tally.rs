//! Counts the results of a run and prints them.

use crate::case::Case;
use crate::oracle::Answer;
use crate::verdict::{EXCEPTIONS, compare, violations};
use std::collections::BTreeMap;
use std::process::ExitCode;
use tileiras_finding::{Group, RuleId};
use tileiras_lint::RULES;

const SHOWN: usize = 20;

/// The counts of a run, and the disagreements.
#[derive(Default)]
pub struct Tally {
    cases: usize,
    /// The number of cases by result.
    outcomes: BTreeMap<&'static str, usize>,
    /// The number of cases by rule that reports something.
    rules: BTreeMap<RuleId, usize>,
    /// The number of cases by index in [`EXCEPTIONS`].
    exceptions: [usize; EXCEPTIONS.len()],
    disagreements: Vec<String>,
}

impl Tally {
    /// Adds one case. `answer` is the result of ptxas, or `None` if the emitter refuses the case.
    pub fn add(&mut self, case: &Case, answer: Option<&Answer>) {
        self.cases += 1;
        let outcome = match answer {
            None => "refused by the emitter",
            Some(Answer::Accepts { warnings }) if warnings.is_empty() => "accepted",
            Some(Answer::Accepts { .. }) => "accepted with a warning",
            Some(Answer::Rejects { .. }) => "rejected",
            Some(Answer::Crashes { .. }) => "crashed",
        };
        *self.outcomes.entry(outcome).or_default() += 1;
        let ours = violations(case);
        let mut ids: Vec<_> = ours.iter().map(|violation| violation.rule).collect();
        ids.dedup();
        for id in ids {
            *self.rules.entry(id).or_default() += 1;
        }
        let mut verdict = compare(case, &ours, answer);
        verdict.excused.sort_unstable();
        verdict.excused.dedup();
        for index in verdict.excused {
            self.exceptions[index] += 1;
        }
        let header = case.ptx().unwrap_or_default();
        self.disagreements.extend(verdict.disagreements.iter().map(|what| format!("{case}\n{what}\n{header}")));
    }

    /// Prints all counts. A full run also fails if an exception never applied, or a rule about headers never reported
    /// anything.
    pub fn report(self, runs: usize, full: bool) -> ExitCode {
        println!("{} cases, {runs} runs of ptxas", self.cases);
        self.outcomes.iter().for_each(|(outcome, count)| println!("{count:>8} {outcome}"));
        println!("rules:");
        self.rules.iter().for_each(|(id, count)| println!("{count:>8} {id}"));
        println!("exceptions:");
        let exceptions = || EXCEPTIONS.iter().zip(self.exceptions);
        exceptions().for_each(|(exception, count)| println!("{count:>8} {}", exception.name));
        let mut faults = 0;
        if full {
            for (exception, _) in exceptions().filter(|(_, count)| *count == 0) {
                faults += 1;
                println!("exception '{}' never applied", exception.name);
            }
            let about_headers = RULES.iter().filter(|rule| matches!(rule.id.group(), Group::Limits | Group::Assembler));
            // The cases are contracts of IR. What only PTX can state, the tests of crates/ptx ask ptxas about.
            let about_headers = about_headers.filter(|rule| !rule.has_ptx_example());
            for rule in about_headers.filter(|rule| !self.rules.contains_key(&rule.id)) {
                faults += 1;
                println!("no case breaks '{}'", rule.id);
            }
        }
        println!("{} disagreements", self.disagreements.len());
        self.disagreements.iter().take(SHOWN).for_each(|what| println!("----\n{what}"));
        if self.disagreements.is_empty() && faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
