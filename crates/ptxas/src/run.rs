//! Runs a program of the CUDA toolkit on files in a temporary folder.
//!
//! Guarantees:
//! - The argument vector is logged before the start.
//! - The temporary files are private to the user, and are removed, whether the run succeeds or not.
//! - The result, success or error, has the output of the program byte for byte, up to 16 MiB of each pipe.
//!
//! Refuses a run that succeeds without an output file.
//!
//! The child runs in the current folder, so that relative paths in arguments mean the same as for the user, or in the
//! temporary folder ([`Runner::in_temporary_folder`]).

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tileiras_process::cleanup::{self, Registration};
use tileiras_process::supervise::{self, RunError, TerminatedChild, Termination};
use tileiras_process::{SignalName, is_shortage};

use crate::environment::Environment;
use crate::find::reason;

/// The default time limit. `ptxas` takes milliseconds for a kernel of usual size.
pub const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The maximum length of the name of an input file without its extension, in bytes.
const LONGEST_NAME: usize = 100;

/// The maximum size of an output in bytes. A larger one can need more memory than there is, and the process would end
/// without removing the folder.
const LARGEST_OUTPUT: u64 = 1 << 30;

/// Runs one program.
#[derive(Clone, Debug)]
pub struct Runner {
    pub(crate) program: PathBuf,
    time_limit: Option<Duration>,
    memory_limit: Option<u64>,
    temporary: PathBuf,
    interrupt: Option<Arc<AtomicUsize>>,
    in_temporary_folder: bool,
}

/// An input file of a program.
#[derive(Clone, Debug)]
pub struct InputFile<'a> {
    /// Its name, with an extension. Messages of the program mention it.
    pub name: String,
    /// Its content.
    pub content: &'a [u8],
}

/// The result of a successful run.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct ToolOutput {
    /// The output file.
    pub file: Vec<u8>,
    /// The standard output of the program.
    pub stdout: Vec<u8>,
    /// The standard error of the program, with its warnings.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
}

/// Why there is no output file.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// An input of the program cannot be written.
    #[error("cannot write '{}', the input of {}: {}", path.display(), file_name(program), reason(source))]
    Input {
        /// The program.
        program: PathBuf,
        /// The file or its folder.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The program cannot be started.
    #[error("cannot start '{}': {}", program.display(), reason(source))]
    Start {
        /// The program.
        program: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The program was started, but waiting for it failed. It was killed.
    #[error("cannot watch '{}': {}", program.display(), reason(source))]
    Watch {
        /// The program.
        program: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The program ran and wrote no output file.
    #[error(transparent)]
    Failed(#[from] Box<Failure>),
}

impl ToolError {
    /// Whether the system had no process for the program, which can change at any time.
    #[must_use]
    pub fn lacks_process(&self) -> bool {
        matches!(self, ToolError::Start { source, .. } if is_shortage(source))
    }
}

/// A run without an output file.
#[derive(Debug, thiserror::Error)]
#[error("'{}' {cause}", program.display())]
pub struct Failure {
    /// The program.
    pub program: PathBuf,
    /// The cause of the failure.
    pub cause: Cause,
    /// The standard output of the program.
    pub stdout: Vec<u8>,
    /// The standard error of the program, with its diagnostics.
    pub stderr: Vec<u8>,
    /// The argument vector.
    pub argv: Vec<OsString>,
    /// One line of advice, for a failure whose reason is not obvious.
    pub hint: Option<&'static str>,
}

/// The cause of a failed run.
#[derive(Debug, thiserror::Error)]
pub enum Cause {
    /// The program exited with a status other than 0.
    #[error("failed with exit status {code}")]
    Exit {
        /// The exit status.
        code: i32,
    },
    /// The program was killed by a signal that this crate did not send.
    #[error("was killed by {}", SignalName(*number))]
    Signal {
        /// The signal number.
        number: i32,
    },
    /// The program exceeded the time limit and was killed.
    #[error("did not finish within {limit:?} and was killed")]
    TimedOut {
        /// The time limit.
        limit: Duration,
    },
    /// The program was killed because this process received a signal.
    #[error("was killed on {}", SignalName(i32::try_from(*number).unwrap_or(0)))]
    Interrupted {
        /// The signal number.
        number: usize,
    },
    /// The program succeeded, and the output file is missing or empty.
    #[error("succeeded but wrote no output")]
    NoOutput,
    /// The program succeeded, and the output file cannot be read.
    #[error("succeeded, but its output '{}' cannot be read: {}", path.display(), reason(source))]
    Unreadable {
        /// The output file.
        path: PathBuf,
        /// The system error.
        source: io::Error,
    },
}

impl Runner {
    /// Runs of a program. The environment determines the folder of temporary files (`TMPDIR`, or `/tmp`).
    pub fn new(program: &Path, environment: &Environment) -> Self {
        Runner {
            program: program.to_owned(),
            time_limit: Some(TIME_LIMIT),
            memory_limit: None,
            temporary: environment.non_empty("TMPDIR").map_or_else(|| PathBuf::from("/tmp"), PathBuf::from),
            interrupt: None,
            in_temporary_folder: false,
        }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Runs the program in the temporary folder, with the names of the files in place of their paths. This is for a
    /// program in whose arguments a character of a path can have a meaning.
    #[must_use]
    pub fn in_temporary_folder(mut self) -> Self {
        self.in_temporary_folder = true;
        self
    }

    /// Sets the time limit; `None` for no limit.
    #[must_use]
    pub fn time_limit(mut self, limit: Option<Duration>) -> Self {
        self.time_limit = limit;
        self
    }

    /// Sets the limit of the memory for its data, in bytes; `None` for no limit.
    #[must_use]
    pub fn memory_limit(mut self, limit: Option<u64>) -> Self {
        self.memory_limit = limit;
        self
    }

    /// Sets the variable in which a signal handler stores the number of a received signal. The program is killed when
    /// it is not 0.
    #[must_use]
    pub fn interrupt(mut self, signal: Arc<AtomicUsize>) -> Self {
        self.interrupt = Some(signal);
        self
    }

    /// Writes the input files to a temporary folder, and runs the program with the arguments that `arguments` makes of
    /// their paths and of the path of the output file, whose name is `output`.
    ///
    /// # Errors
    /// [`ToolError`] unless the program succeeds and writes the output file.
    pub fn run(
        &self,
        inputs: &[InputFile<'_>],
        output: &str,
        arguments: impl FnOnce(&[PathBuf], &Path) -> Vec<OsString>,
    ) -> Result<ToolOutput, ToolError> {
        let (_registration, folder) = self.folder()?;
        // The arguments name the files relative to the folder of the child.
        let base = if self.in_temporary_folder { Path::new("") } else { folder.path() };
        let mut paths = Vec::new();
        for InputFile { name, content } in inputs {
            let path = folder.path().join(name);
            let written = File::create_new(&path).and_then(|mut file| file.write_all(content));
            written.map_err(|source| self.input_error(&path, source))?;
            paths.push(base.join(name));
        }
        let mut argv = vec![self.program.clone().into_os_string()];
        argv.extend(arguments(&paths, &base.join(output)));
        let output = folder.path().join(output);
        let mut command = command(&argv);
        if self.in_temporary_folder {
            command.current_dir(folder.path());
        }
        let program = file_name(&self.program);
        tracing::info!(?argv, "running {program}");
        let started = Instant::now();
        let ended = supervise::run(command, self.time_limit, self.memory_limit, self.interrupt.as_deref());
        let ended = ended.map_err(|error| match error {
            RunError::Start(source) => ToolError::Start { program: self.program.clone(), source },
            RunError::Watch(source) => ToolError::Watch { program: self.program.clone(), source },
        })?;
        tracing::debug!(end = ?ended.termination, elapsed = ?started.elapsed(), "{program} ended");
        match self.outcome(&ended.termination, &output) {
            Ok(file) => Ok(ToolOutput { file, stdout: ended.stdout, stderr: ended.stderr, argv }),
            Err(cause) => Err(Box::new(self.failure(cause, ended, argv)).into()),
        }
    }

    fn input_error(&self, path: &Path, source: io::Error) -> ToolError {
        ToolError::Input { program: self.program.clone(), path: path.to_owned(), source }
    }

    fn folder(&self) -> Result<(Registration, TempDir), ToolError> {
        // No other user may read or replace the files, whatever the umask.
        let private = Permissions::from_mode(0o700);
        let create = || tempfile::Builder::new().prefix("tileiras-").permissions(private).tempdir_in(&self.temporary);
        let made = cleanup::register(create);
        made.map_err(|source| self.input_error(&self.temporary, source))
    }

    /// The content of the output file, or the cause of the failure.
    fn outcome(&self, termination: &Termination, output: &Path) -> Result<Vec<u8>, Cause> {
        match termination {
            Termination::TimedOut => Err(Cause::TimedOut { limit: self.time_limit.unwrap_or_default() }),
            Termination::Interrupted(number) => Err(Cause::Interrupted { number: *number }),
            Termination::Exited(status) => match (status.code(), status.signal()) {
                (Some(0), _) => match read(output) {
                    Ok(file) if !file.is_empty() => Ok(file),
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
        let TerminatedChild { stdout, stderr, .. } = ended;
        Failure { program: self.program.clone(), cause, stdout, stderr, argv, hint: None }
    }
}

fn command(argv: &[OsString]) -> Command {
    let (program, arguments) = argv.split_first().map_or((OsStr::new(""), argv), |(program, rest)| (program, rest));
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// The content of a file. Reading a pipe or a device might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    match metadata.file_type() {
        kind if kind.is_file() && metadata.len() > LARGEST_OUTPUT => Err(io::Error::other("has more than 1 GiB")),
        kind if kind.is_file() => fs::read(path),
        kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("is not a regular file")),
    }
}

/// The name of a program without its folder.
fn file_name(program: &Path) -> String {
    program.file_name().unwrap_or(program.as_os_str()).to_string_lossy().into_owned()
}

/// A name that is legal for an input file: without characters that have a meaning in a path or in an option with a
/// list.
pub(crate) fn legal_name(name: &str) -> String {
    let legal = |letter: char| if letter.is_ascii_alphanumeric() || "_.-".contains(letter) { letter } else { '_' };
    let name: String = name.chars().map(legal).take(LONGEST_NAME).collect();
    match name.trim_start_matches(['.', '-']) {
        "" => "kernel".to_owned(),
        name => name.to_owned(),
    }
}
