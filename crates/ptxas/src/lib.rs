//! Finds, runs and supervises `ptxas`.
//!
//! [`find`] locates `ptxas`, [`invocation`] runs it, and [`cleanup`] removes temporary files and child processes when the
//! process ends early.
//!
//! Accepts PTX, and a `ptxas` of CUDA 12 or 13. Guarantees:
//! - No temporary file and no child process is left behind.
//! - A child that hangs is killed at its time limit.
//! - The same input gives the same bytes.
//! - The output of `ptxas` is returned unchanged.
//!
//! Nothing is printed. The environment is read by [`Environment::of_process`] only.
//!
//! This is the only crate of the project that starts a process. Leaves out on purpose: MLIR, and the generation of PTX
//! (`tileiras-ptx`).

pub mod cleanup;
mod environment;
pub mod find;
pub mod invocation;
mod supervise;

pub use environment::Environment;
pub use find::{NotFound, Origin, Ptxas, reason, toolkits};
pub use invocation::{AssembleError, Assembled, Failure, Invocation};
