//! Runs the real ptxas on a PTX header.

use tileiras_test_support::process::End;
use tileiras_test_support::ptxas;

/// What ptxas does with a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// It makes a cubin, and may warn.
    Accepts { warnings: Vec<String> },
    /// It makes none; the messages give the reason.
    Rejects { errors: Vec<String> },
    /// It dies of a signal.
    Dies { signal: i32 },
}

impl Answer {
    /// Assembles a text for a chip.
    pub fn to(arch: &str, text: &str) -> Self {
        let (run, _) = ptxas::ask(arch, text.as_bytes(), &[]);
        let said = run.err.clone() + &run.text();
        let lines = said.lines().map(str::trim);
        // The last line of every rejection has no information.
        let lines = lines.filter(|line| !line.is_empty() && !line.contains("Ptx assembly aborted due to errors"));
        let lines = lines.map(ToOwned::to_owned).collect();
        match run.end {
            End::Signal(signal) => Self::Dies { signal },
            End::Exit(0) => Self::Accepts { warnings: lines },
            End::Exit(_) => Self::Rejects { errors: lines },
        }
    }
}
