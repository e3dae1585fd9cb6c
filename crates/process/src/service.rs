//! A program that runs as long as this process needs it, with pipes for its standard input and output.
//!
//! Guarantees that it does not outlive this process, and that it is killed and waited for when it is dropped. Its
//! standard error is that of this process.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use rustix::process::{Signal, set_parent_process_death_signal};

use crate::retried;

/// A running program.
#[derive(Debug)]
pub struct Service(Child);

impl Service {
    /// Starts a program under a name, which it gets as its first argument. Must be called on the main thread: the
    /// program ends when the thread that started it ends.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Path, name: &str, arguments: &[OsString]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.arg0(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // SAFETY: the closure makes a system call only.
        unsafe { command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?)) };
        let mut child = retried(true, || command.spawn())?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((Self(child), stdin, stdout)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Both fail if it has been waited for.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
