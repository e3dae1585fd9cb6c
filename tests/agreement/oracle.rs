//! Runs the real ptxas on a PTX header.

use tileiras_test_support::process::End;
use tileiras_test_support::ptxas;

/// The result of ptxas for a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// It makes a cubin, possibly with warnings.
    Accepts { warnings: Vec<String> },
    /// It makes no cubin; the messages give the reason.
    Rejects { errors: Vec<String> },
    /// It is killed by a signal.
    Crashes { signal: i32 },
}

impl Answer {
    /// Assembles a text for a chip.
    pub fn of(arch: &str, text: &str) -> Self {
        let (run, _) = ptxas::try_run(arch, text.as_bytes(), &[]);
        let output = run.err.clone() + &run.text();
        let lines = output.lines().map(str::trim);
        // The last line of every rejection has no information.
        let lines = lines.filter(|line| !line.is_empty() && !line.contains("Ptx assembly aborted due to errors"));
        let lines = lines.map(ToOwned::to_owned).collect();
        match run.end {
            End::Signal(signal) => Self::Crashes { signal },
            End::Exit(0) => Self::Accepts { warnings: lines },
            End::Exit(_) => Self::Rejects { errors: lines },
        }
    }
}
