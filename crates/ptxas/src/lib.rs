//! Finds and runs `ptxas`, `nvlink` and `fatbinary`.
//!
//! [`find`] locates them, [`invocation`] runs `ptxas`, [`report`] reads its messages, [`version`] asks for its release,
//! and [`link`] runs the others.
//!
//! Accepts PTX, objects and cubins, and the programs of CUDA 12 or 13. Guarantees:
//! - No temporary file and no child process is left.
//! - A child that hangs is killed at its time limit.
//! - The same input gives the same bytes.
//! - The output of a program is returned unchanged, up to 16 MiB of each pipe.
//!
//! Nothing is printed. The environment is read by [`Environment::of_process`] only.
//!
//! Only this crate names programs to run, and `tileiras-process` starts them. Leaves out on purpose: MLIR, and the
//! generation of PTX (`tileiras-ptx`).

#![forbid(unsafe_code)]

mod environment;
pub mod find;
pub mod invocation;
pub mod link;
pub mod report;
pub mod run;
pub mod version;

pub use environment::Environment;
pub use find::{NotFound, Origin, Ptxas, reason, toolkits};
pub use invocation::{Invocation, KNOBS_VARIABLES};
pub use report::Report;
pub use run::{Cause, Failure, InputFile, Runner, ToolError, ToolOutput};
