//! Messages as findings, for programs.

use std::path::Path;

use tileiras_finding::{Certainty, Finding, Level, Location, Note, RuleId, VERSION};
use tileiras_lint::rule;
use tileiras_mlir::report::{self, Place, Severity};

use crate::messages::{Message, ProgramOutput};
use crate::path::name_of;

/// The programs of CUDA, as they begin their messages.
const PROGRAMS: [&str; 3] = ["ptxas", "nvlink", "fatbinary"];

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
                let report::Message { severity, text, code, is_witness, .. } = &diagnostic.message;
                let location = location_of(&diagnostic.message).or_else(|| self.whole_input());
                let rule = code.as_deref().and_then(|code| code.parse().ok()).map(|id: RuleId| rule(id));
                let notes = diagnostic.notes.iter().map(note).collect();
                let fix = rule.map(|rule| rule.fix);
                let certainty = if *is_witness { Certainty::Witness } else { Certainty::Certain };
                let certainty = rule.map(|_| certainty);
                findings.push(Finding { certainty, rule, fix, notes, ..self.finding(*severity, text, location) });
            }
            Message::Tool { severity, place, text } => {
                let location = place.as_ref().map(location_at).or_else(|| self.whole_input());
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
        Finding {
            version: VERSION,
            tool: self.tool.to_owned(),
            reporter: self.tool.to_owned(),
            severity: match severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
                Severity::Remark => Level::Remark,
                Severity::Note => Level::Note,
            },
            certainty: None,
            rule: None,
            fix: None,
            message: text.to_owned(),
            location,
            notes: Vec::new(),
            chips: self.chips.to_vec(),
        }
    }

    fn whole_input(&self) -> Option<Location> {
        self.input.map(|input| Location::new(input, 0, 0))
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
                finding.notes.extend(origins.map(|origin| Note {
                    message: origin.to_string(),
                    location: origin.source.as_ref().map(location_at),
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
    Note { message: note.text.clone(), location: location_of(note) }
}

fn location_of(message: &report::Message) -> Option<Location> {
    let location = location_at(message.place.as_ref()?);
    Some(Location { text: message.line.clone(), ..location })
}

fn location_at(Place { file, line, column }: &Place) -> Location {
    Location::new(file, *line, *column)
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
    use super::program_message;
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
}
