//! What crashes of MLIR and LLVM leave behind, for a process that can be replaced.
//!
//! The parser of [`crate::session`], [`crate::llvm`], [`crate::link`] and [`crate::backend`] return an error if MLIR or LLVM
//! crashes in them. The rest of the process is then unreliable.

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

/// From now on, the process ends with the exit status `out_of_memory` if C++ code gets no memory, and with SIGALRM
/// `seconds_after_crash` after a crash.
pub fn end_when_damaged(out_of_memory: c_int, seconds_after_crash: c_uint) {
    // SAFETY: the functions set variables.
    unsafe {
        tileirasExitOnOutOfMemory(out_of_memory);
        tileirasEndAfterCrash(seconds_after_crash);
    }
}
