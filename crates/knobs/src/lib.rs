//! A parser for the knobs files of `ptxas`, to show their content to a user.
//!
//! Accepts any bytes that contain `[knobs]` in lower case; everything before it is ignored. Commands follow,
//! separated by white space, `~` or `;;`. There are no quotes, escapes or comments (reference 003):
//!
//! | command | ends at |
//! |---|---|
//! | `identifier=value`, or only an identifier | the next separator |
//! | `WHEN ...` | the next `~` or `;;`, or the end of the line |
//! | `INJECTSTRING ...` | the next `;;` |
//!
//! Guarantees that every command is listed with its line. Identifiers are compared without case: of several
//! assignments to one identifier, all but the last are marked as overridden. Text that is none of the three forms is
//! [malformed](Reason). Nothing panics, and the time is linear in the size of the file.
//!
//! The type of a knob decides what its value is, and only `ptxas` knows the types. A [`Value`] therefore has each
//! number that its text is as one of the types of reference 003: an integer, which is decimal and ends at the first
//! character that is not a digit, so that `0x10` is 0; a range or a list of integers; a float. Strings, pointers,
//! lists of opcodes and of pairs of opcodes have no form that can be told from a text.
//!
//! Leaves out on purpose: which knobs exist. No release of `ptxas` that was measured accepts such a file, so that the
//! only source is reference 003. It does not define the end of a `WHEN` and the case of the two keywords, for which
//! the parser uses the strict interpretation, and not how a range and a list are spelled, for which it uses the usual
//! forms.
//!
//! ```
//! let knobs = tileiras_knobs::Knobs::read(b"[knobs]\nCap=0x10\ncap=2-4")?;
//! let lines = "line 2: Cap = 0x10 (integer 0), overridden on line 3\nline 3: cap = 2-4 (integer 2, range 2 to 4)\n";
//! assert_eq!(knobs.to_string(), lines);
//! # Ok::<(), tileiras_knobs::KnobsError>(())
//! ```

#![forbid(unsafe_code)]

mod value;

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::Serialize;

pub use value::Value;

/// The text after which the commands start.
pub const SENTINEL: &str = "[knobs]";

/// The commands of a knobs file.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Knobs {
    /// The commands in the order of the file.
    pub entries: Vec<Entry>,
}

/// One command with its line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The line on which it starts, from 1.
    pub line: usize,
    /// The command. Bytes that are not UTF-8 are replaced.
    #[serde(flatten)]
    pub command: Command,
}

/// One command.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Command {
    /// `identifier=value`.
    Assign {
        /// The knob, as written.
        identifier: String,
        /// The value, which can be none.
        #[serde(flatten)]
        value: Value,
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
    },
    /// Text that is none of the three forms. `ptxas` refuses a file with such a text (reference 003).
    Malformed {
        /// The text, as written.
        text: String,
        /// Why it is none of them.
        reason: Reason,
    },
}

/// Why a text is no command.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// An assignment begins with `=`.
    #[error("no identifier before '='")]
    NoIdentifier,
    /// A word, or what is assigned to, is not a letter or `_` with letters, digits and `_` after it.
    #[error("not an identifier")]
    NotAnIdentifier,
    /// An assignment ends with `=`.
    #[error("no value after '='")]
    NoValue,
    /// A `WHEN` has no clause.
    #[error("no clause after 'WHEN'")]
    NoClause,
    /// An `INJECTSTRING` has no `;;`.
    #[error("not ended by ';;'")]
    NotEnded,
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

    /// The malformed commands, each with its line.
    pub fn malformed(&self) -> impl Iterator<Item = (usize, Reason)> {
        self.entries.iter().filter_map(|entry| match entry.command {
            Command::Malformed { reason, .. } => Some((entry.line, reason)),
            _ => None,
        })
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
            b"WHEN" => {
                self.skip(self.rest.len() - self.rest.trim_ascii_start().len());
                match self.until(Separator::Clause).trim_ascii_end() {
                    b"" => malformed(b"WHEN", Reason::NoClause),
                    clause => Command::When { clause: text(clause) },
                }
            }
            keyword @ b"INJECTSTRING" => match self.until(Separator::String) {
                string if self.rest.is_empty() => malformed(&[keyword, string].concat(), Reason::NotEnded),
                string => Command::Inject { text: text(string.trim_ascii()) },
            },
            word => self.assignment(word, line),
        };
        self.entries.push(Entry { line, command });
        true
    }

    fn assignment(&mut self, word: &[u8], line: usize) -> Command {
        let (identifier, value) = match word.iter().position(|byte| *byte == b'=') {
            Some(equals) => (&word[..equals], Some(&word[equals + 1..])),
            None => (word, None),
        };
        match (identifier, value) {
            (b"", _) => return malformed(word, Reason::NoIdentifier),
            _ if !is_identifier(identifier) => return malformed(word, Reason::NotAnIdentifier),
            (_, Some(b"")) => return malformed(word, Reason::NoValue),
            _ => {}
        }
        let previous = self.last.insert(identifier.to_ascii_lowercase(), self.entries.len());
        if let Some(Entry { command: Command::Assign { overridden, .. }, .. }) =
            previous.and_then(|previous| self.entries.get_mut(previous))
        {
            *overridden = Some(line);
        }
        Command::Assign {
            identifier: text(identifier),
            value: value.map(Value::read).unwrap_or_default(),
            overridden: None,
        }
    }
}

fn malformed(bytes: &[u8], reason: Reason) -> Command {
    Command::Malformed { text: text(bytes.trim_ascii_end()), reason }
}

fn is_identifier(word: &[u8]) -> bool {
    word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && !word.first().is_some_and(u8::is_ascii_digit)
}

/// Formats as `line 3: Knob = 0x10 (integer 0), overridden on line 5`. Control characters are escaped.
impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.command {
            Command::Assign { identifier, value, overridden } => {
                write!(f, "{identifier}{value}")?;
                overridden.map_or(Ok(()), |line| write!(f, ", overridden on line {line}"))
            }
            Command::When { clause } => write!(f, "WHEN {}", clause.escape_debug()),
            Command::Inject { text } => write!(f, "INJECTSTRING {}", text.escape_debug()),
            Command::Malformed { text, reason } => write!(f, "{} (malformed: {reason})", text.escape_debug()),
        }
    }
}

/// Formats as one line for each command.
impl Display for Knobs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}
