//! Runs a program with a time limit, and collects its output.
//!
//! Guarantees:
//! - Both output pipes are read while the child runs, so that a large output does not block it. Of each, the first
//!   16 MiB and the last MiB are kept.
//! - A child that exceeds its time limit is killed with its process group.
//! - No process of the group outlives the call.
//! - The call returns soon after the child has exited, even if a process that left the group has the pipes open.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open, set_parent_process_death_signal};

use crate::cleanup::{self, Registration};
use crate::{limit_memory, retried};

/// How long to wait for the end of the pipes after the child has exited. They end at once, unless a process that left
/// the group has them open.
const GRACE: Duration = Duration::from_secs(1);

/// The interval between checks of the interrupt variable.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The size of the read buffer, in bytes.
const CHUNK: usize = 1 << 16;

/// The number of bytes of a pipe that are kept from its start.
const HEAD: usize = 16 << 20;

/// The number of bytes of a pipe that are kept from its end, if it has more than [`HEAD`].
const TAIL: usize = 1 << 20;

/// The output of a pipe, with bounded memory.
#[derive(Debug, Default)]
struct BoundedOutput {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// The number of bytes between the two.
    dropped: u64,
}

impl BoundedOutput {
    fn add(&mut self, bytes: &[u8]) {
        let (head, tail) = bytes.split_at(bytes.len().min(HEAD - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(tail);
        let excess = self.tail.len().saturating_sub(TAIL);
        self.tail.drain(..excess);
        self.dropped += excess as u64;
    }

    fn into_bytes(self) -> Vec<u8> {
        let Self { mut head, tail, dropped } = self;
        if dropped > 0 {
            head.extend_from_slice(format!("\n... {dropped} bytes are not shown ...\n").as_bytes());
        }
        head.extend(tail);
        head
    }
}

/// How a child process terminated.
#[derive(Copy, Clone, Debug)]
pub enum Termination {
    /// It exited, or was killed by a signal that this module did not send.
    Exited(ExitStatus),
    /// It was killed at the time limit.
    TimedOut,
    /// It was killed because this process received the signal of this number.
    Interrupted(usize),
}

/// A terminated child process with its output.
#[derive(Debug)]
pub struct TerminatedChild {
    /// How it terminated.
    pub termination: Termination,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
}

/// Why a child could not be run.
#[derive(Debug)]
pub enum RunError {
    /// It cannot be started.
    Start(io::Error),
    /// Waiting for it failed. It was killed.
    Watch(io::Error),
}

/// Runs a child process. `memory` is the limit of the memory for its data, in bytes. `interrupt` is the number of the
/// signal that this process has received, or 0.
///
/// # Errors
/// [`RunError`] with the system error.
pub fn run(
    mut command: Command,
    limit: Option<Duration>,
    memory: Option<u64>,
    interrupt: Option<&AtomicUsize>,
) -> Result<TerminatedChild, RunError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let before = move || {
        // It must not outlive this process, also if that is killed.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        memory.map_or(Ok(()), |memory| limit_memory(memory).map_err(io::Error::from))
    };
    // SAFETY: the closure makes system calls only.
    unsafe { command.pre_exec(before) };
    let (registration, child) = retried(true, || cleanup::register(|| command.spawn())).map_err(RunError::Start)?;
    let mut child = ChildGuard { child, registration: Some(registration) };
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let mut watched = Watched::new(&mut child.child).map_err(RunError::Watch)?;
    let killed = watched.collect(&child, deadline, interrupt).map_err(RunError::Watch)?;
    let status = child.end().map_err(RunError::Watch)?;
    let termination = killed.unwrap_or(Termination::Exited(status));
    let [stdout, stderr] = [watched.stdout.kept, watched.stderr.kept].map(BoundedOutput::into_bytes);
    Ok(TerminatedChild { termination, stdout, stderr })
}

/// A pipe from a child.
struct Pipe<S> {
    /// `None` after its end.
    stream: Option<S>,
    kept: BoundedOutput,
}

impl<S: Read + AsFd> Pipe<S> {
    fn new(stream: Option<S>) -> io::Result<Self> {
        if let Some(stream) = &stream {
            fcntl_setfl(stream, fcntl_getfl(stream)? | OFlags::NONBLOCK)?;
        }
        Ok(Self { stream, kept: BoundedOutput::default() })
    }

    /// Reads once, if there is something to read.
    fn read(&mut self, buffer: &mut [u8]) {
        let Some(stream) = &mut self.stream else { return };
        match stream.read(buffer) {
            Ok(count) if count > 0 => self.kept.add(&buffer[..count]),
            Err(error) if [io::ErrorKind::WouldBlock, io::ErrorKind::Interrupted].contains(&error.kind()) => {}
            Ok(_) | Err(_) => self.stream = None,
        }
    }
}

/// A child, and what it has written so far.
struct Watched {
    /// Readable when the child has exited. `None` after that.
    running: Option<OwnedFd>,
    stdout: Pipe<ChildStdout>,
    stderr: Pipe<ChildStderr>,
}

impl Watched {
    fn new(child: &mut Child) -> io::Result<Self> {
        let pid = pid(child).ok_or(io::ErrorKind::InvalidData)?;
        let running = Some(pidfd_open(pid, PidfdFlags::empty())?);
        Ok(Self { running, stdout: Pipe::new(child.stdout.take())?, stderr: Pipe::new(child.stderr.take())? })
    }

    /// Reads until the child has exited and both pipes have ended. Returns early if the child must be killed, with the
    /// reason.
    fn collect(
        &mut self,
        child: &ChildGuard,
        mut deadline: Option<Instant>,
        interrupt: Option<&AtomicUsize>,
    ) -> io::Result<Option<Termination>> {
        let mut buffer = vec![0; CHUNK];
        while self.running.is_some() || self.stdout.stream.is_some() || self.stderr.stream.is_some() {
            let signal = interrupt.map_or(0, |signal| signal.load(Ordering::Relaxed));
            if self.running.is_some() && signal != 0 {
                return Ok(Some(Termination::Interrupted(signal)));
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // Also while the child writes: it can do so without end.
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(self.running.as_ref().map(|_| Termination::TimedOut));
            }
            let interval = interrupt.filter(|_| self.running.is_some()).map(|_| POLL_INTERVAL);
            let has_exited = self.wait(left.into_iter().chain(interval).min())?;
            self.stdout.read(&mut buffer);
            self.stderr.read(&mut buffer);
            if has_exited {
                // Processes that are left in its group would keep the pipes open.
                child.kill_group();
                self.running = None;
                deadline = Instant::now().checked_add(GRACE);
            }
        }
        Ok(None)
    }

    /// Waits until there is something to read or the child exits. Returns whether it has exited.
    fn wait(&self, time: Option<Duration>) -> io::Result<bool> {
        let streams = [
            self.running.as_ref().map(AsFd::as_fd),
            self.stdout.stream.as_ref().map(AsFd::as_fd),
            self.stderr.stream.as_ref().map(AsFd::as_fd),
        ];
        let mut polled: Vec<_> = streams.iter().flatten().map(|stream| PollFd::new(stream, PollFlags::IN)).collect();
        let time = time.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
        match poll(&mut polled, time.as_ref()) {
            Ok(_) => Ok(self.running.is_some() && !polled[0].revents().is_empty()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Kills the process group of a child on drop.
struct ChildGuard {
    child: Child,
    /// `None` after the child has been waited for.
    registration: Option<Registration>,
}

impl ChildGuard {
    /// Kills the rest of the group and waits for the child. Drops the registration first: after the wait, the process
    /// ID can be reused.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.kill_group();
        self.registration = None;
        self.child.wait()
    }

    /// Kills the rest of the group. The child has not been waited for, so that its process ID is not reused yet.
    fn kill_group(&self) {
        if let Some(group) = pid(&self.child) {
            // Fails if the group has no process left.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for ChildGuard {
    fn drop(&mut self) {
        // The child has not been waited for if an error occurred.
        if self.registration.is_some() {
            let _ = self.end();
        }
    }
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}
