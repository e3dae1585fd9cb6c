//! The tool `tileiras-translate` as a program, for development.

use std::process::ExitCode;

fn main() -> ExitCode {
    tileiras_tools::tools::translate(std::env::args_os().collect())
}
