//! The tool `tileiras-lsp-server` as a program, for development.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_tools::tools::language_server(std::env::args_os().collect())
}
