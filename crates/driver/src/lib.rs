//! The drivers `tileiras-cc`, `tileiras-contract` and `tileiras-ptxas`: from the output of a front end to an audited
//! cubin.
//!
//! Accepts MLIR and LLVM IR, as text or bytecode, PTX, and relocatable objects to link. Guarantees:
//! - An output file is written completely or not at all.
//! - If a step loses or invents a launch fact, an error names the step, and there is no output.
//! - One failing input does not stop the others, even if MLIR or LLVM crashes on it, hangs or needs all memory.
//! - Messages are in the order of the inputs.
//!
//! Each stage that can fail has its own exit code ([`Kind`]).
//!
//! Leaves out on purpose: the passes (`tileiras-passes`), and running the programs of CUDA (`tileiras-ptxas`).

#![forbid(unsafe_code)]

mod assemble;
mod cc;
mod cli;
mod compile;
mod contract;
mod input;
mod link;
mod messages;
pub mod output;
mod path;
mod stand_in;
mod tool;
pub mod worker;

pub use cc::cc;
pub use cli::project::{Project, Rules};
pub use compile::check_module;
pub use compile::snapshot::FunctionSymbols;
pub use contract::contract;
pub use input::{Format, Input, Limit, reader};
pub use messages::fault::{Fault, Kind};
pub use stand_in::ptxas;
pub use tool::Tool;

use clap::CommandFactory as _;
use tileiras_ptxas::{Environment, Ptxas};

/// The command lines of the tools of this crate, from which pages and completions are made.
#[must_use]
pub fn command_lines() -> [clap::Command; 3] {
    [cli::Cli::command(), contract::command_line(), stand_in::StandInCli::command()]
}

/// The release and the path of the `ptxas` that `tileiras-cc` finds without an option, for `--version`.
#[must_use]
pub fn ptxas_version() -> String {
    let Ok(ptxas) = Ptxas::find(None, &Environment::of_process()) else { return "ptxas not found".to_owned() };
    let release = ptxas.version().unwrap_or_else(|| "of an unknown release".to_owned());
    format!("ptxas {release} ({}, from {})", ptxas.program.display(), ptxas.origin)
}
