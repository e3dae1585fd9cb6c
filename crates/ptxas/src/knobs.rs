//! Reads a knobs file, for people who want to know what is in it.
//!
//! Accepts any bytes with the word `[knobs]` in them, in this case; what stands before it is ignored. After it come commands,
//! separated by white space, `~` or `;;`, without quotes, escapes or comments (reference 003):
//!
//! | command | reaches to |
//! |---|---|
//! | `identifier=value`, or an identifier alone | the next separator |
//! | `WHEN ...` | the next `~` or `;;`, or the end of the line |
//! | `INJECTSTRING ...` | the next `;;` |
//!
//! Guarantees that every command is listed, with its line, and that of the assignments to one identifier, letter case aside,
//! all but the last are marked as overridden. A number is decimal and ends at the first letter that is no digit, so that
//! `0x10` is 0. Nothing panics, and the work is linear in the size of the file.
//!
//! Leaves out on purpose: which knobs there are and what type each has, which only `ptxas` knows. No release of `ptxas` that
//! could be measured takes such a file, so that all of this is reference 003 and nothing else; where the reference is silent,
//! at the end of a `WHEN` and about the case of the two keywords, this is the strict reading.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use serde::Serialize;

/// What the commands begin after.
pub const SENTINEL: &str = "[knobs]";

/// The commands of a knobs file.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Knobs {
    /// In the order of the file.
    pub entries: Vec<Entry>,
}

/// One command, in its place.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The line it begins on, from 1.
    pub line: usize,
    /// What it says. What is not UTF-8 is replaced.
    #[serde(flatten)]
    pub command: Command,
}

/// What one command says.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
#[serde(tag = "command", rename_all = "lowercase")]
pub enum Command {
    /// `identifier=value`.
    Assign {
        /// The knob, as it is spelt.
        identifier: String,
        /// The value, if there is one.
        value: Option<String>,
        /// The value as a number, if it begins like one. One that does not fit is the nearest that does.
        number: Option<i64>,
        /// The line of the assignment that overrides this one.
        overridden: Option<usize>,
    },
    /// `WHEN ...`.
    When {
        /// The clause, without the keyword.
        clause: String,
    },
    /// `INJECTSTRING ... ;;`.
    Inject {
        /// The string, without the keyword and the end.
        text: String,
        /// Whether `;;` ends it, and not the file.
        terminated: bool,
    },
    /// A `=` without an identifier.
    Malformed {
        /// As it is written.
        text: String,
    },
}

/// Why a file is no knobs file.
#[derive(Copy, Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum KnobsError {
    /// No sentinel.
    #[error("no '{SENTINEL}' in the file; everything before it is ignored")]
    NoSentinel,
    /// One in another case.
    #[error("no '{SENTINEL}' in the file, but one in another letter case on line {line}; the case matters")]
    SentinelCase {
        /// The line, from 1.
        line: usize,
    },
}

impl Knobs {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`KnobsError`] if there is no sentinel.
    pub fn read(bytes: &[u8]) -> Result<Knobs, KnobsError> {
        let find = |same: fn(&[u8], &[u8]) -> bool| {
            bytes.windows(SENTINEL.len()).position(|window| same(window, SENTINEL.as_bytes()))
        };
        let Some(place) = find(|window, sentinel| window == sentinel) else {
            return Err(match find(<[u8]>::eq_ignore_ascii_case) {
                Some(place) => KnobsError::SentinelCase { line: 1 + lines(&bytes[..place]) },
                None => KnobsError::NoSentinel,
            });
        };
        let (before, rest) = bytes.split_at(place + SENTINEL.len());
        let mut reader = Reader { rest, line: 1 + lines(before), entries: Vec::new(), last: HashMap::new() };
        while reader.command() {}
        Ok(Knobs { entries: reader.entries })
    }
}

fn lines(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where a separator begins.
#[derive(Copy, Clone)]
enum Stop {
    /// At any of them.
    Any,
    /// At `~`, `;;` and the end of a line.
    Clause,
    /// At `;;` alone.
    End,
}

impl Stop {
    fn at(self, rest: &[u8]) -> bool {
        match (self, rest) {
            (_, [b';', b';', ..]) | (Stop::Any | Stop::Clause, [b'~', ..]) | (Stop::Clause, [b'\n', ..]) => true,
            (Stop::Any, [byte, ..]) => byte.is_ascii_whitespace() || *byte == b'\x0b',
            _ => false,
        }
    }
}

/// What is left of a file.
struct Reader<'a> {
    rest: &'a [u8],
    line: usize,
    entries: Vec<Entry>,
    /// The entry of the last assignment to each identifier, in lower case.
    last: HashMap<Vec<u8>, usize>,
}

impl<'a> Reader<'a> {
    fn skip(&mut self, count: usize) -> &'a [u8] {
        let (skipped, rest) = self.rest.split_at(count.min(self.rest.len()));
        self.rest = rest;
        self.line += lines(skipped);
        skipped
    }

    /// The bytes up to a separator, or to the end.
    fn until(&mut self, stop: Stop) -> &'a [u8] {
        let end = (0..self.rest.len()).find(|place| stop.at(&self.rest[*place..]));
        self.skip(end.unwrap_or(self.rest.len()))
    }

    /// Reads one command, if there is one left.
    fn command(&mut self) -> bool {
        while Stop::Any.at(self.rest) {
            self.skip(if self.rest.starts_with(b";;") { 2 } else { 1 });
        }
        if self.rest.is_empty() {
            return false;
        }
        let line = self.line;
        let command = match self.until(Stop::Any) {
            b"WHEN" => Command::When { clause: text(self.until(Stop::Clause).trim_ascii()) },
            b"INJECTSTRING" => {
                let string = self.until(Stop::End);
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
            Some(place) => (&word[..place], Some(&word[place + 1..])),
            None => (word, None),
        };
        let place = self.entries.len();
        let before = self.last.insert(identifier.to_ascii_lowercase(), place);
        if let Some(Entry { command: Command::Assign { overridden, .. }, .. }) =
            before.and_then(|before| self.entries.get_mut(before))
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

/// The decimal number that a text begins with.
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

/// `line 3: Knob = 0x10 (the number 0), overridden on line 5`. What is no plain text is escaped.
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

/// One line a command.
impl Display for Knobs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}
