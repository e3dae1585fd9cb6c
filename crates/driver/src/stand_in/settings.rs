//! The settings of `tileiras-ptxas`, which are variables of the environment.

use std::path::PathBuf;

use tileiras_ptxas::Environment;

use crate::worker::UserLimits;

/// The variable with the mode.
const MODE: &str = "TILEIRAS_PTXAS_MODE";

/// The variable with the file for findings.
const FINDINGS: &str = "TILEIRAS_FINDINGS";

/// Seconds after which the check ends, if the environment states no other limit.
const TIME: u64 = 60;

/// The settings in words.
pub const HELP: &str = "Environment:
  TILEIRAS_PTXAS_MODE    warn: report findings (default); error: let errors fail the build; off: only run ptxas
  TILEIRAS_FINDINGS      a file to which findings are appended as JSON lines, in place of standard error
  TILEIRAS_PTXAS         the real ptxas, if it is not the first one of the toolkits and of PATH
  TILEIRAS_TIME_LIMIT    seconds after which the check ends [default: 60]
  TILEIRAS_MEMORY_LIMIT  MiB of memory for the check; 0 for no limit [default: 2048]";

/// What findings do to the build.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mode {
    /// Nothing is checked.
    Off,
    /// They are reported.
    Warn,
    /// An error refuses the build.
    Error,
}

/// The settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What findings do.
    pub mode: Mode,
    /// The file to which findings are appended; none for standard error.
    pub findings: Option<PathBuf>,
    /// The limits of the check.
    pub limits: UserLimits,
    /// What cannot be used of the environment.
    pub warnings: Vec<String>,
}

impl Settings {
    /// Reads the settings. A value that cannot be used is the default.
    pub fn read(environment: &Environment) -> Self {
        let mut warnings = Vec::new();
        let mode = environment.non_empty(MODE).map(|value| value.to_string_lossy());
        let mode = match mode.as_deref() {
            None | Some("warn") => Mode::Warn,
            Some("off") => Mode::Off,
            Some("error") => Mode::Error,
            Some(other) => {
                warnings.push(format!("{MODE} must be off, warn or error, got '{other}'"));
                Mode::Warn
            }
        };
        let limits = UserLimits::of_environment(environment, TIME, &mut warnings);
        Self { mode, findings: environment.non_empty(FINDINGS).map(PathBuf::from), limits, warnings }
    }
}
