//! `mlir-lsp-server` with the dialect `nv_tileaa`, the findings of the rules, their fixes, and the contracts of kernels.

use std::process::ExitCode;
use tileiras_mlir::tool;

// A server returns freed pages to the system, also while it is idle.
tileiras_tools::malloc_conf!(c"background_thread:true");

const NAME: &str = "tileiras-lsp-server";

fn main() -> ExitCode {
    // The server starts this program again for upstream's part.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == tileiras_lsp::UPSTREAM) {
        tool::add_version(tileiras_tools::VERSION);
        return tool::lsp_server(NAME, (&tileiras_tools::dialects()).into());
    }
    tileiras_lsp::run(&tileiras_tools::language_server(NAME))
}
