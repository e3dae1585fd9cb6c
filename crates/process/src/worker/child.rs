//! The worker, seen from itself.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal, setpgid};
use serde::Serialize;

use super::{Answer, wire};
use crate::cleanup::{self, Temporary};
use crate::limit_memory;

/// The stack size of the thread that makes the calls, in bytes. MLIR and LLVM recurse into nested operations. Memory
/// that is not used is never allocated.
const STACK_SIZE: usize = 256 << 20;

/// Where a worker sends its notes and results.
static RESULTS: OnceLock<File> = OnceLock::new();

/// The result of a fork.
pub(super) struct Forked {
    /// The child; `None` in the child.
    pub(super) child: Option<Pid>,
}

impl Temporary for Forked {
    fn resource(&self) -> Option<cleanup::Resource> {
        self.child.map(cleanup::Resource::Process)
    }
}

pub(super) fn fork() -> io::Result<Forked> {
    // SAFETY: the child has only the thread that forks. The allocators, glibc's and jemalloc, make themselves usable in
    // it, and `call_all` requires that no other lock is held.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        pid => Ok(Forked { child: Pid::from_raw(pid) }),
    }
}

/// Signals of this thread that are blocked, so that none is lost before a worker has its handlers.
pub(super) struct BlockedSignals(libc::sigset_t);

impl BlockedSignals {
    pub(super) fn block_all() -> Self {
        // SAFETY: both sets are valid for the calls, which only change them and the mask of this thread.
        unsafe {
            let (mut all, mut old) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut all);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const all, &raw mut old);
            Self(old)
        }
    }

    pub(super) fn restore(&self) {
        // SAFETY: the set is that of an earlier call.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, std::ptr::null_mut()) };
    }
}

/// Makes calls until the parent closes the commands.
pub(super) fn serve<S, T: Serialize>(
    parent: Pid,
    mut commands: File,
    results: File,
    memory: Option<u64>,
    signals: BlockedSignals,
    start: &(impl Fn() -> S + Sync),
    call: &(impl Fn(&S, usize) -> Answer<T> + Sync),
) -> ! {
    // Programs that a call starts are in the group, and are killed with it.
    let _ = setpgid(None, None);
    // The worker handles SIGTERM or is ended by it.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    if getppid() != Some(parent) {
        end(false);
    }
    if let Some(memory) = memory {
        // The whole stack counts.
        let _ = limit_memory(memory.saturating_add(STACK_SIZE as u64));
    }
    // SAFETY: sets the default action. A program can be started with SIGALRM ignored.
    unsafe { libc::signal(libc::SIGALRM, libc::SIG_DFL) };
    let results = RESULTS.get_or_init(|| results);
    let mut work = || {
        let state = start();
        signals.restore();
        while let Some(number) = wire::receive_call(&mut commands) {
            let answer = call(&state, number);
            let sent = postcard::to_stdvec(&answer).map_err(io::Error::other);
            let sent = sent.and_then(|bytes| wire::send_answer(&mut &*results, &bytes));
            if sent.is_err() || answer.is_last {
                end(sent.is_ok());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(STACK_SIZE);
    let joined = std::thread::scope(|scope| Ok(thread.spawn_scoped(scope, &mut work)?.join().is_ok()));
    // Without a thread, the stack of the main thread must do. A panic must not reach the functions of the parent.
    let is_done = joined.unwrap_or_else(|_: io::Error| {
        let _ = memory.map(limit_memory);
        catch_unwind(AssertUnwindSafe(work)).is_ok()
    });
    end(is_done)
}

/// Ends the process without the destructors of LLVM: they take a millisecond, could wait for a lock, and after work
/// that was abandoned their state is not known.
fn end(is_done: bool) -> ! {
    // SAFETY: ends the process.
    unsafe { libc::_exit(i32::from(!is_done)) }
}

/// Tells the parent what this call does next. Does nothing outside of a worker.
pub fn note(content: &[u8]) {
    if let Some(mut results) = RESULTS.get() {
        // The parent has ended if this fails.
        let _ = wire::send_note(&mut results, content);
    }
}

/// Kills the worker after that time, in whole seconds, unless it is called again before; `None` for never. Does nothing
/// outside of a worker.
pub fn stop_after(time: Option<Duration>) {
    if RESULTS.get().is_some() {
        let seconds = time.map_or(0, |time| u32::try_from(time.as_secs().max(1)).unwrap_or(u32::MAX));
        // SAFETY: sets a timer. Its signal ends the process.
        unsafe { libc::alarm(seconds) };
    }
}
