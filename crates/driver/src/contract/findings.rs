//! `tileiras-contract findings`: files of findings, as `tileiras-ptxas` appends them, as a table, JSON or SARIF.
//!
//! Guarantees that equal findings are one, as a compiler can assemble a kernel many times; the table has their count. A
//! line that is no finding is a fault, and the others are shown all the same: a full disk cuts off a line.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use tileiras_finding::{Certainty, Finding, Level, Location, Note, RuleId, VERSION, sarif};
use tileiras_lint::rule;
use tileiras_mlir::report::Place;
use tileiras_mlir::visible;

use super::command::Command;
use super::table::{self, Cells};
use crate::input::{Input, check_standard_input};
use crate::messages::fault::{Fault, Kind};
use crate::messages::printer::MessageFormat;

/// The command line of `findings`.
#[derive(Args, Clone, Debug)]
pub(super) struct FindingsOptions {
    /// Files of JSON lines, as TILEIRAS_FINDINGS names one or --message-format=json writes; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    message_format: MessageFormat,
}

/// A finding as a line of JSON.
#[derive(Deserialize)]
struct FindingLine {
    version: u32,
    tool: String,
    reporter: String,
    severity: Level,
    certainty: Option<Certainty>,
    rule: Option<String>,
    message: String,
    location: Option<Location>,
    notes: Vec<Note>,
    chips: Vec<String>,
}

/// What every version of the JSON has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

fn other_version(version: u32) -> Option<String> {
    let refused = || format!("is a finding of version {version}, and this program reads {VERSION}");
    (version != VERSION).then(refused)
}

impl FindingLine {
    fn read(text: &str) -> Result<Finding, String> {
        // The text is one line.
        let words = |error: serde_json::Error| error.to_string().replace(" at line 1 column ", " at column ");
        let line: Self = serde_json::from_str(text).map_err(|error| {
            let version = serde_json::from_str(text).ok().map(|Versioned { version }| version);
            version.and_then(other_version).unwrap_or_else(|| format!("is no finding: {}", words(error)))
        })?;
        let Self { version, tool, reporter, severity, certainty, rule: name, message, location, notes, chips } = line;
        if let Some(refused) = other_version(version) {
            return Err(refused);
        }
        let unknown = |name: &str| format!("names the rule '{name}', which this program does not have");
        let known = |name: String| name.parse().map(|id: RuleId| rule(id)).map_err(|_| unknown(&name));
        let rule = name.map(known).transpose()?;
        let fix = rule.map(|rule| rule.fix);
        Ok(Finding { version, tool, reporter, severity, certainty, rule, message, fix, location, notes, chips })
    }
}

impl Command<'_> {
    /// Shows the findings of files.
    pub(super) fn show_findings(&mut self, options: &FindingsOptions) -> Result<(), Fault> {
        if self.json {
            return Err(Kind::Usage.fault("findings prints a table; --message-format=json makes it JSON"));
        }
        check_standard_input(&options.files)?;
        let mut result = Ok(());
        let mut all = Different::default();
        // A build without findings leaves a file without lines.
        let is_empty = |file: &&PathBuf| file.metadata().is_ok_and(|data| data.is_file() && data.len() == 0);
        for file in options.files.iter().filter(|file| !is_empty(file)) {
            let read = Input::read(file, self.limit).and_then(|input| self.read_findings(&input, &mut all));
            if let Err(fault) = read {
                self.report_fault(Some(file), &fault.clone().in_file(file));
                result = result.and(Err(fault.kind.already_reported()));
            }
        }
        let mut all = all.findings;
        let code = |fault: &Fault| fault.kind.code();
        let text = match options.message_format {
            MessageFormat::Human => text(&mut all),
            MessageFormat::Json => {
                let line = |(finding, _): &(Finding, usize)| serde_json::to_string(finding).unwrap_or_default() + "\n";
                visible::json(&all.iter().map(line).collect::<String>()).into_owned()
            }
            MessageFormat::Sarif => {
                let findings: Vec<Finding> = all.into_iter().map(|(finding, _)| finding).collect();
                let log =
                    sarif::log(self.tool.name, self.tool.version, &findings, result.as_ref().map_or_else(code, |()| 0));
                visible::json(&format!("{log:#}\n")).into_owned()
            }
        };
        self.write(text.as_bytes());
        result
    }

    /// Adds the findings of a file.
    fn read_findings(&self, input: &Input, all: &mut Different) -> Result<(), Fault> {
        let mut result = Ok(());
        let content = String::from_utf8_lossy(&input.content);
        for (number, line) in content.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match FindingLine::read(line) {
                Ok(finding) => all.add(finding),
                Err(text) => {
                    let place = Place { file: input.name.clone(), line: number as u64 + 1, column: 1 };
                    self.report_fault(Some(&input.path), &Kind::Input.fault(text).at(place));
                    result = Err(Kind::Input.already_reported());
                }
            }
        }
        result
    }
}

/// Different findings, in order, each with its count.
#[derive(Default)]
struct Different {
    findings: Vec<(Finding, usize)>,
    /// Where each one is in the list, by what it says of which place of the source. The PTX can be in temporary files,
    /// whose names differ.
    places: HashMap<String, usize>,
}

impl Different {
    fn add(&mut self, finding: Finding) {
        let rule = finding.rule.map(|rule| rule.id.name()).unwrap_or_default();
        let place = place(&finding).map(ToString::to_string).unwrap_or_default();
        let key = [finding.severity.name(), rule, &place, &finding.message].join("\n");
        let next = self.findings.len();
        match self.places.entry(key) {
            Entry::Occupied(known) => self.findings[*known.get()].1 += 1,
            Entry::Vacant(new) => {
                new.insert(next);
                self.findings.push((finding, 1));
            }
        }
    }
}

/// The place in the source that a finding is about: that of the note from the line table, or else its own place.
fn place(finding: &Finding) -> Option<&Location> {
    let is_source = |note: &&Note| note.message == crate::compile::ptx_input::SOURCE;
    let source = finding.notes.iter().find(is_source).and_then(|note| note.location.as_ref());
    source.or(finding.location.as_ref())
}

fn text(all: &mut [(Finding, usize)]) -> String {
    let level = |finding: &Finding| match finding.severity {
        Level::Error => 0,
        Level::Warning => 1,
        Level::Remark => 2,
        Level::Note => 3,
    };
    all.sort_by_key(|(finding, count)| (level(finding), std::cmp::Reverse(*count)));
    let total: usize = all.iter().map(|(_, count)| count).sum();
    let title = match (total, all.len()) {
        (0, _) => "no findings".to_owned(),
        (1, _) => "1 finding".to_owned(),
        (total, different) => format!("{total} findings, {different} different"),
    };
    let row = |(finding, count): &(Finding, usize)| -> Cells {
        vec![
            Some(finding.severity.name().to_owned()),
            finding.rule.map(|rule| rule.id.name().to_owned()),
            Some(count.to_string()),
            place(finding).map(ToString::to_string),
            Some(finding.message.clone()),
        ]
    };
    let rows: Vec<Cells> = all.iter().map(row).collect();
    table::of(&title, &["severity", "rule", "times", "first at", "message"], &rows)
}

#[cfg(test)]
mod tests {
    use super::FindingLine;

    #[test]
    fn a_line_that_is_no_finding_is_refused() {
        for (line, reason) in [
            ("{", "is no finding: EOF"),
            ("[]", "is no finding: invalid"),
            (r#"{"version":1}"#, "is no finding: missing field"),
        ] {
            let refused = FindingLine::read(line).map(|finding| finding.message);
            assert!(refused.as_ref().is_err_and(|text| text.starts_with(reason)), "{refused:?}");
        }
    }
}
