//! Shows and compares the launch contracts of files of any stage, and lists the content of knobs files of ptxas.

use std::process::ExitCode;

// Freed pages are kept, in one arena for all threads: the process is short-lived.
tileiras_tools::malloc_conf!(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

fn main() -> ExitCode {
    tileiras_driver::contract::contract(&tileiras_tools::driver("tileiras-contract"))
}
