//! `mlir-lsp-server` with the dialect `nv_tileaa`.

use std::process::ExitCode;
use tileiras_mlir::tool;

fn main() -> ExitCode {
    tool::lsp_server("tileiras-lsp-server", (&tileiras::dialects()).into())
}
