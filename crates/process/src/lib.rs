//! Child processes with limits of time and memory.
//!
//! [`worker`] calls a function of this program in child processes, so that a crash ends one call only. [`supervise`] runs
//! another program. [`cleanup`] removes temporary files and child processes when the process ends early.
//!
//! Accepts functions, commands and files of any kind. Guarantees:
//! - No child process is left behind.
//! - A child that hangs is killed at its time limit.
//! - No thread is started.
//!
//! Leaves out on purpose: which programs run, and what is done with their files (`tileiras-ptxas`), and signal handlers.

pub mod cleanup;
mod signal;
pub mod supervise;
pub mod worker;

pub use signal::SignalName;
