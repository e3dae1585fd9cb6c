//! Why a statement of a fact cannot be read.
//!
//! Guarantees a message that names the key, its legal form and what was found, without a final
//! period, and says nothing about the place: the pass that knows the tuple or the operation does.
//!
//! Leaves out on purpose: contradictions between two statements ([`Conflict`](super::Conflict)) and facts
//! that are well-formed but wrong ([`crate::rules`]).

use thiserror::Error;

/// A statement that no fact can be read from.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("'{key}' {kind}")]
pub struct ValueFault {
    /// The name as the carrier has it.
    pub key: &'static str,
    /// What is wrong with its value.
    pub kind: FaultKind,
}

/// What is wrong with a value: the legal form, and what was found in its place.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
pub enum FaultKind {
    /// No integer, a boolean, a negative number, or one of more than 32 bits.
    #[error("must be a non-negative integer that fits in 32 bits, got {found}")]
    Number {
        /// The value.
        found: String,
    },
    /// A text whose number LLVM would read as octal, hexadecimal or binary.
    #[error("must be a decimal number without a leading zero, got {found}")]
    Decimal {
        /// The value.
        found: String,
    },
    /// A size or an index that `array<i32>` cannot hold.
    #[error("must be at most 2147483647, the largest value of an 'array<i32>', got {found}")]
    Size {
        /// The value.
        found: String,
    },
    /// Not a block or cluster shape.
    #[error("must be 1 to 3 non-negative integers, got {found}")]
    Dims {
        /// The value.
        found: String,
    },
    /// A block or cluster shape of no axis, or of more than three.
    #[error("must have 1 to 3 values, got {count}")]
    DimsCount {
        /// How many values it has.
        count: usize,
    },
    /// A legacy flag that is no integer.
    #[error("must be an integer, got {found}")]
    Flag {
        /// The value.
        found: String,
    },
    /// An attribute whose presence says yes and whose value does not.
    #[error("must be a unit or a non-zero integer, got {found}")]
    Presence {
        /// The value.
        found: String,
    },
    /// Not a list of argument indices.
    #[error("must be a list of 1-based argument indices, got {found}")]
    Indices {
        /// The value.
        found: String,
    },
    /// An index beyond the arguments.
    #[error("must name arguments 1 to {count}, got {index}")]
    Argument {
        /// The index.
        index: u32,
        /// How many arguments there are.
        count: u32,
    },
    /// An index into no arguments.
    #[error("must name an argument, but the function has none, got {index}")]
    NoArgument {
        /// The index.
        index: u32,
    },
}
