//! One run of `ptxas`: PTX in, a cubin out.
//!
//! Accepts the text of a PTX module as bytes, a chip, and arguments to pass on. Guarantees that the argument vector is
//! logged before the start and can be had without one ([`Invocation::argv`]); that the input is gone afterwards however the
//! run ends; that the same input under the same name gives the same cubin, as `ptxas` keeps no folder in it (measured); and
//! that what `ptxas` wrote is in the result, success or not, byte for byte. Refuses to call success what left no output.
//!
//! The child runs in the folder of the caller, so that paths in arguments mean what they mean to the user.
//!
//! Leaves out on purpose: where the cubin goes ([`crate::output`]), what is in it (`tileiras-cubin`), and what is in a
//! knobs file, which only `ptxas` reads (reference 003).

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tileiras_target::Chip;

use crate::environment::Environment;
use crate::find::{Ptxas, reason};
use crate::supervise::{self, End, Ended, RunError};
use crate::temporary::{self, Hold};

/// The two variables that open the gate of the knobs file, both set, whatever their values (reference 003).
pub const KNOBS_VARIABLES: [&str; 2] = ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH"];

/// How long `ptxas` may take unless the caller says otherwise. A kernel of usual size takes milliseconds.
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The longest name of an input, in bytes.
const LONGEST_NAME: usize = 100;

/// How `ptxas` is to be run.
#[derive(Clone, Debug)]
pub struct Invocation {
    program: PathBuf,
    chip: Chip,
    opt_level: Option<u8>,
    arguments: Vec<OsString>,
    knobs: Option<OsString>,
    time_limit: Option<Duration>,
    temporary: PathBuf,
    interrupt: Option<Arc<AtomicUsize>>,
}

/// What a run that succeeded left.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Assembled {
    /// The bytes of the output: a cubin, unless the arguments ask for something else.
    pub cubin: Vec<u8>,
    /// What `ptxas` wrote to its standard output.
    pub stdout: Vec<u8>,
    /// What `ptxas` wrote to its standard error: warnings.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
}

/// Why there is no cubin.
#[derive(Debug, thiserror::Error)]
pub enum HandOffError {
    /// The input of `ptxas` cannot be written.
    #[error("cannot write '{}', the input of ptxas: {}", path.display(), reason(source))]
    Input {
        /// The file or its folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `ptxas` cannot be started.
    #[error("cannot start '{}': {}", program.display(), reason(source))]
    Start {
        /// The file.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `ptxas` was started and cannot be watched; it was killed.
    #[error("cannot watch '{}': {}", program.display(), reason(source))]
    Watch {
        /// The file.
        program: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// `ptxas` ran and made no cubin.
    #[error(transparent)]
    Failed(#[from] Box<Failure>),
}

/// A run that made no cubin.
#[derive(Debug, thiserror::Error)]
#[error("'{}' {cause}", program.display())]
pub struct Failure {
    /// The file that was run.
    pub program: PathBuf,
    /// How it ended.
    pub cause: Cause,
    /// What it wrote to its standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error: its diagnostics.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
    /// One line about what to do, where that is not obvious.
    pub hint: Option<&'static str>,
}

/// How a run that made no cubin ended.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// With an exit status other than 0.
    #[error("failed with exit status {code}")]
    Exit {
        /// The status.
        code: i32,
    },
    /// By a signal that nobody here sent.
    #[error("was killed by {}", SignalName(*number))]
    Signal {
        /// The number.
        number: i32,
    },
    /// It took too long and was killed.
    #[error("did not finish within {limit:?} and was killed")]
    TimedOut {
        /// How long it had.
        limit: Duration,
    },
    /// It was killed because this process is to end.
    #[error("was killed on {}", SignalName(i32::try_from(*number).unwrap_or(0)))]
    Interrupted {
        /// The number that the caller put in the interrupt.
        number: usize,
    },
    /// It succeeded, and the output is not there or has no bytes.
    #[error("succeeded but wrote no output")]
    NoOutput,
    /// It succeeded, and the output cannot be read.
    #[error("succeeded, but its output '{}' cannot be read: {}", path.display(), reason(source))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// `signal 8 (SIGFPE)`.
struct SignalName(i32);

/// The signals that end a program, by number (Linux).
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

impl Invocation {
    /// A run of that `ptxas` for that chip. The environment opens the gate of the knobs file, and names the folder for
    /// temporary files (`TMPDIR`, else `/tmp`).
    pub fn new(ptxas: &Ptxas, chip: Chip, environment: &Environment) -> Self {
        Invocation {
            program: ptxas.program.clone(),
            chip,
            opt_level: None,
            arguments: Vec::new(),
            knobs: knobs_argument(environment),
            time_limit: Some(TIME_LIMIT),
            temporary: environment.named("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from),
            interrupt: None,
        }
    }

    /// The optimization level; without one, `ptxas` takes 3. It takes levels above 3 as well and says nothing (measured).
    #[must_use]
    pub fn opt_level(mut self, level: u8) -> Self {
        self.opt_level = Some(level);
        self
    }

    /// More arguments, passed on as they are.
    #[must_use]
    pub fn arguments<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// How long `ptxas` may take; `None` is for ever.
    #[must_use]
    pub fn time_limit(mut self, limit: Option<Duration>) -> Self {
        self.time_limit = limit;
        self
    }

    /// Where a handler of signals leaves the number of the one that came: when it is not 0, `ptxas` is killed.
    #[must_use]
    pub fn interrupt(mut self, signal: Arc<AtomicUsize>) -> Self {
        self.interrupt = Some(signal);
        self
    }

    /// The argument vector for these files, the program first.
    pub fn argv(&self, input: &Path, output: &Path) -> Vec<OsString> {
        let arch = self.chip.ptxas_arch().unwrap_or(self.chip);
        let mut argv: Vec<OsString> = vec![self.program.clone().into(), "-arch".into(), arch.name().into()];
        argv.extend(self.opt_level.map(|level| format!("-O{level}").into()));
        argv.extend(self.arguments.iter().cloned());
        argv.extend(self.knobs.clone());
        argv.extend([input.into(), "-o".into(), output.into()]);
        argv
    }

    /// Runs `ptxas` on the text of a PTX module. `name` is what the diagnostics of `ptxas` call it, `<name>.ptx` in a
    /// temporary folder; what cannot stand in the name of a file becomes `_`.
    ///
    /// # Errors
    /// [`HandOffError`] unless `ptxas` succeeds and leaves an output.
    pub fn assemble(&self, name: &str, ptx: &[u8]) -> Result<Assembled, HandOffError> {
        let (_hold, folder) = self.folder()?;
        let name = file_name(name);
        let (input, output) = (folder.path().join(format!("{name}.ptx")), folder.path().join(format!("{name}.cubin")));
        fs::write(&input, ptx).map_err(|source| HandOffError::Input { path: input.clone(), source })?;
        let argv = self.argv(&input, &output);
        tracing::info!(?argv, "running ptxas");
        let started = Instant::now();
        let program = || self.program.clone();
        let ended = supervise::run(command(&argv), self.time_limit, self.interrupt.as_deref());
        let ended = ended.map_err(|error| match error {
            RunError::Start(source) => HandOffError::Start { program: program(), source },
            RunError::Watch(source) => HandOffError::Watch { program: program(), source },
        })?;
        tracing::debug!(end = ?ended.end, elapsed = ?started.elapsed(), "ptxas ended");
        match self.outcome(&ended.end, &output) {
            Ok(cubin) => Ok(Assembled { cubin, stdout: ended.stdout, stderr: ended.stderr, argv }),
            Err(cause) => Err(Box::new(self.failure(cause, ended, argv)).into()),
        }
    }

    fn folder(&self) -> Result<(Hold, TempDir), HandOffError> {
        let made = temporary::hold(|| tempfile::Builder::new().prefix("tileiras-").tempdir_in(&self.temporary));
        made.map_err(|source| HandOffError::Input { path: self.temporary.clone(), source })
    }

    /// The output, or why there is none.
    fn outcome(&self, end: &End, output: &Path) -> Result<Vec<u8>, Cause> {
        match end {
            End::TimedOut => Err(Cause::TimedOut { limit: self.time_limit.unwrap_or_default() }),
            End::Interrupted(number) => Err(Cause::Interrupted { number: *number }),
            End::Exited(status) => match (status.code(), status.signal()) {
                (Some(0), _) => match fs::read(output) {
                    Ok(cubin) if !cubin.is_empty() => Ok(cubin),
                    Ok(_) => Err(Cause::NoOutput),
                    Err(source) if source.kind() == io::ErrorKind::NotFound => Err(Cause::NoOutput),
                    Err(source) => Err(Cause::Unreadable { path: output.to_owned(), source }),
                },
                (Some(code), _) => Err(Cause::Exit { code }),
                (None, signal) => Err(Cause::Signal { number: signal.unwrap_or_default() }),
            },
        }
    }

    fn failure(&self, cause: Cause, ended: Ended, argv: Vec<OsString>) -> Failure {
        let refused = matches!(cause, Cause::Exit { .. })
            && self.knobs.is_some()
            && (refuses_knobs(&ended.stderr) || refuses_knobs(&ended.stdout));
        let hint =
            "this release of ptxas does not have the option '--knobs-file'; unset MLIR_ENABLE_EVO or PTX_KNOBS_PATH";
        Failure {
            program: self.program.clone(),
            cause,
            stdout: ended.stdout,
            stderr: ended.stderr,
            argv,
            hint: refused.then_some(hint),
        }
    }
}

fn command(argv: &[OsString]) -> Command {
    let (program, arguments) = argv.split_first().map_or((OsStr::new(""), argv), |(program, rest)| (program, rest));
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// `--knobs-file=<path>`, if the gate is open. The path is passed on as it is, not looked at.
fn knobs_argument(environment: &Environment) -> Option<OsString> {
    let [enable, path] = KNOBS_VARIABLES.map(|name| environment.get(name));
    let (Some(_), Some(path)) = (enable, path) else { return None };
    let mut argument = OsString::from("--knobs-file=");
    argument.push(path);
    Some(argument)
}

/// Whether `ptxas` says that it has no such option: `Unknown option '-knobs-file'` (measured: 12.9 to 13.5).
fn refuses_knobs(words: &[u8]) -> bool {
    let holds = |line: &[u8], text: &str| line.windows(text.len()).any(|window| window == text.as_bytes());
    words.split(|byte| *byte == b'\n').any(|line| holds(line, "Unknown option") && holds(line, "knobs-file"))
}

/// A name without anything that a path, or an option that takes a list, gives a meaning to.
fn file_name(name: &str) -> String {
    let legal = |letter: char| if letter.is_ascii_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let name: String = name.chars().map(legal).take(LONGEST_NAME).collect();
    match name.trim_start_matches(['.', '-']) {
        "" => "kernel".to_owned(),
        name => name.to_owned(),
    }
}
