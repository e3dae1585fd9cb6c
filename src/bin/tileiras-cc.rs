//! The tool `tileiras-cc` as a program, for development.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_tools::tools::cc(std::env::args_os().collect())
}
