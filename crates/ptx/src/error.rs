//! Errors in PTX text, with their positions.

use crate::name::BadName;

/// An error in a PTX text, with its position.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{line}:{column}: {fault}")]
pub struct ReadError {
    /// The position, in bytes from the start of the text.
    pub offset: usize,
    /// The line, from 1 on.
    pub line: usize,
    /// The column in bytes, from 1 on.
    pub column: usize,
    /// What is wrong.
    pub fault: ReadFault,
}

impl ReadError {
    pub(crate) fn new(text: &[u8], offset: usize, fault: ReadFault) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        ReadError { offset, line, column: before.len() - line_start + 1, fault }
    }
}

/// What can be wrong with a PTX text. `ptxas` 13.5.37 refuses all of it too, except for numbers that it wraps around.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// The text does not begin with `.version`.
    #[error("ptx must begin with '.version', found {found}")]
    NoVersion {
        /// The first token.
        found: String,
    },
    /// `.version` is not followed by a version.
    #[error("'.version' must be followed by a version such as 9.0, found {found}")]
    BadVersion {
        /// The token that follows.
        found: String,
    },
    /// `.target` does not follow the version.
    #[error("'.version' must be followed by '.target', found {found}")]
    NoTarget {
        /// The token that follows.
        found: String,
    },
    /// `.target` does not begin with an architecture.
    #[error("'.target' must begin with an architecture such as sm_90, found '{found}'")]
    NoArchitecture {
        /// The first name.
        found: String,
    },
    /// A name in `.target` that is no option of its architecture.
    #[error("'{found}' is no option of '.target', legal are debug, texmode_unified and texmode_independent")]
    TargetOption {
        /// The name.
        found: String,
    },
    /// Both texture modes.
    #[error("'{found}' and '{before}' cannot both be options of '.target'")]
    TextureModes {
        /// The second mode.
        found: String,
        /// The first mode.
        before: &'static str,
    },
    /// `debug` in `.target` of a text without sections.
    #[error("'.target' has the option debug, but the text has no '.section' with debug information")]
    NoDebugInformation,
    /// A directive of kernels that is in no header, or a kernel in a body.
    #[error("'{found}' is not legal here: it belongs to the header of a kernel, in front of the body")]
    OutsideHeader {
        /// The directive.
        found: String,
    },
    /// `.version`, `.target` or `.address_size` after the start of the file.
    #[error("'{found}' is legal only at the start of the file, and only once")]
    SecondStart {
        /// The directive.
        found: String,
    },
    /// A directive of functions on a kernel.
    #[error("'{found}' is not legal on an '.entry': it is a directive of '.func'")]
    OfFunctions {
        /// The directive.
        found: String,
    },
    /// A launch directive on a function that is no kernel.
    #[error("'{found}' is not legal on a '.func': it is a directive of '.entry'")]
    OfKernels {
        /// The directive.
        found: String,
    },
    /// A body of an `.extern` function.
    #[error("'{name}' is '.extern' and cannot have a body")]
    ExternBody {
        /// The function.
        name: String,
    },
    /// A function that was defined before.
    #[error("'{name}' is defined already")]
    Redefined {
        /// The function.
        name: String,
    },
    /// A function that does not agree with its declaration.
    #[error("'{name}' does not agree with its declaration: {about}")]
    Redeclared {
        /// The function.
        name: String,
        /// What differs.
        about: &'static str,
    },
    /// An address size other than 32 and 64.
    #[error("'.address_size' must be 32 or 64, got {found}")]
    AddressSize {
        /// The size.
        found: u32,
    },
    /// `/*` without `*/`.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// A string without its closing quote.
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
    /// A byte that is not legal at its position.
    #[error("byte '{}' is not legal here", byte.escape_ascii())]
    Byte {
        /// The byte.
        byte: u8,
    },
    /// A number that is not an integer, such as `08`, `1.5` or `0x`.
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
    /// A name that PTX cannot spell.
    #[error(transparent)]
    Name(#[from] BadName),
    /// A token that the grammar does not allow at its position.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What the grammar allows.
        expected: &'static str,
        /// The token.
        found: String,
    },
}
