//! `nvvm-export`: canonical launch facts take the form that the tool behind the pass reads.
//!
//! Accepts canonical facts, and those of an earlier run. Guarantees that upstream's translation to LLVM IR loses none of
//! them, or with `legacy` that all of them stand in tuples; that `nvvm-transplant` restores the canonical form; that a
//! failed run has changed nothing. Refuses what the form has no place for. Leaves out on purpose: the forms themselves,
//! which the translation `--export-nvvm` shares (`tileiras-translate`).

use crate::declaration::{NVVM_EXPORT, NVVMExportOptions, nvvm_export as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use tileiras_contract::Fact;
use tileiras_mlir::function::Function;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, Run};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nv_tileaa::launch::Launch;
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_translate::export::{legacy, upstream};

/// The pass.
pub struct NVVMExport {
    legacy: bool,
}

impl Pass for NVVMExport {
    const INFO: &'static PassInfo = &NVVM_EXPORT;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self { legacy: NVVMExportOptions::read(values).legacy })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: Run<'_>) -> Result<Change, Failure> {
        let (scope, facts) = (Scope::during(run, root), ProgramFacts::during(run, root));
        let changed = if self.legacy {
            let plan = legacy::ProgramPlan::make(scope, facts)?;
            check_launches(root)?;
            plan.apply()
        } else {
            upstream::ProgramPlan::make(scope, facts)?.apply()
        };
        run.statistics.add(statistic::FUNCTIONS_EXPORTED, changed);
        Ok(Change::Something)
    }
}

/// Refuses launches that would name no kernel: without `nvvm.kernel`, mostly nothing on an `llvm.func` says that it is one.
/// MLIR would find that out after the pass.
fn check_launches(root: OperationRef<'_, '_>) -> Result<(), Failure> {
    let mut symbols = Symbols::new();
    let mut result = Ok(());
    for op in operation::find_all(root, "nv_tileaa.launch_func") {
        // One that is no launch is for the verifier of its dialect.
        let Ok(launch) = Launch::new(op) else { continue };
        let (_, Some(kernel)) = launch.find_kernel(Some(root), &mut symbols) else { continue };
        let states = operation::discardable(kernel, Fact::Kernel.attribute()).is_some();
        let stays = operation::discardable(kernel, "gpu.kernel").is_some()
            || Function::new(kernel).is_some_and(Function::has_kernel_convention);
        if states && !stays {
            let text =
                "names a function that would be no kernel: only its 'nvvm.kernel', which becomes a tuple, says so";
            result = Err(Diagnostic::on(op).error(text).note(kernel.location(), "the kernel is here").emit());
        }
    }
    result
}
