//! `mlir-opt` with every upstream dialect and pass, the dialect `nv_tileaa` and the passes of this project.

use std::process::ExitCode;
use tileiras_mlir::tool;

fn main() -> ExitCode {
    tool::add_version(tileiras::VERSION);
    tool::register_upstream_passes();
    tileiras_passes::register();
    tool::opt("tileiras-opt", "tileiras modular optimizer driver", (&tileiras::dialects()).into())
}
