//! The language server `tileiras-lsp-server`: upstream's server for MLIR, and what this project adds to it.
//!
//! Upstream's server runs as a child process. This process passes every message on, and adds to the answers: findings
//! of the rules, edits that fix them, contracts of kernels, and completion of launches. The rules run in worker
//! processes.
//!
//! Accepts the protocol and the command line of upstream's server. Guarantees:
//! - A message that this process does not understand reaches upstream's server unchanged, and so does its answer.
//! - A crash of upstream's server or of the analysis ends neither this process nor the connection.
//! - The memory for a document goes back to the system after it is closed, as the processes that had it end.
//! - Errors of MLIR are published at once. Findings that are known later follow in a second publication, which has
//!   both. Without an error of MLIR there is one publication, unless the findings take longer than a second.
//!
//! Leaves out on purpose: files that upstream's server does not read, such as LLVM IR and PTX.

#![forbid(unsafe_code)]

mod analysis;
mod answer;
mod attributes;
mod completion;
mod document;
mod event;
mod hover;
mod options;
mod pages;
mod server;
mod text;
mod transport;
mod upstream;

use std::ffi::OsString;
use std::process::ExitCode;

use melior::dialect::DialectRegistry;

use crate::options::Options;

/// The first argument of the child process that is upstream's server.
pub const UPSTREAM: &str = "--upstream-server";

/// The program that is the server.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Makes a registry with every dialect.
    pub dialects: fn() -> DialectRegistry,
}

/// Runs the server on a command line and the standard streams of the process, which must run upstream's server if its
/// first argument is [`UPSTREAM`]. The command line begins with the name of the program.
#[must_use]
pub fn run(tool: &Tool, command_line: Vec<OsString>) -> ExitCode {
    tileiras_mlir::tool::prepare_process(tool.name);
    tileiras_process::return_large_buffers();
    tileiras_passes::register();
    tileiras_mlir::tool::register_upstream_passes();
    server::run(tool, Options::read(command_line.into_iter().skip(1)))
}
