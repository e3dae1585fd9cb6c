//! The error for a statement without a valid value.
//!
//! Guarantees a message with the key, its legal form and what was found, without a final period. The pass adds the
//! location.
//!
//! Leaves out on purpose: two statements that differ ([`Conflict`](super::Conflict)), and valid values that violate a
//! rule ([`crate::rules`]).

use thiserror::Error;

/// The error for a statement without a valid value.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[error("'{key}' {kind}")]
pub struct ValueFault {
    /// The name in the carrier.
    pub key: &'static str,
    /// What is wrong with its value.
    pub kind: FaultKind,
}

/// What is wrong with a value: the legal form, and what was found.
#[derive(Clone, Eq, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// Not an integer, a boolean, a negative number, or a number of more than 32 bits.
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
    /// A block or cluster shape without an axis, or with more than three.
    #[error("must have 1 to 3 values, got {count}")]
    DimsCount {
        /// How many values it has.
        count: usize,
    },
    /// A legacy flag that is not an integer.
    #[error("must be an integer, got {found}")]
    Flag {
        /// The value.
        found: String,
    },
    /// An attribute whose presence means true and whose value means false.
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
    /// An index above the number of arguments.
    #[error("must name arguments 1 to {count}, got {index}")]
    Argument {
        /// The index.
        index: u32,
        /// How many arguments there are.
        count: u32,
    },
    /// An index of a function without arguments.
    #[error("must name an argument, but the function has none, got {index}")]
    NoArgument {
        /// The index.
        index: u32,
    },
}
