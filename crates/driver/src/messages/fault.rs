//! Faults and their exit codes. After a signal, the exit code is 128 + the signal number.

use crate::path::{located, whole_file};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};
use tileiras_mlir::report::Place;

/// The table of exit codes in `--help` of a tool with these faults.
#[must_use]
pub fn table(kinds: &[Kind]) -> String {
    let mut text = "Exit codes:\n   0  all is well".to_owned();
    for kind in kinds {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {:>2}  {}", kind.code(), kind.meaning());
    }
    text
}

/// Why an input failed.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, thiserror::Error)]
#[error("{}", message.as_deref().unwrap_or_default())]
pub struct Fault {
    /// The stage.
    pub kind: Kind,
    /// The error message; none if a diagnostic of MLIR has reported the fault already.
    pub message: Option<String>,
    /// The file that it is about, and where in it if the line is not 0.
    pub place: Option<Place>,
    /// Whether it is the same for every input, and is reported only once.
    pub of_command: bool,
    /// Whether a process or a thread could not be started, which can succeed when fewer inputs are compiled at a time.
    pub lacks_process: bool,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub enum Kind {
    /// An input cannot be read or is not valid IR.
    Input,
    /// The command line is invalid, or does not fit the input.
    Usage,
    /// A pass or a rule rejects the contract.
    Verification,
    /// LLVM's back end fails.
    Backend,
    /// A program of CUDA fails.
    Ptxas,
    /// A fact is lost or invented.
    Audit,
    /// An output cannot be written.
    Output,
    /// A defect of this program.
    Internal,
}

impl Kind {
    /// All of them, in the order of the codes.
    pub const ALL: [Self; 8] = [
        Self::Input,
        Self::Usage,
        Self::Verification,
        Self::Backend,
        Self::Ptxas,
        Self::Audit,
        Self::Output,
        Self::Internal,
    ];

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

    /// The meaning of the exit code, for `--help`.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Input => "an input cannot be read or is invalid",
            Self::Usage => "the command line is invalid",
            Self::Verification => "a pass or a rule rejects the contract",
            Self::Backend => "LLVM's linker or back end failed, or libdevice was not found",
            Self::Ptxas => "ptxas, nvlink or fatbinary failed, or was not found",
            Self::Audit => {
                "a launch fact was lost or invented, a contract or a resource differs from a snapshot, an entry of a cache \
                 contradicts its kernel, or an output cannot be read back"
            }
            Self::Output => "an output cannot be written",
            Self::Internal => "a defect of this program",
        }
    }

    /// A fault of this kind.
    #[must_use]
    pub fn fault(self, message: impl Into<String>) -> Fault {
        Fault { message: Some(message.into()), ..self.already_reported() }
    }

    /// A fault of this kind that a diagnostic has reported already.
    #[must_use]
    pub const fn already_reported(self) -> Fault {
        Fault { kind: self, message: None, place: None, of_command: false, lacks_process: false }
    }

    /// A fault of this kind that is the same for every input.
    #[must_use]
    pub fn of_command(self, message: impl Into<String>) -> Fault {
        Fault { of_command: true, ..self.fault(message) }
    }
}

impl Fault {
    /// The same fault, with other words if it has any.
    #[must_use]
    pub fn map(self, change: impl FnOnce(String) -> String) -> Self {
        Self { message: self.message.map(change), ..self }
    }

    /// The same fault, at a place if it has none.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self { place: self.place.or(Some(place)), ..self }
    }

    /// The same fault about a file that another one names: its place becomes a part of the words.
    #[must_use]
    pub fn in_words(self) -> Self {
        let Self { message, place, .. } = self;
        let message = message.map(|message| located(place.as_ref(), &message).into_owned());
        Self { message, place: None, ..self }
    }

    /// The same fault, about a file if it has no place.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        self.at(whole_file(path))
    }
}

/// Keeps the kind of the first fault of a run that goes on after it. The fault has been reported.
pub fn keep_first(result: &mut Result<(), Fault>, kind: Kind) {
    if result.is_ok() {
        *result = Err(kind.already_reported());
    }
}

impl From<Kind> for ExitCode {
    fn from(kind: Kind) -> Self {
        ExitCode::from(kind.code())
    }
}
