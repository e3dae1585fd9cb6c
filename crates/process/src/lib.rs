//! Child processes with limits of time and memory.
//!
//! [`worker`] calls a function of this program in child processes, so that a crash ends one call only. [`supervise`]
//! runs another program, [`service`] one for as long as it is needed, and [`foreground`] one for which this process
//! stands in. [`cleanup`] removes temporary files and child processes when the process ends early.
//!
//! Accepts functions, commands and files of any kind. Guarantees, except for [`foreground`], which adds nothing to a
//! program:
//! - No child process is left.
//! - A child that hangs is killed at its time limit.
//! - No thread is started, except that a worker makes its calls on one with a large stack.
//!
//! Leaves out on purpose: which programs run, and what is done with their files (`tileiras-ptxas`), and signal
//! handlers.

pub mod cleanup;
pub mod foreground;
pub mod service;
mod signal;
pub mod supervise;
pub mod worker;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

pub use signal::{SignalName, is_ignored};

/// How often a start is tried, and the pause after each failure.
const STARTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// Limits the memory for the data of this process, in bytes. A lower limit of the user stays.
fn limit_memory(memory: u64) -> rustix::io::Result<()> {
    let maximum = getrlimit(Resource::Data).maximum;
    let current = maximum.map_or(memory, |maximum| memory.min(maximum));
    setrlimit(Resource::Data, Rlimit { current: Some(current), maximum })
}

/// Makes glibc's allocator return each large buffer to the system when it is freed. By default it keeps buffers of the
/// size of one that was freed before. For a process that runs for hours.
pub fn return_large_buffers() {
    const LARGE: libc::c_int = 128 << 10;
    // SAFETY: sets parameters of the allocator. It can refuse; the process then uses more memory.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        libc::mallopt(libc::M_TRIM_THRESHOLD, LARGE);
    }
}

/// Starts this program again in this process: under a name, which it gets as its first argument, and with one more
/// variable in the environment. Returns if that is not possible.
#[must_use]
pub fn restart(name: &str, arguments: &[OsString], (variable, value): (&str, &str)) -> io::Error {
    Command::new("/proc/self/exe").arg0(name).args(arguments).env(variable, value).exec()
}

/// Whether an error says that the system has no process, thread or memory left, which can change at any time.
#[must_use]
pub fn is_shortage(error: &io::Error) -> bool {
    // EAGAIN has the kind of a call that would block.
    [io::ErrorKind::WouldBlock, io::ErrorKind::OutOfMemory].contains(&error.kind())
}

/// Starts something, if `is_patient` several times: the limits of the system can allow it soon.
fn retried<T>(is_patient: bool, mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut started = start();
    for _ in 1..STARTS {
        match &started {
            Err(error) if is_patient && is_shortage(error) => {}
            _ => break,
        }
        sleep(PAUSE);
        started = start();
    }
    started
}
