//! What went wrong, and the exit code that says so.

use std::process::ExitCode;

/// The exit codes, as `--help` shows them.
pub const TABLE: &str = "\
Exit codes:
   0  everything was made
   1  an input could not be read, or is not valid IR
   2  the command line is wrong
   3  a contract was refused by a pass or a rule
   4  LLVM's back end failed
   5  ptxas failed, or was not found
   6  the audit found a launch fact that was lost or invented
   7  an output could not be written
  70  a defect of this program
With several inputs, the code is that of the first that failed.";

/// Where an input failed. What there is to say beyond the diagnostics of MLIR stands in the message.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// The stage.
    pub kind: Kind,
    /// What is still to be said; empty where a diagnostic has said it.
    pub message: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// An input cannot be read or is not valid IR.
    Input,
    /// The command line asks for what cannot be.
    Usage,
    /// A pass or a rule refuses the contract.
    Verification,
    /// LLVM's back end fails.
    Backend,
    /// `ptxas` fails.
    Ptxas,
    /// A fact is lost or invented.
    Audit,
    /// An output cannot be written.
    Output,
    /// A defect of this program.
    Internal,
}

impl Kind {
    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Input => 1,
            Self::Usage => 2,
            Self::Verification => 3,
            Self::Backend => 4,
            Self::Ptxas => 5,
            Self::Audit => 6,
            Self::Output => 7,
            Self::Internal => 70,
        }
    }

    /// A fault of this kind.
    #[must_use]
    pub fn fault(self, message: impl Into<String>) -> Fault {
        Fault { kind: self, message: message.into() }
    }

    /// A fault of this kind that a diagnostic has told already.
    #[must_use]
    pub const fn told(self) -> Fault {
        Fault { kind: self, message: String::new() }
    }
}

impl From<Kind> for ExitCode {
    fn from(kind: Kind) -> Self {
        ExitCode::from(kind.code())
    }
}
