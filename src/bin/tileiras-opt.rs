//! The tool `tileiras-opt` as a program, for development.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_tools::tools::opt(std::env::args_os().collect())
}
