//! `mlir-translate` with every upstream translation, `--import-nvvm`, `--export-nvvm`, `--export-nvvm-legacy` and
//! `--nvvm-to-ptx-header`.

use std::process::ExitCode;
use tileiras_mlir::{tool, translation};
use tileiras_translate::export::translate;

// Freed pages are kept, in one arena for all threads: the process is short-lived.
tileiras_tools::malloc_conf!(c"narenas:1,dirty_decay_ms:-1,muzzy_decay_ms:-1,thp:always");

fn main() -> ExitCode {
    tool::add_version(tileiras_tools::VERSION);
    tool::register_upstream_translations();
    tool::register_upstream_passes();
    tileiras_passes::register();
    translation::register::<tileiras_translate::import::ImportNVVM>();
    translation::register_export::<translate::ExportNVVM>();
    translation::register_export::<translate::ExportNVVMLegacy>();
    translation::register_export::<translate::MLIRToLLVMIR>();
    translation::register_export::<tileiras_translate::headers::NVVMToPTXHeader>();
    tool::translate("tileiras-translate", "tileiras translation driver")
}
