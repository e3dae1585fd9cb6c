//! Prints messages: as text for people, as JSON or as SARIF.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use tileiras_mlir::report::Palette;
use tileiras_mlir::visible;

use crate::messages::Message;
use crate::messages::finding::findings;
use crate::tool::Tool;
use tileiras_finding::{Finding, sarif};

/// The form of messages.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum MessageFormat {
    /// Text for people
    #[default]
    Human,
    /// One JSON object a line, as docs/schemas/findings.schema.json describes it
    Json,
    /// One SARIF 2.1.0 log, at the end
    Sarif,
}

/// Whether texts for people have colours.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
enum Color {
    /// On a terminal, unless NO_COLOR is set; with CLICOLOR_FORCE always
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The option for colours.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ColorOption {
    /// Whether messages have colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: Color,
}

impl ColorOption {
    /// The colours of messages on standard error.
    fn palette(self) -> Palette {
        let is_coloured = match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => AutoStream::choice(&std::io::stderr()) != ColorChoice::Never,
        };
        if is_coloured { Palette::clang() } else { Palette::default() }
    }
}

/// Prints the messages of a run.
pub struct Printer<'a> {
    tool: &'a Tool,
    format: MessageFormat,
    palette: Palette,
    /// For the log at the end of the run.
    findings: Mutex<Vec<Finding>>,
}

impl<'a> Printer<'a> {
    /// A printer for a run.
    pub fn new(tool: &'a Tool, format: MessageFormat, color: ColorOption) -> Self {
        Self { tool, format, palette: color.palette(), findings: Mutex::default() }
    }

    /// Whether the text is for people.
    pub fn is_human(&self) -> bool {
        self.format == MessageFormat::Human
    }

    /// The text of messages about an input, or about the command.
    #[must_use]
    pub fn text(&self, input: Option<&Path>, messages: &[Message]) -> Vec<u8> {
        let mut text = Vec::new();
        match self.format {
            MessageFormat::Human => {
                messages.iter().for_each(|message| message.print(self.tool.name, input, &self.palette, &mut text));
            }
            MessageFormat::Json => {
                for finding in findings(self.tool.name, input, messages) {
                    // A finding has no map with other keys than strings.
                    let json = serde_json::to_string(&finding).unwrap_or_default();
                    text.extend_from_slice(visible::json(&json).as_bytes());
                    text.push(b'\n');
                }
            }
            MessageFormat::Sarif => self.findings().extend(findings(self.tool.name, input, messages)),
        }
        text
    }

    fn findings(&self) -> MutexGuard<'_, Vec<Finding>> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text after all messages. `code` is the exit code of the run.
    #[must_use]
    pub fn end(&self, code: u8) -> Vec<u8> {
        match self.format {
            MessageFormat::Human | MessageFormat::Json => Vec::new(),
            MessageFormat::Sarif => {
                let log = sarif::log(self.tool.name, self.tool.version, &self.findings(), code);
                visible::json(&format!("{log:#}\n")).into_owned().into_bytes()
            }
        }
    }
}
