//! Runs a child to its end, or ends it.
//!
//! Guarantees that both outputs are read while the child runs, so that no amount of them blocks it; that a child that is
//! over its time is killed with its process group; that nothing of the group outlives the call; and that the call returns
//! soon after the child is gone, even if a process that left the group still holds the outputs.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::temporary::{self, Hold};

/// How long outputs are waited for when the child is gone: they are at their end by then, unless somebody else has them.
const GRACE: Duration = Duration::from_secs(1);

/// How often an interrupt is looked for.
const TICK: Duration = Duration::from_millis(20);

/// How much of an output is read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// How a child ended.
#[derive(Copy, Clone, Debug)]
pub enum End {
    /// By itself.
    Exited(ExitStatus),
    /// It was killed when its time was over.
    TimedOut,
    /// It was killed because of a signal of that number.
    Interrupted(usize),
}

/// A child that has ended.
#[derive(Debug)]
pub struct Ended {
    /// How.
    pub end: End,
    /// What it wrote to its standard output.
    pub stdout: Vec<u8>,
    /// What it wrote to its standard error.
    pub stderr: Vec<u8>,
}

/// What the threads around a child tell.
enum Event {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    /// One of the outputs is at its end.
    Closed,
    /// The child is gone, and still to be waited for.
    Gone,
}

/// Why there is no child, or nothing to be told about it.
#[derive(Debug)]
pub enum RunError {
    /// It cannot be started.
    Start(io::Error),
    /// It cannot be watched. Nothing is left of it.
    Watch(io::Error),
}

/// Runs a child. `interrupt` holds the number of a signal that the process received, or 0.
///
/// # Errors
/// [`RunError`], with what the system says.
pub fn run(mut command: Command, limit: Option<Duration>, interrupt: Option<&AtomicUsize>) -> Result<Ended, RunError> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let (hold, child) = temporary::hold(|| command.spawn()).map_err(RunError::Start)?;
    let mut child = Guard { child, hold: Some(hold) };
    let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
    let events = watch(&mut child.child).map_err(RunError::Watch)?;
    let mut ended = Ended { end: End::TimedOut, stdout: Vec::new(), stderr: Vec::new() };
    let killed = ended.collect(&child, &events, deadline, interrupt);
    let status = child.end().map_err(RunError::Watch)?;
    ended.end = killed.unwrap_or(End::Exited(status));
    Ok(ended)
}

impl Ended {
    /// Takes events until the child is gone and its outputs are at their end. Says why the child has to be killed, if it
    /// has to; then what it wrote is here.
    fn collect(
        &mut self,
        child: &Guard,
        events: &Receiver<Event>,
        deadline: Option<Instant>,
        interrupt: Option<&AtomicUsize>,
    ) -> Option<End> {
        let mut deadline = deadline;
        let (mut open, mut running) = (2, true);
        while running || open > 0 {
            let signal = interrupt.map_or(0, |signal| signal.load(Ordering::Relaxed));
            if running && signal != 0 {
                self.drain(events);
                return Some(End::Interrupted(signal));
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let tick = interrupt.filter(|_| running).map(|_| TICK);
            let event = match left.into_iter().chain(tick).min() {
                Some(wait) => events.recv_timeout(wait),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Gone) => {
                    // What it left in its group would hold the outputs open.
                    child.kill_group();
                    running = false;
                    deadline = Instant::now().checked_add(GRACE);
                }
                Ok(Event::Closed) => open -= 1,
                Ok(event) => self.keep(event),
                Err(RecvTimeoutError::Timeout) if left.is_none_or(|left| !left.is_zero()) => {}
                Err(RecvTimeoutError::Timeout) if running => {
                    self.drain(events);
                    return Some(End::TimedOut);
                }
                Err(_) => break,
            }
        }
        None
    }

    /// Takes what was written up to now.
    fn drain(&mut self, events: &Receiver<Event>) {
        for event in events.try_iter() {
            self.keep(event);
        }
    }

    fn keep(&mut self, event: Event) {
        match event {
            Event::Stdout(chunk) => self.stdout.extend(chunk),
            Event::Stderr(chunk) => self.stderr.extend(chunk),
            Event::Closed | Event::Gone => {}
        }
    }
}

/// A child whose group dies with it.
struct Guard {
    child: Child,
    hold: Option<Hold>,
}

impl Guard {
    /// Kills what is left of the group and waits for the child. The registration ends before that: afterwards the number
    /// may mean another group.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.kill_group();
        self.hold = None;
        self.child.wait()
    }

    /// Kills what is left of the group. The child has not been waited for, so that its number still means this group.
    fn kill_group(&self) {
        if let Some(group) = pid(&self.child) {
            // It fails if nothing is left to kill.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // Waited for already, unless something failed on the way.
        if self.hold.is_some() {
            let _ = self.end();
        }
    }
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Starts the threads that watch a child: one for each output, and one that sees it end without waiting it away.
fn watch(child: &mut Child) -> io::Result<Receiver<Event>> {
    let (sender, events) = mpsc::channel();
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
        // Nobody listens any more if the child was killed.
        let _ = sender.send(Event::Gone);
    })?;
    Ok(events)
}

fn forward(mut output: impl Read, sender: &Sender<Event>, event: impl Fn(Vec<u8>) -> Event) {
    let mut buffer = vec![0; CHUNK];
    loop {
        let told = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => sender.send(event(buffer[..count].to_vec())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if told.is_err() {
            return;
        }
    }
    let _ = sender.send(Event::Closed);
}
