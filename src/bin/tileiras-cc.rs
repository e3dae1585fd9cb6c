//! The compiler driver: compiles MLIR or LLVM IR to a cubin and audits it.

use std::process::ExitCode;

// Freed pages are kept, in one arena for all threads: the process is short-lived.
tileiras_tools::malloc_conf!(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

fn main() -> ExitCode {
    tileiras_driver::cc(&tileiras_tools::driver("tileiras-cc"))
}
