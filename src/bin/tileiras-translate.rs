//! `mlir-translate` with every upstream translation, `--import-nvvm`, `--export-nvvm` and `--export-nvvm-legacy`.

use std::process::ExitCode;
use tileiras_export::translate;
use tileiras_mlir::{tool, translation};

fn main() -> ExitCode {
    tool::add_version(tileiras::VERSION);
    tool::register_upstream_translations();
    translation::register::<tileiras_import::ImportNVVM>();
    translation::register_export::<translate::ExportNVVM>();
    translation::register_export::<translate::ExportNVVMLegacy>();
    translation::register_export::<translate::MLIRToLLVMIR>();
    tool::translate("tileiras translation driver")
}
