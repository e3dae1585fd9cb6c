//! `mlir-lsp-server` with the dialect `nv_tileaa`.

use std::process::ExitCode;
use tileiras_mlir::tool;

// A server gives freed pages back, also while no request comes in.
tileiras::malloc_conf!(c"background_thread:true");

fn main() -> ExitCode {
    tool::lsp_server("tileiras-lsp-server", (&tileiras::dialects()).into())
}
