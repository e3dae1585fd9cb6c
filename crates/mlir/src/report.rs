//! Diagnostics as data: severity, place, text, line of the source and notes; and their text for people.
//!
//! The text has the format of `mlir-opt`: the place, the severity and the message, then the line with a caret. Colours
//! are those of clang. Characters that a terminal obeys are shown ([`visible`]).

use crate::visible;
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

use crate::diagnostic::with_code;

/// The width of a tab in a line that is shown.
const TAB: usize = 8;

/// What a diagnostic means.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The input is refused.
    Error,
    /// It is accepted, and probably wrong.
    Warning,
    /// What a pass did or did not do.
    Remark,
    /// More about another message.
    Note,
}

impl Display for Severity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Remark => "remark",
            Self::Note => "note",
        })
    }
}

/// A place in a file. Line and column begin at 1; they are 0 if they are unknown.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Place {
    /// The name of the file, as the location has it.
    pub file: String,
    /// The line.
    pub line: u64,
    /// The column, in bytes.
    pub column: u64,
}

/// One message of a diagnostic: the diagnostic itself, or a note.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Message {
    /// What it means.
    pub severity: Severity,
    /// What it is about; `None` if it is about no file.
    pub place: Option<Place>,
    /// The words.
    pub text: String,
    /// Which kind of message it is, such as the identifier of a rule. People see it in brackets after the words.
    pub code: Option<String>,
    /// Whether one case shows it, which the words name, and others may be right.
    pub is_witness: bool,
    /// The line at the place, to be shown.
    pub line: Option<String>,
}

/// A diagnostic that was reported.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ReportedDiagnostic {
    /// The diagnostic itself.
    pub message: Message,
    /// Its notes.
    pub notes: Vec<Message>,
}

/// The colours of a text for people.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    severities: [Style; 4],
    place: Style,
    text: Style,
    caret: Style,
}

impl Palette {
    /// Those of clang.
    #[must_use]
    pub fn clang() -> Self {
        let bold = Style::new().bold();
        let colour = |colour: AnsiColor| bold.fg_color(Some(anstyle::Color::Ansi(colour)));
        Self {
            severities: [AnsiColor::Red, AnsiColor::Magenta, AnsiColor::Blue, AnsiColor::Cyan].map(colour),
            place: bold,
            text: bold,
            caret: colour(AnsiColor::Green),
        }
    }

    /// `error: ` with a message, and a line end.
    #[must_use]
    pub fn headline(&self, place: &str, severity: Severity, text: &str) -> String {
        let colour = self.severities[severity as usize];
        // As in clang, the text of a note is not bold.
        let weight = if severity == Severity::Note { Style::new() } else { self.text };
        // A location can name a file with the end of a line in it, so that one message would look like two.
        let place = place.replace('\n', r"\x0A");
        let place =
            if place.is_empty() { String::new() } else { format!("{} ", styled(self.place, &format!("{place}:"))) };
        format!("{place}{} {}\n", styled(colour, &format!("{severity}:")), styled(weight, text))
    }
}

fn styled(style: Style, text: &str) -> String {
    format!("{style}{}{style:#}", visible::text(text))
}

impl ReportedDiagnostic {
    /// A diagnostic without notes.
    #[must_use]
    pub const fn new(message: Message) -> Self {
        Self { message, notes: Vec::new() }
    }

    /// The text for people.
    #[must_use]
    pub fn text(&self, palette: &Palette) -> String {
        std::iter::once(&self.message).chain(&self.notes).map(|message| message.text(palette)).collect()
    }
}

impl Message {
    /// A message that is about no file.
    pub fn without_place(severity: Severity, text: impl Into<String>) -> Self {
        Self { severity, place: None, text: text.into(), code: None, is_witness: false, line: None }
    }

    fn text(&self, palette: &Palette) -> String {
        let words = self.code.as_deref().map_or_else(|| self.text.clone(), |code| with_code(&self.text, code));
        let place = self.place.as_ref().map(|Place { file, line, column }| format!("{file}:{line}:{column}"));
        let mut text = palette.headline(&place.unwrap_or_default(), self.severity, &words);
        if let (Some(line), Some(place)) = (&self.line, &self.place) {
            let column = usize::try_from(place.column).unwrap_or(usize::MAX).saturating_sub(1);
            text.push_str(&with_caret(line, column, palette));
        }
        text
    }
}

/// A line, and below it a caret at a column, if each byte of the line is a column.
fn with_caret(line: &str, column: usize, palette: &Palette) -> String {
    let caret = if line.is_ascii() {
        let indent = expanded(&line[..column.min(line.len())]).len();
        format!("{}{}\n", " ".repeat(indent), styled(palette.caret, "^"))
    } else {
        String::new()
    };
    format!("{}\n{caret}", expanded(line))
}

/// A line with spaces in place of tabs, and without characters that a terminal obeys.
fn expanded(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut column = 0;
    for (number, part) in line.split('\t').enumerate() {
        if number > 0 {
            let width = TAB - column % TAB;
            text.extend(std::iter::repeat_n(' ', width));
            column += width;
        }
        let part = visible::text(part);
        text.push_str(&part);
        column += part.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Message, Palette, Place, ReportedDiagnostic, Severity, with_caret};

    #[test]
    fn a_caret_is_below_its_column() {
        let shown = |line, column| with_caret(line, column, &Palette::default());
        assert_eq!(shown("ab cd", 3), "ab cd\n   ^\n");
        assert_eq!(shown("\ta\tb", 3), format!("        a       b\n{}^\n", " ".repeat(16)));
        assert_eq!(shown("end", 9), "end\n   ^\n");
        assert_eq!(shown("a\x1b[2Jb", 5), "a\\x1B[2Jb\n        ^\n");
        assert_eq!(shown("\u{e9}\tx", 1).lines().count(), 1, "a letter can have several bytes");
    }

    #[test]
    fn a_diagnostic_without_a_place_is_one_line() {
        let message = Message::without_place(Severity::Note, "7 more errors are not shown");
        let diagnostic = ReportedDiagnostic::new(message);
        assert_eq!(diagnostic.text(&Palette::default()), "note: 7 more errors are not shown\n");
    }

    #[test]
    fn text_of_an_input_does_not_control_the_terminal() {
        let place = Some(Place { file: "a\x1b[31m\nb".to_owned(), line: 1, column: 2 });
        let text = "named 'k\x07\r\u{202e}'".to_owned();
        let line = Some("\x1b]0;title\x07x".to_owned());
        let severity = Severity::Error;
        let shown = ReportedDiagnostic::new(Message { severity, place, text, code: None, is_witness: false, line });
        let lines = [r"a\x1B[31m\x0Ab:1:2: error: named 'k\x07\x0D\xE2\x80\xAE'", r"\x1B]0;title\x07x", "    ^"];
        assert_eq!(shown.text(&Palette::default()), lines.map(|line| format!("{line}\n")).concat());
    }

    #[test]
    fn colours_are_around_the_parts() {
        let place = Some(Place { file: "k".to_owned(), line: 1, column: 1 });
        let message = Message {
            severity: Severity::Warning,
            place,
            text: "w".to_owned(),
            code: None,
            is_witness: false,
            line: Some("x".to_owned()),
        };
        let text = ReportedDiagnostic::new(message).text(&Palette::clang());
        let bold = |text: &str| format!("\x1b[1m{text}\x1b[0m");
        let magenta = "\x1b[1m\x1b[35mwarning:\x1b[0m";
        assert_eq!(text, format!("{} {magenta} {}\nx\n\x1b[1m\x1b[32m^\x1b[0m\n", bold("k:1:1:"), bold("w")));
    }
}
