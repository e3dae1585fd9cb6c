//! `mlir-lsp-server` with the dialect `nv_tileaa`.

use std::process::ExitCode;
use tileiras_mlir::tool;

// A server returns freed pages to the system, also while it is idle.
tileiras::malloc_conf!(c"background_thread:true");

fn main() -> ExitCode {
    tool::lsp_server("tileiras-lsp-server", (&tileiras::dialects()).into())
}
