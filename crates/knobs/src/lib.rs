//! A parser for the knobs files of `ptxas`, to show their content to a user.
//!
//! Accepts any bytes that contain `[knobs]` in lower case; everything before it is ignored. Commands follow, separated by
//! white space, `~` or `;;`. There are no quotes, escapes or comments (reference 003):
//!
//! | command | ends at |
//! |---|---|
//! | `identifier=value`, or only an identifier | the next separator |
//! | `WHEN ...` | the next `~` or `;;`, or the end of the line |
//! | `INJECTSTRING ...` | the next `;;` |
//!
//! Guarantees that every command is listed with its line. Identifiers are compared without case: of several assignments to
//! one identifier, all but the last are marked as overridden. Numbers are decimal and end at the first character that is not
//! a digit, so that `0x10` is 0. Nothing panics, and the time is linear in the size of the file.
//!
//! Leaves out on purpose: which knobs exist and their types, which only `ptxas` knows. No release of `ptxas` that was
//! measured accepts such a file, so that the only source is reference 003. It does not define the end of a `WHEN` and the
//! case of the two keywords; the parser uses the strict interpretation.
//!
//! ```
//! let knobs = tileiras_knobs::Knobs::read(b"[knobs]\nCap=0x10\ncap=2")?;
//! assert_eq!(knobs.to_string(), "line 2: Cap = 0x10 (the number 0), overridden on line 3\nline 3: cap = 2\n");
//! # Ok::<(), tileiras_knobs::KnobsError>(())
//! ```

#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::Serialize;

/// The text after which the commands start.
pub const SENTINEL: &str = "[knobs]";

/// The commands of a knobs file.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Knobs {
    /// The commands in the order of the file.
    pub entries: Vec<Entry>,
}

/// One command with its line.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// The command. Bytes that are not UTF-8 are replaced.
    #[serde(flatten)]
    pub command: Command,
}

/// One command.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Command {
    /// `identifier=value`.
    Assign {
        /// The knob, as written.
        identifier: String,
        /// The value, if there is one.
        value: Option<String>,
        /// The number at the start of the value, if there is one. It is saturated to the range of `i64`.
        number: Option<i64>,
        /// The line of the next assignment to this identifier, if there is one.
        overridden: Option<usize>,
    },
    /// `WHEN ...`.
    When {
        /// The clause, without the keyword.
        clause: String,
    },
    /// `INJECTSTRING ... ;;`.
    Inject {
        /// The string, without the keyword and the terminator.
        text: String,
        /// Whether it ends with `;;`, and not at the end of the file.
        terminated: bool,
    },
    /// A `=` without an identifier.
    Malformed {
        /// The text, as written.
        text: String,
    },
}

/// Why a file is not a knobs file.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum KnobsError {
    /// It has no [`SENTINEL`].
    #[error("no '{SENTINEL}' in the file; everything before it is ignored")]
    NoSentinel,
    /// It has the [`SENTINEL`] in another letter case only.
    #[error("no '{SENTINEL}' in the file, but one in another letter case on line {line}; the case matters")]
    SentinelCase {
        /// The line, from 1.
        line: usize,
    },
}

impl Knobs {
    /// Parses the content of a file.
    ///
    /// # Errors
    /// [`KnobsError`] if it has no [`SENTINEL`].
    pub fn read(bytes: &[u8]) -> Result<Knobs, KnobsError> {
        let find = |same: fn(&[u8], &[u8]) -> bool| {
            bytes.windows(SENTINEL.len()).position(|window| same(window, SENTINEL.as_bytes()))
        };
        let Some(start) = find(|window, sentinel| window == sentinel) else {
            return Err(match find(<[u8]>::eq_ignore_ascii_case) {
                Some(start) => KnobsError::SentinelCase { line: 1 + lines(&bytes[..start]) },
                None => KnobsError::NoSentinel,
            });
        };
        let (before, rest) = bytes.split_at(start + SENTINEL.len());
        let mut parser = KnobsParser { rest, line: 1 + lines(before), entries: Vec::new(), last: HashMap::new() };
        while parser.command() {}
        Ok(Knobs { entries: parser.entries })
    }
}

/// The number of line ends.
fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A set of separators that end a part of a command.
#[derive(Copy, Clone)]
enum Separator {
    /// White space, `~` and `;;`.
    Any,
    /// `~`, `;;` and the end of a line.
    Clause,
    /// `;;`.
    String,
}

impl Separator {
    /// Whether `rest` starts with a separator of the set.
    fn starts(self, rest: &[u8]) -> bool {
        match (self, rest) {
            (_, [b';', b';', ..])
            | (Separator::Any | Separator::Clause, [b'~', ..])
            | (Separator::Clause, [b'\n', ..]) => true,
            (Separator::Any, [byte, ..]) => byte.is_ascii_whitespace() || *byte == b'\x0b',
            _ => false,
        }
    }
}

struct KnobsParser<'a> {
    /// The rest of the file.
    rest: &'a [u8],
    /// The line of its first byte.
    line: usize,
    entries: Vec<Entry>,
    /// The index of the last assignment to each identifier, which is in lower case.
    last: HashMap<Vec<u8>, usize>,
}

impl<'a> KnobsParser<'a> {
    /// Removes bytes from the rest and returns them.
    fn skip(&mut self, count: usize) -> &'a [u8] {
        let (skipped, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        self.line += lines(skipped);
        skipped
    }

    /// Removes the bytes before a separator, or all if there is none, and returns them.
    fn until(&mut self, separator: Separator) -> &'a [u8] {
        let end = (0..self.rest.len()).find(|index| separator.starts(&self.rest[*index..]));
        self.skip(end.unwrap_or(self.rest.len()))
    }

    /// Parses one command. Returns false at the end of the file.
    fn command(&mut self) -> bool {
        while Separator::Any.starts(self.rest) {
            self.skip(if self.rest.starts_with(b";;") { 2 } else { 1 });
        }
        if self.rest.is_empty() {
            return false;
        }
        let line = self.line;
        let command = match self.until(Separator::Any) {
            b"WHEN" => Command::When { clause: text(self.until(Separator::Clause).trim_ascii()) },
            b"INJECTSTRING" => {
                let string = self.until(Separator::String);
                Command::Inject { text: text(string.trim_ascii()), terminated: !self.rest.is_empty() }
            }
            word => self.assignment(word, line),
        };
        self.entries.push(Entry { line, command });
        true
    }

    fn assignment(&mut self, word: &[u8], line: usize) -> Command {
        let (identifier, value) = match word.iter().position(|byte| *byte == b'=') {
            Some(0) => return Command::Malformed { text: text(word) },
            Some(equals) => (&word[..equals], Some(&word[equals + 1..])),
            None => (word, None),
        };
        let previous = self.last.insert(identifier.to_ascii_lowercase(), self.entries.len());
        if let Some(Entry { command: Command::Assign { overridden, .. }, .. }) =
            previous.and_then(|previous| self.entries.get_mut(previous))
        {
            *overridden = Some(line);
        }
        Command::Assign {
            identifier: text(identifier),
            value: value.map(text),
            number: value.and_then(number),
            overridden: None,
        }
    }
}

/// The decimal number at the start of a text.
fn number(text: &[u8]) -> Option<i64> {
    let (sign, digits) = match text {
        [b'-', digits @ ..] => (-1, digits),
        [b'+', digits @ ..] | digits => (1, digits),
    };
    let digits = digits.iter().take_while(|byte| byte.is_ascii_digit());
    let mut digits = digits.map(|digit| sign * i64::from(digit - b'0')).peekable();
    digits.peek()?;
    Some(digits.fold(0i64, |number, digit| number.saturating_mul(10).saturating_add(digit)))
}

/// Formats as `line 3: Knob = 0x10 (the number 0), overridden on line 5`. Control characters are escaped.
impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.command {
            Command::Assign { identifier, value, number, overridden } => {
                write!(f, "{}", identifier.escape_debug())?;
                if let Some(value) = value {
                    write!(f, " = {}", value.escape_debug())?;
                }
                if let Some(number) = number.filter(|number| value.as_deref() != Some(number.to_string().as_str())) {
                    write!(f, " (the number {number})")?;
                }
                overridden.map_or(Ok(()), |line| write!(f, ", overridden on line {line}"))
            }
            Command::When { clause } => write!(f, "WHEN {}", clause.escape_debug()),
            Command::Inject { text, terminated } => {
                write!(f, "INJECTSTRING {}", text.escape_debug())?;
                if *terminated { Ok(()) } else { f.write_str(" (not ended by ';;')") }
            }
            Command::Malformed { text } => write!(f, "{} (no identifier before '=')", text.escape_debug()),
        }
    }
}

/// Formats as one line for each command.
impl Display for Knobs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}
