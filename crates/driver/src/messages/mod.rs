//! The messages of the tools as data. They are made in workers and printed by the process that started them.

pub mod fault;
pub mod finding;
pub mod printer;
pub mod ptx_lines;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use tileiras_mlir::report::{Palette, Place, ReportedDiagnostic, Severity};
use tileiras_mlir::visible;
use tileiras_target::Chip;

use self::fault::Fault;
use self::ptx_lines::{LineOrigin, with_file};
use crate::path::{located, name_of, whole_file};

/// A message of a tool.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub enum Message {
    /// A diagnostic about a place in a file: of MLIR, of LLVM or of a rule.
    Diagnostic(ReportedDiagnostic),
    /// What the tool itself says.
    Tool {
        /// What it means.
        severity: Severity,
        /// The file that it is about, and where in it if the line is not 0.
        place: Option<Place>,
        /// The words.
        text: String,
    },
    /// What a program of CUDA says.
    Program(ProgramOutput),
    /// The messages of a compilation for some of several chips.
    ForChips {
        /// The names of the chips.
        chips: Vec<String>,
        /// Whether a note names the chips. There is none if the messages are the same for all chips.
        is_noted: bool,
        /// The messages.
        messages: Vec<Message>,
    },
}

/// The output of a program of CUDA.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ProgramOutput {
    /// The name of the program.
    pub program: String,
    /// What it wrote, with a line end.
    pub text: ByteBuf,
    /// Where the lines of PTX come from that it mentions.
    pub origins: Vec<LineOrigin>,
    /// Whether that PTX is the input.
    pub reads_input: bool,
}

impl Message {
    /// A warning of the tool about the command.
    pub fn warning(text: impl Into<String>) -> Self {
        Self::Tool { severity: Severity::Warning, place: None, text: text.into() }
    }

    /// A warning of the tool about a file.
    pub fn warning_in(path: &Path, text: impl Into<String>) -> Self {
        Self::Tool { severity: Severity::Warning, place: Some(whole_file(path)), text: text.into() }
    }

    /// The message, as an error if it is a warning of the tool.
    #[must_use]
    pub fn raised(self) -> Self {
        match self {
            Self::Tool { severity: Severity::Warning, place, text } => {
                Self::Tool { severity: Severity::Error, place, text }
            }
            other => other,
        }
    }

    /// Whether it is an error of the tool.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Tool { severity: Severity::Error, .. })
    }

    /// The message of a fault; none if a diagnostic has reported it already.
    pub fn of_fault(fault: &Fault) -> Option<Self> {
        let Fault { message, place, .. } = fault.clone();
        message.map(|text| Self::Tool { severity: Severity::Error, place, text })
    }

    /// Adds the text for people, as the tool `tool` prints it. `input` is what the messages are about.
    pub fn print(&self, tool: &str, input: Option<&Path>, palette: &Palette, text: &mut Vec<u8>) {
        let note = |note: &str| palette.headline(tool, Severity::Note, &located(input.map(whole_file).as_ref(), note));
        match self {
            Self::Diagnostic(diagnostic) => text.extend_from_slice(diagnostic.text(palette).as_bytes()),
            // As a diagnostic, so that an editor finds the line.
            Self::Tool { severity, place: Some(Place { file, line: line @ 1.., column }), text: words } => {
                let place = format!("{file}:{line}:{column}");
                text.extend_from_slice(palette.headline(&place, *severity, words).as_bytes());
            }
            Self::Tool { severity, place, text: words } => {
                let words = located(place.as_ref(), words);
                text.extend_from_slice(palette.headline(tool, *severity, &words).as_bytes());
            }
            Self::Program(output) => {
                let file = input.filter(|_| output.reads_input).map(name_of);
                text.extend_from_slice(&visible::output(&with_file(&output.text, file.as_deref())));
                for origin in &output.origins {
                    text.extend_from_slice(note(&origin.to_string()).as_bytes());
                }
            }
            Self::ForChips { chips, is_noted, messages } => {
                if *is_noted && !messages.is_empty() {
                    text.extend_from_slice(note(&format!("the next messages are for {}", chips.join(", "))).as_bytes());
                }
                for message in messages {
                    message.print(tool, input, palette, text);
                }
            }
        }
    }
}

/// The messages for each chip. Equal messages are reported once.
#[derive(Default)]
pub struct ChipLogs(Vec<(Vec<String>, Vec<Message>)>);

impl ChipLogs {
    /// Adds the messages for a chip, or for the only one, which is not named.
    pub fn add(&mut self, chip: Option<Chip>, messages: Vec<Message>) {
        let chip = chip.map(|chip| chip.to_string());
        match self.0.iter_mut().find(|(_, known)| *known == messages) {
            Some((chips, _)) => chips.extend(chip),
            None => self.0.push((chip.into_iter().collect(), messages)),
        }
    }

    /// The messages. If they differ, a note names the chips of each.
    pub fn messages(self) -> impl Iterator<Item = Message> {
        let is_noted = self.0.len() > 1;
        self.0.into_iter().map(move |(chips, messages)| Message::ForChips { chips, is_noted, messages })
    }
}
