//! The error of what has emitted a diagnostic.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The error of an operation that failed and has already emitted an error diagnostic.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[must_use]
pub struct Failure;

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("failed; the diagnostics say why")
    }
}

impl Error for Failure {}
