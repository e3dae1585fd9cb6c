//! `nvvm-export`: canonical launch facts take the form that the tool behind the pass reads.
//!
//! Accepts canonical facts, and those of an earlier run. Guarantees that upstream's translation to LLVM IR loses none of
//! them, or with `legacy` that all of them stand in tuples; that `nvvm-transplant` restores the canonical form; that a
//! failed run has changed nothing. Refuses what the form has no place for. Leaves out on purpose: the forms themselves,
//! which the translation `--export-nvvm` shares (`tileiras-export`).

use crate::declaration::{NVVM_EXPORT, NVVMExportOptions, nvvm_export as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use tileiras_export::{legacy, upstream};
use tileiras_mlir::Failure;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, Statistics};
use tileiras_nvvm::scope::Scope;

/// The pass.
pub struct NVVMExport {
    legacy: bool,
}

impl Pass for NVVMExport {
    const INFO: &'static PassInfo = &NVVM_EXPORT;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self { legacy: NVVMExportOptions::read(values).legacy })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, statistics: Statistics<'_>) -> Result<Change, Failure> {
        let scope = Scope::collect(root);
        let changed = if self.legacy {
            let context = root.context();
            // SAFETY: `context` outlives the borrow, being bound here.
            legacy::Program::plan(unsafe { context.to_ref() }, &scope)?.carry_out()
        } else {
            upstream::Program::plan(&scope)?.carry_out()
        };
        statistics.add(statistic::FUNCTIONS_EXPORTED, changed);
        Ok(Change::Something)
    }
}
