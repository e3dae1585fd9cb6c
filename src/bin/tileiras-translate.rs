//! `mlir-translate` with every upstream translation and `--import-nvvm`.

use std::process::ExitCode;
use tileiras_mlir::{tool, translation};

fn main() -> ExitCode {
    tool::add_version(tileiras::VERSION);
    tool::register_upstream_translations();
    translation::register::<tileiras_import::ImportNVVM>();
    tool::translate("tileiras translation driver")
}
