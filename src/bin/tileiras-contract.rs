//! The tool `tileiras-contract` as a program, for development.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_tools::tools::contract(std::env::args_os().collect())
}
