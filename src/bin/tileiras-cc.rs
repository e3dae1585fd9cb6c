//! The driver: from MLIR or LLVM IR to an audited cubin.

use std::process::ExitCode;

// Freed pages are kept and shared by all threads: the process ends before anyone else needs them.
tileiras::malloc_conf!(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

fn main() -> ExitCode {
    tileiras_driver::cc(&tileiras::driver("tileiras-cc"))
}
