//! Runs a program in place of this one: with its streams, its environment and its working folder.
//!
//! Guarantees:
//! - The program is killed when this process is killed.
//! - A signal that is passed on with [`cleanup::pass_on`] reaches it.
//! - [`Foreground::start`] fails without a program, so that the caller can still become it.
//!
//! Leaves out on purpose: limits, as the program has those of this process.

use std::io;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Resource as Limited, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};

use crate::cleanup::{self, Registration, Resource, Temporary};

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
        Pid::from_raw(i32::try_from(self.0.id()).ok()?).map(Resource::Process)
    }
}

impl Foreground {
    /// Starts the program.
    ///
    /// # Errors
    /// If the system has no process for it, or the file cannot be executed.
    pub fn start(mut command: Command) -> io::Result<Self> {
        let parent = rustix::process::getpid();
        let before = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent can have been killed before the call above.
            if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
        };
        // SAFETY: the closure makes system calls only.
        unsafe { command.pre_exec(before) };
        let (registration, program) = cleanup::register(|| command.spawn().map(Program))?;
        Ok(Self { registration: Some(registration), program })
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// The system error.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        let waited = self.program.0.wait();
        // After the wait, the process ID can be reused.
        self.registration = None;
        waited
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
    std::process::exit(status.code().or(status.signal().map(|signal| 128 + signal)).unwrap_or(1))
}
