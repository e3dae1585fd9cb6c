//! The hand-off to `ptxas`: finding it, running it, reading back what it made.
//!
//! [`find`] says which `ptxas` is meant, [`handoff`] runs it, [`output`] puts what it made in its place.
//! [`knobs`] reads a knobs file for people who want to know what is in it; the hand-off never does.
//!
//! Accepts PTX, and a `ptxas` of CUDA 12 or 13. Guarantees that no partial output
//! stands under its final name, that no temporary file stays ([`temporary`]), that a child that hangs ends, that the same input gives the
//! same bytes, and that every word of `ptxas` reaches the caller as it was written. Nothing is printed; the environment is
//! read where the caller takes its snapshot ([`Environment::of_process`]) and nowhere else.
//!
//! This is the only crate of the project that starts a process. Leaves out on purpose: MLIR, and making PTX
//! (`tileiras-ptx`).

mod environment;
pub mod find;
pub mod handoff;
pub mod knobs;
pub mod output;
mod supervise;
pub mod temporary;

pub use environment::Environment;
pub use find::{NotFound, Origin, Ptxas, reason};
pub use handoff::{Assembled, Failure, HandOffError, Invocation};
pub use output::{Destination, OutputError};
