//! The names of signals.

use std::fmt::{self, Display, Formatter};

/// A signal number, displayed as `signal 8 (SIGFPE)`.
#[derive(Clone, Copy, Debug)]
pub struct SignalName(pub i32);

/// The signals that end a process, by number (Linux).
const SIGNALS: [(i32, &str); 16] = [
    (1, "SIGHUP"),
    (2, "SIGINT"),
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (11, "SIGSEGV"),
    (13, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (31, "SIGSYS"),
];

impl Display for SignalName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "signal {}", self.0)?;
        match SIGNALS.iter().find(|(number, _)| *number == self.0) {
            Some((_, name)) => write!(f, " ({name})"),
            None => Ok(()),
        }
    }
}
