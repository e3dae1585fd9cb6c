//! Runs a program that has the streams, the environment and the working folder of this process, which waits for it and
//! ends as it ends.
//!
//! Guarantees:
//! - A signal that is passed on with [`cleanup::pass_on`] reaches the program.
//! - [`Call::start`] fails without a process for it. This process can still be replaced by it, with [`Call::replace`].
//!
//! Leaves out on purpose: limits, as the program has those of this process, and SIGKILL for this process, which the
//! program survives. Otherwise, it would have to be started by a fork, which takes 5 ms for a process with LLVM.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};

use rustix::io::Errno;
use rustix::process::{Pid, Resource as Limited, Rlimit, WaitId, WaitIdOptions, setrlimit, waitid};

use crate::cleanup::{self, Registration, Resource, Temporary};

/// A call of a program.
#[derive(Clone, Debug)]
pub struct Call {
    /// The program.
    pub program: PathBuf,
    /// What it gets after its name.
    pub arguments: Vec<OsString>,
    /// A variable that it gets beside those of this process.
    pub variable: (&'static str, &'static str),
}

/// A program that runs in place of this one.
#[derive(Debug)]
pub struct Foreground {
    /// `None` after it has been waited for.
    registration: Option<Registration>,
    program: Program,
}

#[derive(Debug)]
struct Program(Child);

impl Temporary for Program {
    fn resource(&self) -> Option<Resource> {
        Some(Resource::Process(Pid::from_child(&self.0)))
    }
}

impl Call {
    fn command(&self) -> Command {
        let (variable, value) = self.variable;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env(variable, value);
        command
    }

    /// Starts the program. Its standard input is that of this process, or a pipe ([`Foreground::input`]).
    ///
    /// # Errors
    /// If the system has no process for it, or the file cannot be executed.
    pub fn start(&self, has_pipe: bool) -> io::Result<Foreground> {
        let mut command = self.command();
        if has_pipe {
            command.stdin(Stdio::piped());
        }
        // If it was ignored, the system would forget how a child ended.
        // SAFETY: sets the default action.
        unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
        let (registration, program) = cleanup::register(|| command.spawn().map(Program))?;
        Ok(Foreground { registration: Some(registration), program })
    }

    /// Replaces this process by the program. Returns if that is not possible.
    #[must_use]
    pub fn replace(&self) -> io::Error {
        self.command().exec()
    }
}

impl Foreground {
    /// Waits for its end.
    ///
    /// # Errors
    /// The system error.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let id = Pid::from_child(&self.program.0);
        let has_ended = || waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
        while matches!(has_ended(), Err(Errno::INTR)) {}
        // After the next wait, the process ID can be reused.
        self.registration = None;
        self.program.0.wait()
    }

    /// The pipe to its standard input, if there is one. It ends when it is dropped.
    pub fn input(&mut self) -> Option<ChildStdin> {
        self.program.0.stdin.take()
    }
}

/// Ends this process as the program ended: with its exit code, or by the signal that killed it.
pub fn end_as(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        // The core of this process is of no use.
        let _ = setrlimit(Limited::Core, Rlimit { current: Some(0), maximum: Some(0) });
        // SAFETY: sets the default action, and sends the signal to this process.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    let code = status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    // Without destructors: those of LLVM take a millisecond.
    // SAFETY: ends the process, which has no output in a buffer.
    unsafe { libc::_exit(code) }
}
