//! Runs a program, and returns its output and how it ended.
//!
//! Accepts a program with arguments, or a `Command`. Guarantees that input and output are handled at the same time, so
//! that no pipe blocks. Fails the test if a program cannot be started.
//!
//! Leaves out on purpose: a time limit.

use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::{fmt, fs, thread};

/// How a process ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal.
    Signal(i32),
}

/// A process that has ended.
#[derive(Debug)]
pub struct Run {
    command: String,
    /// How it ended.
    pub end: End,
    /// What it wrote to its standard output.
    pub out: Vec<u8>,
    /// What it wrote to its standard error.
    pub err: String,
}

impl Run {
    fn new(command: String, output: Output) -> Self {
        let status = output.status;
        let signal = || End::Signal(status.signal().expect("it ended by code or by signal"));
        let end = status.code().map_or_else(signal, End::Exit);
        Self { command, end, out: output.stdout, err: String::from_utf8_lossy(&output.stderr).into_owned() }
    }

    /// The output as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// The run, if it ended with code 0.
    ///
    /// # Errors
    /// The command with its standard error.
    pub fn good(self) -> Result<Self, String> {
        if self.end == End::Exit(0) { Ok(self) } else { Err(self.to_string()) }
    }

    /// The run, which must have ended with code 0.
    #[track_caller]
    pub fn expect_good(self) -> Self {
        self.good().unwrap_or_else(|what| panic!("{what}"))
    }

    /// Asserts the exit code.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        assert_eq!(self.end, End::Exit(code), "{}\n{}", self.err, self.text());
        self
    }

    /// Asserts that standard error contains these parts, in this order.
    #[track_caller]
    pub fn stderr_contains(self, parts: &[&str]) -> Self {
        let mut rest = self.err.as_str();
        for part in parts {
            let at =
                rest.find(part).unwrap_or_else(|| panic!("'{part}' is missing, or is not in order, in:\n{}", self.err));
            rest = &rest[at + part.len()..];
        }
        self
    }

    /// Asserts that standard error contains `part` exactly `times` times.
    #[track_caller]
    pub fn stderr_contains_times(self, part: &str, times: usize) -> Self {
        assert_eq!(self.err.matches(part).count(), times, "'{part}' in:\n{}", self.err);
        self
    }

    /// Asserts that standard error is empty.
    #[track_caller]
    pub fn stderr_is_empty(self) -> Self {
        assert_eq!(self.err, "");
        self
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}\n{}", self.command, self.end, self.err)
    }
}

/// Runs a program on that input.
pub fn run(program: impl AsRef<OsStr>, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut command = Command::new(program);
    command.args(arguments);
    run_command(command, input)
}

/// Runs a command on that input. Without input, the standard input of the command is not changed.
pub fn run_command(mut command: Command, input: impl AsRef<[u8]>) -> Run {
    let input = input.as_ref();
    if input.is_empty() {
        let output = command.output().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        return Run::new(line(&command), output);
    }
    let line = line(&command);
    command.stdin(Stdio::piped());
    let mut child = start(command);
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let output = thread::scope(|scope| {
        // A program may exit before it has read its whole input, which closes the pipe.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("its output can be read")
    });
    Run::new(line, output)
}

/// The program and its arguments, for messages.
fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Starts a command without input in which no signal is ignored that ends a process. Under nohup, and in the background
/// of a shell without job control, some are, also in what is started there.
pub fn start_with_signals(command: &Command) -> Child {
    let mut started = Command::new("env");
    started.arg("--default-signal=HUP,INT,TERM").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => started.env(name, value),
            None => started.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        started.current_dir(folder);
    }
    started.stdin(Stdio::null());
    start(started)
}

/// Starts a command with pipes for its outputs.
pub fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"))
}

/// Waits for a child of [`start`].
pub fn finish(child: Child) -> Run {
    Run::new("a child".to_owned(), child.wait_with_output().expect("its output can be read"))
}

/// Whether a process with that ID is running. A zombie is not.
#[must_use]
pub fn is_running(process: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The state follows the name, which is in parentheses.
    state.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['Z', 'X']))
}

#[cfg(test)]
mod tests {
    use super::{End, is_running, run};

    #[test]
    fn input_and_output_are_handled_at_the_same_time() {
        let input = vec![b'x'; 1 << 20];
        assert_eq!(run("cat", &[], &input).expect_good().out, input);
        // One that does not read its input.
        assert_eq!(run("true", &[], &input).end, End::Exit(0));
    }

    #[test]
    fn exit_codes_and_signals_are_distinguished() {
        let run = run("sh", &["-c", "echo out; echo err >&2; exit 3"], b"");
        assert_eq!((run.end, run.text(), run.err.as_str()), (End::Exit(3), "out\n".to_owned(), "err\n"));
        assert_eq!(run.good().map(drop), Err("sh -c echo out; echo err >&2; exit 3: Exit(3)\nerr\n".to_owned()));
        assert_eq!(super::run("sh", &["-c", "kill -SEGV $$"], b"").end, End::Signal(11));
    }

    #[test]
    fn a_process_that_has_ended_does_not_run() {
        assert!(is_running(&std::process::id().to_string()));
        assert!(!is_running("none"));
    }
}
