//! Messages as findings: for programs, each with its rule, its place and its notes.
//!
//! docs/schemas/findings.schema.json describes the JSON. A change that a reader of the former version cannot read gets a
//! new [`VERSION`].

use std::fmt::{self, Display, Formatter};
use std::path::Path;

use serde::Serialize;
use tileiras_contract::rules::rule;
use tileiras_contract::{Rule, RuleId};
use tileiras_mlir::report::{self, Place, Severity};

use crate::input::name_of;
use crate::messages::{Message, ProgramOutput};

/// The version of the JSON.
const VERSION: u32 = 1;

/// The programs of CUDA, as they begin their messages.
const PROGRAMS: [&str; 3] = ["ptxas", "nvlink", "fatbinary"];

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    version: u32,
    /// The tool that ran.
    tool: &'static str,
    /// Whose words the message has: those of the tool, or of a program of CUDA.
    reporter: String,
    /// What it means.
    pub severity: Severity,
    #[serde(skip)]
    pub rule: Option<&'static Rule>,
    #[serde(rename = "rule")]
    rule_id: Option<&'static str>,
    /// The words.
    pub message: String,
    /// How to fix it.
    pub fix: Option<&'static str>,
    /// What it is about.
    pub location: Option<Location>,
    /// More about it.
    pub notes: Vec<Note>,
    /// The chips of --gpu-name or tileiras.toml that the finding is for; empty if none is named, or if it is for no chip.
    pub chips: Vec<String>,
}

/// More about a finding.
#[derive(Clone, Debug, Serialize)]
pub struct Note {
    /// The words.
    pub message: String,
    /// What they are about.
    pub location: Option<Location>,
}

/// A place in a file. Line and column begin at 1.
#[derive(Clone, Debug, Serialize)]
pub struct Location {
    /// The file, as on the command line.
    pub file: String,
    /// The line, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column in bytes, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The line at the place.
    #[serde(skip)]
    pub text: Option<String>,
}

impl Location {
    fn new(file: impl Into<String>, line: u64, column: u64) -> Self {
        let known = |number: u64| (number > 0).then_some(number);
        Self { file: file.into(), line: known(line), column: known(line).and(known(column)), text: None }
    }

    /// The column in characters, as far as the line is known.
    pub fn character(&self) -> Option<u64> {
        let column = self.column?;
        let before = self.text.as_deref().and_then(|text| text.get(..usize::try_from(column).ok()?.checked_sub(1)?));
        Some(before.map_or(column, |before| before.chars().count() as u64 + 1))
    }
}

/// `k.mlir:2:1`, as far as it is known.
impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        [self.line, self.column].into_iter().flatten().try_for_each(|number| write!(f, ":{number}"))
    }
}

/// The findings of the messages about an input, or about the command.
pub fn findings(tool: &'static str, input: Option<&Path>, messages: &[Message]) -> Vec<Finding> {
    let input = input.map(name_of);
    let mut findings = Vec::new();
    let context = Context { tool, input: input.as_deref(), chips: &[] };
    messages.iter().for_each(|message| context.add(message, &mut findings));
    findings
}

/// What all findings of some messages have in common.
struct Context<'a> {
    tool: &'static str,
    input: Option<&'a str>,
    chips: &'a [String],
}

impl Context<'_> {
    fn add(&self, message: &Message, findings: &mut Vec<Finding>) {
        match message {
            Message::Diagnostic(diagnostic) => {
                let report::Message { severity, text, .. } = &diagnostic.message;
                let location = location_of(&diagnostic.message).or_else(|| self.whole_input());
                let mut finding = self.finding(*severity, text, location);
                finding.notes = diagnostic.notes.iter().map(note).collect();
                findings.push(finding);
            }
            Message::Tool { severity, text } => {
                let (location, text) = self.split_location(text);
                findings.push(self.finding(*severity, text, location));
            }
            Message::Program(output) => self.add_output(output, findings),
            Message::ForChips { chips, messages, .. } => {
                let context = Context { chips, ..*self };
                messages.iter().for_each(|message| context.add(message, findings));
            }
        }
    }

    fn finding(&self, severity: Severity, text: &str, location: Option<Location>) -> Finding {
        let (text, id) = split_rule(text);
        let rule = id.map(rule);
        Finding {
            version: VERSION,
            tool: self.tool,
            reporter: self.tool.to_owned(),
            severity,
            rule,
            rule_id: rule.map(|rule| rule.id.name()),
            message: text.to_owned(),
            fix: rule.map(|rule| rule.fix),
            location,
            notes: Vec::new(),
            chips: self.chips.to_vec(),
        }
    }

    fn whole_input(&self) -> Option<Location> {
        self.input.map(|input| Location::new(input, 0, 0))
    }

    /// The location at the start of a message of the tool, such as `k.ptx:2:1: ` or `k.ptx: `, and the rest.
    fn split_location<'t>(&self, text: &'t str) -> (Option<Location>, &'t str) {
        let Some(input) = self.input else { return (None, text) };
        let Some(rest) = text.strip_prefix(input).and_then(|rest| rest.strip_prefix(':')) else {
            return (self.whole_input(), text);
        };
        let mut parts = rest.splitn(3, ':');
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        match (number(), number(), parts.next()) {
            (Some(line), Some(column), Some(text)) => (Some(Location::new(input, line, column)), text.trim_start()),
            _ => (self.whole_input(), rest.trim_start()),
        }
    }

    /// Adds a finding for each message of a program. A line that begins no message belongs to the message before it.
    fn add_output(&self, output: &ProgramOutput, findings: &mut Vec<Finding>) {
        let first = findings.len();
        for line in String::from_utf8_lossy(&output.text).lines() {
            if let Some((severity, ptx_line, text)) = program_message(line) {
                let mut finding = self.finding(severity, text, self.whole_input());
                if let (Some(line), true, Some(input)) = (ptx_line, output.reads_input, self.input) {
                    finding.location = Some(Location::new(input, line, 0));
                }
                let origins = output.origins.iter().filter(|origin| Some(origin.line as u64) == ptx_line);
                let location = |place: &Place| Location::new(&*place.file, place.line, place.column);
                finding.notes.extend(origins.map(|origin| Note {
                    message: origin.to_string(),
                    location: origin.source.as_ref().map(location),
                }));
                findings.push(Finding { reporter: output.program.clone(), ..finding });
            } else if let Some(last) = findings.get_mut(first..).and_then(<[_]>::last_mut) {
                last.message.push('\n');
                last.message.push_str(line);
            } else if !line.trim().is_empty() {
                let finding = self.finding(Severity::Remark, line, self.whole_input());
                findings.push(Finding { reporter: output.program.clone(), ..finding });
            }
        }
    }
}

fn note(note: &report::Message) -> Note {
    Note { message: split_rule(&note.text).0.to_owned(), location: location_of(note) }
}

fn location_of(message: &report::Message) -> Option<Location> {
    let Place { file, line, column } = message.place.as_ref()?;
    Some(Location { text: message.line.clone(), ..Location::new(file, *line, *column) })
}

/// A message of a rule ends with the identifier of the rule: `... [cta-thread-cap]`.
fn split_rule(text: &str) -> (&str, Option<RuleId>) {
    let split = text.strip_suffix(']').and_then(|text| text.rsplit_once(" ["));
    match split.and_then(|(text, name)| Some((text, name.parse().ok()?))) {
        Some((text, id)) => (text, Some(id)),
        None => (text, None),
    }
}

/// The severity, the line of the PTX and the words of a message such as `ptxas k.ptx, line 9; error   : ...`.
fn program_message(line: &str) -> Option<(Severity, Option<u64>, &str)> {
    let rest = PROGRAMS.iter().find_map(|program| line.strip_prefix(program)?.strip_prefix(' '))?;
    let (head, text) = rest.split_once(": ").or_else(|| Some((rest.strip_suffix(':')?, "")))?;
    let (place, word) = head.rsplit_once("; ").map_or((None, head), |(place, word)| (Some(place), word));
    let severity = match word.trim() {
        "fatal" | "error" => Severity::Error,
        "warning" => Severity::Warning,
        "info" => Severity::Remark,
        _ => return None,
    };
    let line = place.and_then(|place| place.rsplit_once(", line ")?.1.parse().ok());
    Some((severity, line, text))
}

#[cfg(test)]
mod tests {
    use super::{program_message, split_rule};
    use tileiras_contract::RuleId;
    use tileiras_mlir::report::Severity;

    #[test]
    fn a_message_of_a_program_has_its_severity_and_line() {
        for (line, expected) in [
            ("ptxas k.ptx, line 9; error   : Not a name: 'bad'", Some((Severity::Error, Some(9), "Not a name: 'bad'"))),
            (
                "ptxas fatal   : Unresolved extern function 'h'",
                Some((Severity::Error, None, "Unresolved extern function 'h'")),
            ),
            ("ptxas /tmp/a; b/k.ptx, line 6; warning : y", Some((Severity::Warning, Some(6), "y"))),
            ("ptxas info    : 0 bytes gmem", Some((Severity::Remark, None, "0 bytes gmem"))),
            (
                "nvlink error   : Undefined reference to 'h' in 'k.o'",
                Some((Severity::Error, None, "Undefined reference to 'h' in 'k.o'")),
            ),
            ("    0 bytes stack frame", None),
            ("ptxas: error: x", None),
        ] {
            assert_eq!(program_message(line), expected, "{line}");
        }
    }

    #[test]
    fn the_end_of_a_message_names_its_rule() {
        assert_eq!(split_rule("is wrong [cta-thread-cap]"), ("is wrong", Some(RuleId::CtaThreadCap)));
        assert_eq!(split_rule("is wrong [4]"), ("is wrong [4]", None));
    }
}
