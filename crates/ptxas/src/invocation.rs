//! Runs `ptxas` on a PTX module and returns the cubin.
//!
//! Accepts the text of a PTX module as bytes, a chip, and further arguments. Guarantees:
//! - The argument vector is logged before the start. [`Invocation::argv`] returns it without a run.
//! - The temporary input file is removed, whether the run succeeds or not.
//! - The same input under the same name gives the same cubin, as `ptxas` writes no folder names into it (measured).
//! - The result, success or error, has the output of `ptxas` byte for byte.
//!
//! Refuses a run that succeeds without an output file.
//!
//! The child runs in the current folder, so that relative paths in arguments mean the same as for the user.
//!
//! Leaves out on purpose: the output file, the content of the cubin (`tileiras-cubin`), and the content of a knobs file,
//! which only `ptxas` reads (reference 003).

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

use crate::cleanup::{self, Registration};
use crate::environment::Environment;
use crate::find::{Ptxas, reason};
use crate::supervise::{self, RunError, TerminatedChild, Termination};

/// The two variables that enable a knobs file. Both must be set; their values may be empty (reference 003).
pub const KNOBS_VARIABLES: [&str; 2] = ["MLIR_ENABLE_EVO", "PTX_KNOBS_PATH"];

/// The default time limit. `ptxas` takes milliseconds for a kernel of usual size.
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The maximum length of the name of an input file, in bytes.
const LONGEST_NAME: usize = 100;

/// A configured run of `ptxas`.
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

/// The result of a successful run.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Assembled {
    /// The output file: a cubin, unless the arguments ask for another output.
    pub cubin: Vec<u8>,
    /// The standard output of `ptxas`.
    pub stdout: Vec<u8>,
    /// The standard error of `ptxas`, with its warnings.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
}

/// Why there is no cubin.
#[derive(Debug, thiserror::Error)]
pub enum AssembleError {
    /// The input of `ptxas` cannot be written.
    #[error("cannot write '{}', the input of ptxas: {}", path.display(), reason(source))]
    Input {
        /// The file or its folder.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// `ptxas` cannot be started.
    #[error("cannot start '{}': {}", program.display(), reason(source))]
    Start {
        /// The program.
        program: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// `ptxas` was started, but waiting for it failed. It was killed.
    #[error("cannot watch '{}': {}", program.display(), reason(source))]
    Watch {
        /// The program.
        program: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// `ptxas` ran and wrote no cubin.
    #[error(transparent)]
    Failed(#[from] Box<Failure>),
}

/// A run that wrote no cubin.
#[derive(Debug, thiserror::Error)]
#[error("'{}' {cause}", program.display())]
pub struct Failure {
    /// The program.
    pub program: PathBuf,
    /// The cause of the failure.
    pub cause: Cause,
    /// The standard output of `ptxas`.
    pub stdout: Vec<u8>,
    /// The standard error of `ptxas`, with its diagnostics.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
    /// One line of advice, for a failure whose reason is not obvious.
    pub hint: Option<&'static str>,
}

/// The cause of a failed run.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// `ptxas` exited with a status other than 0.
    #[error("failed with exit status {code}")]
    Exit {
        /// The exit status.
        code: i32,
    },
    /// `ptxas` was killed by a signal that this crate did not send.
    #[error("was killed by {}", SignalName(*number))]
    Signal {
        /// The signal number.
        number: i32,
    },
    /// `ptxas` exceeded the time limit and was killed.
    #[error("did not finish within {limit:?} and was killed")]
    TimedOut {
        /// The time limit.
        limit: Duration,
    },
    /// `ptxas` was killed because this process received a signal.
    #[error("was killed on {}", SignalName(i32::try_from(*number).unwrap_or(0)))]
    Interrupted {
        /// The signal number.
        number: usize,
    },
    /// `ptxas` succeeded, and the output file is missing or empty.
    #[error("succeeded but wrote no output")]
    NoOutput,
    /// `ptxas` succeeded, and the output file cannot be read.
    #[error("succeeded, but its output '{}' cannot be read: {}", path.display(), reason(source))]
    Unreadable {
        /// The output file.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
}

/// A signal number, displayed as `signal 8 (SIGFPE)`.
struct SignalName(i32);

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

impl Invocation {
    /// A run of `ptxas` for a chip. The environment determines the knobs file ([`KNOBS_VARIABLES`]) and the folder of
    /// temporary files (`TMPDIR`, or `/tmp`).
    pub fn new(ptxas: &Ptxas, chip: Chip, environment: &Environment) -> Self {
        Invocation {
            program: ptxas.program.clone(),
            chip,
            opt_level: None,
            arguments: Vec::new(),
            knobs: knobs_argument(environment),
            time_limit: Some(TIME_LIMIT),
            temporary: environment.non_empty("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from),
            interrupt: None,
        }
    }

    /// Sets the optimization level. The default of `ptxas` is 3. It accepts levels above 3 without a warning (measured).
    #[must_use]
    pub fn opt_level(mut self, level: u8) -> Self {
        self.opt_level = Some(level);
        self
    }

    /// Adds arguments, which are passed on unchanged.
    #[must_use]
    pub fn arguments<T: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = T>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets the time limit; `None` for no limit.
    #[must_use]
    pub fn time_limit(mut self, limit: Option<Duration>) -> Self {
        self.time_limit = limit;
        self
    }

    /// Sets the variable in which a signal handler stores the number of a received signal. `ptxas` is killed when it is
    /// not 0.
    #[must_use]
    pub fn interrupt(mut self, signal: Arc<AtomicUsize>) -> Self {
        self.interrupt = Some(signal);
        self
    }

    /// The argument vector for these files, with the program first.
    pub fn argv(&self, input: &Path, output: &Path) -> Vec<OsString> {
        let arch = self.chip.ptxas_arch().unwrap_or(self.chip);
        let mut argv: Vec<OsString> = vec![self.program.clone().into(), "-arch".into(), arch.name().into()];
        argv.extend(self.opt_level.map(|level| format!("-O{level}").into()));
        argv.extend(self.arguments.iter().cloned());
        argv.extend(self.knobs.clone());
        argv.extend([input.into(), "-o".into(), output.into()]);
        argv
    }

    /// Runs `ptxas` on the text of a PTX module. The input file is `<name>.ptx` in a temporary folder, so that diagnostics
    /// of `ptxas` mention `name`. Characters that are not legal in a file name become `_`.
    ///
    /// # Errors
    /// [`AssembleError`] unless `ptxas` succeeds and writes an output file.
    pub fn assemble(&self, name: &str, ptx: &[u8]) -> Result<Assembled, AssembleError> {
        let (_registration, folder) = self.folder()?;
        let name = file_name(name);
        let (input, output) = (folder.path().join(format!("{name}.ptx")), folder.path().join(format!("{name}.cubin")));
        fs::write(&input, ptx).map_err(|source| AssembleError::Input { path: input.clone(), source })?;
        let argv = self.argv(&input, &output);
        tracing::info!(?argv, "running ptxas");
        let started = Instant::now();
        let program = || self.program.clone();
        let ended = supervise::run(command(&argv), self.time_limit, self.interrupt.as_deref());
        let ended = ended.map_err(|error| match error {
            RunError::Start(source) => AssembleError::Start { program: program(), source },
            RunError::Watch(source) => AssembleError::Watch { program: program(), source },
        })?;
        tracing::debug!(end = ?ended.termination, elapsed = ?started.elapsed(), "ptxas ended");
        match self.outcome(&ended.termination, &output) {
            Ok(cubin) => Ok(Assembled { cubin, stdout: ended.stdout, stderr: ended.stderr, argv }),
            Err(cause) => Err(Box::new(self.failure(cause, ended, argv)).into()),
        }
    }

    fn folder(&self) -> Result<(Registration, TempDir), AssembleError> {
        let made = cleanup::register(|| tempfile::Builder::new().prefix("tileiras-").tempdir_in(&self.temporary));
        made.map_err(|source| AssembleError::Input { path: self.temporary.clone(), source })
    }

    /// The content of the output file, or the cause of the failure.
    fn outcome(&self, termination: &Termination, output: &Path) -> Result<Vec<u8>, Cause> {
        match termination {
            Termination::TimedOut => Err(Cause::TimedOut { limit: self.time_limit.unwrap_or_default() }),
            Termination::Interrupted(number) => Err(Cause::Interrupted { number: *number }),
            Termination::Exited(status) => match (status.code(), status.signal()) {
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

    fn failure(&self, cause: Cause, ended: TerminatedChild, argv: Vec<OsString>) -> Failure {
        let lacks_option = matches!(cause, Cause::Exit { .. })
            && self.knobs.is_some()
            && (lacks_knobs_option(&ended.stderr) || lacks_knobs_option(&ended.stdout));
        let hint =
            "this release of ptxas does not have the option '--knobs-file'; unset MLIR_ENABLE_EVO or PTX_KNOBS_PATH";
        Failure {
            program: self.program.clone(),
            cause,
            stdout: ended.stdout,
            stderr: ended.stderr,
            argv,
            hint: lacks_option.then_some(hint),
        }
    }
}

fn command(argv: &[OsString]) -> Command {
    let (program, arguments) = argv.split_first().map_or((OsStr::new(""), argv), |(program, rest)| (program, rest));
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// `--knobs-file=<path>`, if both variables are set. The path is passed on unchanged and unchecked.
fn knobs_argument(environment: &Environment) -> Option<OsString> {
    let [enable, path] = KNOBS_VARIABLES.map(|name| environment.get(name));
    let (Some(_), Some(path)) = (enable, path) else { return None };
    let mut argument = OsString::from("--knobs-file=");
    argument.push(path);
    Some(argument)
}

/// Whether the output of `ptxas` has the line `Unknown option '-knobs-file'` (measured: 12.9 to 13.5).
fn lacks_knobs_option(output: &[u8]) -> bool {
    let contains = |line: &[u8], text: &str| line.windows(text.len()).any(|window| window == text.as_bytes());
    output.split(|byte| *byte == b'\n').any(|line| contains(line, "Unknown option") && contains(line, "knobs-file"))
}

/// The name of the input file: without characters that have a meaning in a path or in an option with a list.
fn file_name(name: &str) -> String {
    let legal = |letter: char| if letter.is_ascii_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let name: String = name.chars().map(legal).take(LONGEST_NAME).collect();
    match name.trim_start_matches(['.', '-']) {
        "" => "kernel".to_owned(),
        name => name.to_owned(),
    }
}
