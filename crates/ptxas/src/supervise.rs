//! Runs a child process with a time limit, and collects its output.
//!
//! Guarantees:
//! - Both output pipes are read while the child runs, so that a large output does not block it. Of each, the first
//!   [`HEAD`] and the last [`TAIL`] bytes are kept.
//! - A child that exceeds its time limit is killed with its process group.
//! - No process of the group outlives the call.
//! - The call returns soon after the child has exited, even if a process that left the group has the pipes open.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::cleanup::{self, Registration};

/// How long to wait for the end of the pipes after the child has exited. They end at once, unless a process that left the
/// group has them open.
const GRACE: Duration = Duration::from_secs(1);

/// The interval between checks of the interrupt variable.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The size of the read buffer, in bytes.
const CHUNK: usize = 1 << 16;

/// The number of bytes of a pipe that are kept from its start.
const HEAD: usize = 16 << 20;

/// The number of bytes of a pipe that are kept from its end, if it has more than [`HEAD`].
const TAIL: usize = 1 << 20;

/// The number of parts of the output that wait to be stored. The child waits if there are more.
const WAITING: usize = 16;

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

/// An event from the threads that watch a child.
enum Event {
    /// A part of the standard output.
    Stdout(Vec<u8>),
    /// A part of the standard error.
    Stderr(Vec<u8>),
    /// One of the two pipes has ended.
    Closed,
    /// The child has exited, and has not been waited for.
    Exited,
}

/// Why a child could not be run.
#[derive(Debug)]
pub enum RunError {
    /// It cannot be started.
    Start(io::Error),
    /// Waiting for it failed. It was killed.
    Watch(io::Error),
}

/// Runs a child process. `interrupt` is the number of the signal that this process has received, or 0.
///
/// # Errors
/// [`RunError`] with the system error.
pub fn run(
    mut command: Command,
    limit: Option<Duration>,
    interrupt: Option<&AtomicUsize>,
) -> Result<TerminatedChild, RunError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let (registration, child) = cleanup::register(|| command.spawn()).map_err(RunError::Start)?;
    let mut child = ChildGuard { child, registration: Some(registration) };
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let events = watch(&mut child.child).map_err(RunError::Watch)?;
    let mut output = Outputs::default();
    let killed = output.collect(&child, &events, deadline, interrupt);
    let status = child.end().map_err(RunError::Watch)?;
    let termination = killed.unwrap_or(Termination::Exited(status));
    Ok(TerminatedChild { termination, stdout: output.stdout.into_bytes(), stderr: output.stderr.into_bytes() })
}

/// What a child has written so far.
#[derive(Default)]
struct Outputs {
    stdout: BoundedOutput,
    stderr: BoundedOutput,
}

impl Outputs {
    /// Receives events until the child has exited and both pipes have ended. Returns early if the child must be killed,
    /// with the reason; the output so far is then stored.
    fn collect(
        &mut self,
        child: &ChildGuard,
        events: &Receiver<Event>,
        deadline: Option<Instant>,
        interrupt: Option<&AtomicUsize>,
    ) -> Option<Termination> {
        let mut deadline = deadline;
        let (mut open, mut running) = (2, true);
        while running || open > 0 {
            let signal = interrupt.map_or(0, |signal| signal.load(Ordering::Relaxed));
            if running && signal != 0 {
                self.drain(events);
                return Some(Termination::Interrupted(signal));
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            // Also while events arrive: a child can write without end.
            if left.is_some_and(|left| left.is_zero()) {
                self.drain(events);
                return running.then_some(Termination::TimedOut);
            }
            let interval = interrupt.filter(|_| running).map(|_| POLL_INTERVAL);
            let event = match left.into_iter().chain(interval).min() {
                Some(wait) => events.recv_timeout(wait),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Exited) => {
                    // Processes that are left in its group would keep the pipes open.
                    child.kill_group();
                    running = false;
                    deadline = Instant::now().checked_add(GRACE);
                }
                Ok(Event::Closed) => open -= 1,
                Ok(event) => self.store(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        None
    }

    /// Stores the output that was received so far.
    fn drain(&mut self, events: &Receiver<Event>) {
        for event in events.try_iter().take(WAITING) {
            self.store(event);
        }
    }

    fn store(&mut self, event: Event) {
        match event {
            Event::Stdout(chunk) => self.stdout.add(&chunk),
            Event::Stderr(chunk) => self.stderr.add(&chunk),
            Event::Closed | Event::Exited => {}
        }
    }
}

/// A child process whose process group is killed on drop.
struct ChildGuard {
    child: Child,
    /// `None` after the child has been waited for.
    registration: Option<Registration>,
}

impl ChildGuard {
    /// Kills the rest of the group and waits for the child. Drops the registration first: after the wait, the process ID
    /// can be reused.
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

/// Starts the threads that watch a child: one for each pipe, and one that waits for its exit without reaping it.
fn watch(child: &mut Child) -> io::Result<Receiver<Event>> {
    let (sender, events) = mpsc::sync_channel(WAITING);
    if let Some(stdout) = child.stdout.take() {
        let sender = sender.clone();
        thread::Builder::new().spawn(move || forward(stdout, &sender, Event::Stdout))?;
    }
    if let Some(stderr) = child.stderr.take() {
        let sender = sender.clone();
        thread::Builder::new().spawn(move || forward(stderr, &sender, Event::Stderr))?;
    }
    let pid = pid(child).ok_or(io::ErrorKind::InvalidData)?;
    thread::Builder::new().spawn(move || {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(rustix::io::Errno::INTR) = waitid(WaitId::Pid(pid), options) {}
        // The receiver is dropped already if the child was killed.
        let _ = sender.send(Event::Exited);
    })?;
    Ok(events)
}

fn forward(mut output: impl Read, sender: &SyncSender<Event>, event: impl Fn(Vec<u8>) -> Event) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let sent = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => sender.send(event(buffer[..count].to_vec())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if sent.is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Closed);
}
