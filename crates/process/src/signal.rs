//! The names of signals, and whether they are ignored.

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

/// Whether this process ignores a signal, as one that `nohup` has started does.
#[must_use]
pub fn is_ignored(signal: i32) -> bool {
    // SAFETY: reads the action, into a value that is valid for the call.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
    }
}
