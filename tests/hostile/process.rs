//! Runs a program under the limits of the test: it is killed when it takes too long or too much memory, and of its
//! output only a part is kept.
//!
//! The processes of a run have a variable in their environment. So those that it leaves are found, also those that have
//! left the process group, and only they are killed.

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};
use tileiras_test_support::process::{End, is_running};

/// The variable that marks the processes of a run.
const MARK: &str = "TILEIRAS_HOSTILE_RUN";
/// Bytes that are kept of each output: of the start, and about as many of the end.
const KEPT: usize = 16 << 20;
/// A process with more resident memory is killed, to protect the machine.
pub const MOST_MIB: u64 = 4096;
/// How long a run may take after a signal. One that ignores it takes any time, and on a busy machine a good one takes
/// long.
const AFTER_SIGNAL: Duration = Duration::from_secs(300);
/// How long processes of the run may take to disappear after it has ended, if none may be left.
const GRACE: Duration = Duration::from_secs(120);
/// The same, if some may be left.
const SHORT_GRACE: Duration = Duration::from_secs(3);
const POLL_INTERVAL: Duration = Duration::from_millis(4);

/// A signal, and when it is sent.
#[derive(Clone, Copy, Debug)]
pub struct Timed {
    pub signal: Signal,
    pub after: Duration,
}

/// What a process can read from its standard input.
pub struct Input {
    pub bytes: Option<Vec<u8>>,
    pub is_held: bool,
}

/// A process that has ended.
pub struct Ended {
    pub end: End,
    pub out: Vec<u8>,
    pub err: String,
    /// Bytes written to standard error.
    pub err_length: u64,
    /// The most resident memory of one of its processes, as sampled.
    pub peak_mib: u64,
    /// It was killed, since it had not ended in time.
    pub hung: bool,
    /// The signal, if it was sent.
    pub sent: Option<Sent>,
    /// Processes that were left, as their command lines.
    pub left: Vec<String>,
}

/// What a process did with a signal when it was sent.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sent {
    /// It had a handler.
    Handled,
    /// It had none yet, so that the signal could end it.
    Unhandled,
}

/// What was written to a pipe: the first bytes, the last ones, and the number of all.
#[derive(Default)]
struct Captured {
    bytes: Vec<u8>,
    last: Vec<u8>,
    length: u64,
}

impl Captured {
    fn add(&mut self, part: &[u8]) {
        self.length += part.len() as u64;
        let (first, rest) = part.split_at(part.len().min(KEPT - self.bytes.len()));
        self.bytes.extend_from_slice(first);
        self.last.extend_from_slice(rest);
        if self.last.len() > 2 * KEPT {
            self.last.drain(..KEPT);
        }
    }

    fn into_bytes(mut self) -> Vec<u8> {
        self.bytes.append(&mut self.last);
        self.bytes
    }
}

fn capture(mut pipe: impl Read + Send + 'static) -> (Arc<Mutex<Captured>>, JoinHandle<()>) {
    let captured = Arc::new(Mutex::new(Captured::default()));
    let own = Arc::clone(&captured);
    let reader = thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            own.lock().expect("no thread panics here").add(&buffer[..count]);
        }
    });
    (captured, reader)
}

/// Runs a command, which is killed after that time. `mark` must not be used by another run.
/// The input stays open to the end if it is held.
pub fn run(
    mut command: Command,
    mark: &str,
    input: Input,
    most: Duration,
    timed: Option<Timed>,
    may_leave_processes: bool,
) -> Ended {
    command.env(MARK, mark).process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.stdin(if input.bytes.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let (hold, release) = channel::<()>();
    if let (Some(bytes), Some(mut stdin)) = (input.bytes, child.stdin.take()) {
        thread::spawn(move || {
            // It may end without reading its input.
            let _ = stdin.write_all(&bytes);
            if input.is_held {
                let _ = release.recv();
            }
        });
    }
    let (out, out_reader) = capture(child.stdout.take().expect("it is a pipe"));
    let (err, err_reader) = capture(child.stderr.take().expect("it is a pipe"));
    let watched = watch(&mut child, mark, most, timed);
    drop(hold);
    let left = remaining(mark, if may_leave_processes { SHORT_GRACE } else { GRACE });
    let started = Instant::now();
    while !(out_reader.is_finished() && err_reader.is_finished()) && started.elapsed() < GRACE {
        sleep(POLL_INTERVAL);
    }
    let take = |captured: &Mutex<Captured>| std::mem::take(&mut *captured.lock().expect("no thread panics here"));
    let (out, err) = (take(&out), take(&err));
    Ended {
        end: watched.end,
        err_length: err.length,
        out: out.into_bytes(),
        err: String::from_utf8_lossy(&err.into_bytes()).into_owned(),
        peak_mib: watched.peak_mib,
        hung: watched.hung,
        sent: watched.sent,
        left,
    }
}

struct Watched {
    end: End,
    sent: Option<Sent>,
    peak_mib: u64,
    hung: bool,
}

/// Waits for the end of a child: sends the signal, samples the memory, and kills it at a limit.
fn watch(child: &mut Child, mark: &str, most: Duration, timed: Option<Timed>) -> Watched {
    let started = Instant::now();
    let (mut peak_mib, mut hung, mut signalled) = (0, false, None::<(Instant, Sent)>);
    let mut next_sample = Duration::from_millis(20);
    loop {
        if let Some(status) = child.try_wait().expect("its status can be read") {
            let signal = || End::Signal(status.signal().expect("it ended by code or by signal"));
            let end = status.code().map_or_else(signal, End::Exit);
            return Watched { end, sent: signalled.map(|(_, sent)| sent), peak_mib, hung };
        }
        let elapsed = started.elapsed();
        if let Some(timed) = timed
            && signalled.is_none()
            && elapsed >= timed.after
        {
            let sent = if handles(child.id(), timed.signal) { Sent::Handled } else { Sent::Unhandled };
            signalled = Some((Instant::now(), sent));
            let _ = kill_process(pid(child.id()), timed.signal);
        }
        if elapsed >= next_sample {
            next_sample = elapsed + Duration::from_millis(40);
            let resident = marked(mark).into_iter().map(resident_mib).max().unwrap_or_default();
            peak_mib = peak_mib.max(resident);
        }
        let is_late = signalled.is_some_and(|(at, _)| at.elapsed() > AFTER_SIGNAL);
        if elapsed > most || is_late || peak_mib > MOST_MIB {
            hung |= elapsed > most || is_late;
            let _ = kill_process_group(pid(child.id()), Signal::KILL);
            marked(mark).into_iter().for_each(kill);
        }
        sleep(POLL_INTERVAL);
    }
}

/// The processes that are left after some time, which are killed.
fn remaining(mark: &str, grace: Duration) -> Vec<String> {
    let started = Instant::now();
    loop {
        let left = marked(mark);
        if left.is_empty() {
            return Vec::new();
        }
        if started.elapsed() > grace {
            let names = left.iter().map(|process| command_line(*process)).collect();
            left.into_iter().for_each(kill);
            return names;
        }
        sleep(POLL_INTERVAL);
    }
}

/// Whether a process has a handler for a signal.
fn handles(process: u32, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    let caught = u64::from_str_radix(caught.trim(), 16).unwrap_or_default();
    caught & 1 << (signal.as_raw() - 1) != 0
}

fn kill(process: u32) {
    // It may have ended.
    let _ = kill_process(pid(process), Signal::KILL);
}

fn pid(process: u32) -> Pid {
    i32::try_from(process).ok().and_then(Pid::from_raw).expect("it is a process ID")
}

/// The running processes with that mark.
fn marked(mark: &str) -> Vec<u32> {
    let wanted = format!("{MARK}={mark}");
    let entries = fs::read_dir("/proc").expect("Linux has this folder").flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_marked = |process: &u32| {
        let variables = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        variables.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    processes.filter(|process| is_marked(process) && is_running(&process.to_string())).collect()
}

fn resident_mib(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default() >> 10
}

fn command_line(process: u32) -> String {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    format!("{process}: {}", String::from_utf8_lossy(&line).replace('\0', " "))
}
