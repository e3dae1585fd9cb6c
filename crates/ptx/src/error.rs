//! What is wrong with a PTX text, and where.

use crate::name::BadName;

/// A fault of a PTX text at its place.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct ReadError {
    /// The place, in bytes from the start of the text.
    pub offset: usize,
    /// Its line, from 1 on.
    pub line: usize,
    /// Its column in bytes, from 1 on.
    pub column: usize,
    /// What is wrong there.
    pub fault: ReadFault,
}

impl ReadError {
    pub(crate) fn new(text: &[u8], offset: usize, fault: ReadFault) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ReadError { offset, line, column: before.len() - line_start + 1, fault }
    }
}

/// What can be wrong with a PTX text. `ptxas` 13.5.37 refuses each of these, too, but for numbers that wrap around.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum ReadFault {
    /// The text does not begin with `.version`.
    #[error("ptx must begin with '.version', found {found}")]
    NoVersion {
        /// What it begins with.
        found: String,
    },
    /// What follows `.version` is no version.
    #[error("'.version' must be followed by a version such as 9.0, found {found}")]
    BadVersion {
        /// What follows.
        found: String,
    },
    /// `.target` does not follow the version.
    #[error("'.version' must be followed by '.target', found {found}")]
    NoTarget {
        /// What follows.
        found: String,
    },
    /// Another address size than 32 or 64.
    #[error("'.address_size' must be 32 or 64, got {found}")]
    AddressSize {
        /// The size.
        found: u32,
    },
    /// `/*` without `*/`.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// A quote without another.
    #[error("this string is not closed")]
    UnclosedString,
    /// `{` without `}`.
    #[error("this '{{' is not closed")]
    UnclosedBrace,
    /// `(` without `)`.
    #[error("this '(' is not closed")]
    UnclosedParenthesis,
    /// `}` without `{`.
    #[error("this '}}' closes nothing")]
    StrayBrace,
    /// A byte that no token of PTX has or begins with.
    #[error("byte '{}' is not legal here", byte.escape_ascii())]
    Byte {
        /// The byte.
        byte: u8,
    },
    /// A number that is no integer, such as `08`, `1.5` or `0x`.
    #[error("'{found}' is not an integer")]
    NotAnInteger {
        /// The number.
        found: String,
    },
    /// An integer above 4294967295.
    #[error("'{found}' is too large, the largest value is 4294967295")]
    TooLarge {
        /// The integer.
        found: String,
    },
    /// A name that PTX does not have.
    #[error(transparent)]
    Name(#[from] BadName),
    /// Some other token than the grammar has here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What could stand here.
        expected: &'static str,
        /// What does.
        found: String,
    },
}
