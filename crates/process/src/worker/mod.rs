//! Calls a function of this program in child processes, the *workers*.
//!
//! Accepts a function of a number. [`call_all`] calls it for each number less than a count, in several workers at a
//! time, and passes the results on. Guarantees:
//! - A worker that crashes, or is killed at a limit, fails one call. The other calls are made all the same.
//! - If a worker cannot be started, fewer are used.
//! - A worker ends when this process ends.
//!
//! Leaves out on purpose: the order of the results, and signal handlers. A worker that is killed leaves its temporary
//! files, so the function must have none while it has a time limit.

mod child;
mod wire;

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpid};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cleanup::{self, Registration};
use crate::{SignalName, retried};
use wire::Frame;

use child::{BlockedSignals, Forked};
pub use child::{note, stop_after};

/// The exit code with which a worker says that it has no memory left.
pub const OUT_OF_MEMORY: i32 = 250;

/// The limits of the workers.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of workers at a time.
    pub workers: usize,
    /// The memory for the data of each worker, in bytes; `None` for no limit. Programs that it runs have the same
    /// limit.
    pub memory: Option<u64>,
}

/// What a worker returns.
#[derive(Debug, Deserialize, Serialize)]
pub struct Answer<T> {
    /// The result.
    pub value: T,
    /// Whether the worker is in an unknown state, and must make no other call.
    pub is_last: bool,
    /// Whether the call lacked a process or a thread. It is made again with fewer workers, if there are several.
    pub lacks_process: bool,
}

/// Why a call has no result.
#[derive(Debug)]
pub enum Failure {
    /// The worker ended.
    Ended {
        /// How.
        end: End,
        /// The last [`note`] of the call.
        note: Vec<u8>,
        /// The time since the start of the call.
        elapsed: Duration,
    },
    /// No worker could be started.
    NotStarted(io::Error),
}

/// How a worker ended.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal.
    Signal(SignalName),
    /// It reached the time limit of [`stop_after`].
    TimedOut,
    /// It exited with [`OUT_OF_MEMORY`].
    OutOfMemory,
    /// It ended with the exit code 0, or sent something that cannot be read.
    Unreadable,
}

/// A worker, seen from this process.
struct Worker {
    pid: Pid,
    /// `None` after it has been waited for.
    registration: Option<Registration>,
    commands: File,
    results: File,
    /// The call that it makes.
    call: Option<usize>,
    /// Whether there was another worker at any time during that call.
    had_others: bool,
    /// When that call began.
    began: Instant,
    /// The last note of that call.
    note: Vec<u8>,
}

/// Calls `call` for each number less than `count`, and passes each result to `done` as soon as it is there. `start`
/// makes the state of a worker. No call is started once `is_stopped` returns true.
///
/// Must be called on the main thread: a worker is ended when the thread that forked it ends. Other threads must hold no
/// lock that a call needs.
pub fn call_all<S, T: Serialize + DeserializeOwned>(
    count: usize,
    limits: Limits,
    start: impl Fn() -> S + Sync,
    call: impl Fn(&S, usize) -> Answer<T> + Sync,
    is_stopped: impl Fn() -> bool,
    mut done: impl FnMut(usize, Result<T, Failure>),
) {
    let mut workers: Vec<Worker> = Vec::new();
    let mut most = limits.workers.clamp(1, count.max(1));
    let mut waiting: VecDeque<usize> = (0..count).collect();
    loop {
        while let Some(&next) = waiting.front()
            && !is_stopped()
        {
            // Another worker may end and free what is missing.
            let is_first = workers.is_empty();
            let idle = match workers.iter().position(|worker| worker.call.is_none()) {
                Some(idle) => idle,
                None if workers.len() >= most => break,
                None => match retried(is_first, || start_worker(&mut workers, limits, &start, &call)) {
                    Ok(worker) => {
                        workers.push(worker);
                        workers.len() - 1
                    }
                    Err(_) if !is_first => {
                        most = workers.len();
                        break;
                    }
                    Err(error) => {
                        waiting.pop_front();
                        done(next, Err(Failure::NotStarted(error)));
                        continue;
                    }
                },
            };
            // If the write fails, the worker has ended, and `readable` reports it.
            workers[idle].begin(next);
            let have_others = workers.len() > 1;
            workers.iter_mut().for_each(|worker| worker.had_others |= have_others);
            waiting.pop_front();
        }
        if workers.iter().all(|worker| worker.call.is_none()) {
            break;
        }
        for number in readable(&workers).into_iter().rev() {
            let call = workers[number].call;
            let had_others = workers[number].had_others;
            let received = workers[number].receive();
            let failure = match &received {
                Ok(Received::Note) => None,
                Ok(Received::Answer(answer)) if !answer.is_last && !answer.lacks_process => None,
                Ok(Received::Answer(_)) | Err(Unreadable) => Some(workers.remove(number).end()),
            };
            match (call, received, failure) {
                (Some(call), Ok(Received::Answer(answer)), _) if answer.lacks_process && had_others => {
                    most = workers.len().max(1);
                    waiting.push_front(call);
                }
                (Some(call), Ok(Received::Answer(answer)), _) => done(call, Ok(answer.value)),
                (Some(call), Err(Unreadable), Some(failure)) => done(call, Err(failure)),
                _ => {}
            }
        }
    }
    for worker in workers {
        let _ = worker.end();
    }
}

/// What a worker has sent.
enum Received<T> {
    Note,
    Answer(Answer<T>),
}

/// A worker has ended, or sent something that cannot be read.
struct Unreadable;

/// Starts a worker.
fn start_worker<S, T: Serialize>(
    workers: &mut Vec<Worker>,
    limits: Limits,
    start: &(impl Fn() -> S + Sync),
    call: &(impl Fn(&S, usize) -> Answer<T> + Sync),
) -> io::Result<Worker> {
    let (their_commands, commands) = pipe_with(PipeFlags::CLOEXEC)?;
    let (results, their_results) = pipe_with(PipeFlags::CLOEXEC)?;
    let parent = rustix::process::getpid();
    let signals = BlockedSignals::block_all();
    let forked = cleanup::register(child::fork);
    if !matches!(&forked, Ok((_, Forked { child: None }))) {
        signals.restore();
    }
    let (registration, forked) = forked?;
    match forked.child {
        Some(pid) => Ok(Worker {
            pid,
            registration: Some(registration),
            commands: commands.into(),
            results: results.into(),
            call: None,
            had_others: false,
            began: Instant::now(),
            note: Vec::new(),
        }),
        None => {
            // The ends of pipes that belong to the parent: another worker would not see that the parent closes them.
            drop((commands, results, std::mem::take(workers)));
            cleanup::forget_all();
            child::serve(parent, their_commands.into(), their_results.into(), limits.memory, signals, start, call)
        }
    }
}

/// The numbers of the workers that have sent something or have ended, ascending.
fn readable(workers: &[Worker]) -> Vec<usize> {
    let mut polled: Vec<_> =
        workers.iter().map(|worker| PollFd::from_borrowed_fd(worker.results.as_fd(), PollFlags::IN)).collect();
    match poll(&mut polled, None) {
        Ok(_) => {
            let found = polled.iter().enumerate().filter(|(_, worker)| !worker.revents().is_empty());
            found.map(|(number, _)| number).collect()
        }
        Err(_) => Vec::new(),
    }
}

impl Worker {
    fn begin(&mut self, call: usize) {
        self.call = Some(call);
        self.had_others = false;
        self.began = Instant::now();
        self.note.clear();
        let _ = wire::send_call(&mut self.commands, call);
    }

    /// Receives a note or a result.
    fn receive<T: DeserializeOwned>(&mut self) -> Result<Received<T>, Unreadable> {
        match wire::receive(&mut self.results).map_err(|_| Unreadable)? {
            Frame::Note(note) => {
                self.note = note;
                Ok(Received::Note)
            }
            Frame::Answer(bytes) => {
                self.call = None;
                postcard::from_bytes(&bytes).map(Received::Answer).map_err(|_| Unreadable)
            }
        }
    }

    /// Lets it end, and waits for it. Returns why its call failed.
    fn end(mut self) -> Failure {
        drop((self.commands, self.results));
        // A worker that was killed can leave programs, which are in its group. One that is idle exits by itself.
        if self.call.is_some() {
            let _ = kill_process_group(self.pid, Signal::KILL);
        }
        // After the wait, the process ID can be reused.
        self.registration = None;
        let status = loop {
            match waitpid(Some(self.pid), WaitOptions::empty()) {
                Err(rustix::io::Errno::INTR) => {}
                waited => break waited.ok().flatten(),
            }
        };
        let end =
            status.map_or(End::Unreadable, |(_, status)| match (status.exit_status(), status.terminating_signal()) {
                (_, Some(libc::SIGALRM)) => End::TimedOut,
                (_, Some(signal)) => End::Signal(SignalName(signal)),
                (Some(OUT_OF_MEMORY), None) => End::OutOfMemory,
                (Some(0) | None, None) => End::Unreadable,
                (Some(code), None) => End::Exit(code),
            });
        Failure::Ended { end, note: self.note, elapsed: self.began.elapsed() }
    }
}
