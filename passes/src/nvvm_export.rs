//! `nvvm-export`: converts canonical launch facts to the form that the next tool reads.
//!
//! Accepts canonical facts, and the result of an earlier run. Guarantees that upstream's translation to LLVM IR loses
//! none of them, or with `legacy` that all of them are in tuples; that `nvvm-transplant` restores the canonical form;
//! that a failed run has changed nothing. Refuses facts that the form cannot express. Leaves out on purpose: the forms,
//! which the translation `--export-nvvm` shares (`tileiras-translate`).

use crate::declaration::{NVVM_EXPORT, NVVMExportOptions, nvvm_export as statistic};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use tileiras_contract::Fact;
use tileiras_mlir::function::Function;
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, attribute, operation};
use tileiras_nv_tileaa::launch::{LAUNCH, Launch};
use tileiras_nvvm::program_facts::Program;
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

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let Program { scope, facts, .. } = Program::of(run.analyses, root);
        let changed = if self.legacy {
            let plan = legacy::LegacyPlan::make(scope, facts)?;
            check_launches(root)?;
            plan.apply()
        } else {
            upstream::UpstreamPlan::make(scope, facts)?.apply()
        };
        run.statistics.add(statistic::FUNCTIONS_EXPORTED, changed);
        Ok(Change::Something)
    }
}

/// Refuses launches of functions that would not be kernels afterwards: without `nvvm.kernel`, an `llvm.func` is a
/// kernel only by its calling convention. MLIR's verifier would report such launches after the pass.
fn check_launches(root: OperationRef<'_, '_>) -> Result<(), Failure> {
    let mut symbols = Symbols::new();
    let mut result = Ok(());
    for op in operation::find_all(root, LAUNCH) {
        // The verifier of the dialect reports an invalid launch.
        let Ok(launch) = Launch::new(op) else { continue };
        let (_, Some(kernel)) = launch.find_kernel(Some(root), &mut symbols) else { continue };
        let states = operation::discardable_attribute(kernel, Fact::Kernel.attribute()).is_some();
        let stays = operation::discardable_attribute(kernel, "gpu.kernel").is_some_and(attribute::is_unit)
            || Function::new(kernel).is_some_and(Function::has_kernel_convention);
        if states && !stays {
            let text = "names a function that would not be a kernel: only its 'nvvm.kernel', which becomes a tuple, \
                        makes it one";
            result = Err(Diagnostic::on(op).error(text).note(kernel.location(), "the kernel is here").emit());
        }
    }
    result
}
