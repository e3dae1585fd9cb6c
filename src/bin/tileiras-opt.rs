//! `mlir-opt` with every upstream dialect and pass, the dialect `nv_tileaa` and the passes of this project.

use std::process::ExitCode;
use tileiras_mlir::tool;

// Freed pages are kept, in one arena for all threads: the process is short-lived.
tileiras_tools::malloc_conf!(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

fn main() -> ExitCode {
    tool::add_version(tileiras_tools::VERSION);
    tool::register_upstream_passes();
    tileiras_passes::register();
    tool::opt("tileiras-opt", "tileiras modular optimizer driver", (&tileiras_tools::dialects()).into())
}
