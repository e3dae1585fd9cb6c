//! What crashes of MLIR and LLVM leave, for a process that can be replaced.
//!
//! The parser of [`crate::session`], [`crate::llvm`], [`crate::link`] and [`crate::backend`] return an error if MLIR or
//! LLVM crashes in them. The rest of the process is then unreliable.

use crate::text::raw;
use std::ffi::{c_int, c_uint};
use tileiras_mlir_sys_ext::{
    TileirasProcessState, tileirasEndAfterCrash, tileirasExitOnOutOfMemory, tileirasProcessState,
};

/// Whether work of MLIR or LLVM was abandoned in this process.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ProcessState {
    /// None was.
    Sound,
    /// LLVM reported a fatal error. Memory is lost.
    AfterFatalError,
    /// The code crashed. A lock can be held, and memory can be damaged.
    Crashed,
}

/// The state of this process.
#[must_use]
pub fn process_state() -> ProcessState {
    // SAFETY: the function takes no arguments.
    match unsafe { tileirasProcessState() } {
        TileirasProcessState::Sound => ProcessState::Sound,
        TileirasProcessState::AfterFatalError => ProcessState::AfterFatalError,
        TileirasProcessState::Crashed => ProcessState::Crashed,
    }
}

/// How long a process may go on after a crash, in seconds. It can wait for a lock that the code that crashed holds.
const SECONDS_AFTER_CRASH: c_uint = 10;

/// From now on, the process ends with the exit status `out_of_memory` if it gets no memory, and with SIGALRM a few
/// seconds after a crash.
pub fn end_when_damaged(out_of_memory: c_int) {
    // SAFETY: the functions set variables.
    unsafe {
        tileirasExitOnOutOfMemory(out_of_memory, raw(""));
        tileirasEndAfterCrash(SECONDS_AFTER_CRASH, raw(""));
    }
}

/// From now on, the process of the tool `name` ends with a message if it hangs after a crash.
pub(crate) fn end_when_hanging(name: &str) {
    let message = format!("{name}: error: MLIR or LLVM crashed on the input\n");
    // SAFETY: the message is leaked, so that it lives as long as the process.
    unsafe { tileirasEndAfterCrash(SECONDS_AFTER_CRASH, raw(message.leak())) }
}

/// From now on, the process of the tool `name` ends with a message and `status` if it gets no memory.
pub(crate) fn end_without_memory(name: &str, status: c_int) {
    let message = format!("{name}: error: out of memory\n");
    // SAFETY: the message is leaked, so that it lives as long as the process.
    unsafe { tileirasExitOnOutOfMemory(status, raw(message.leak())) }
}
