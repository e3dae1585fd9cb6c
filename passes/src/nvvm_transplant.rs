//! `nvvm-transplant`: legacy launch annotations become canonical `nvvm.*` attributes.
//!
//! Accepts every carrier of launch facts (docs/TRANSPLANT.md). Guarantees that each fact ends in its attribute or stays in
//! its carrier, that a failed run has changed nothing, and that a second run changes nothing. Refuses what it cannot
//! carry over exactly. Works in three steps, each linear: the tuples are sorted by function ([`tuples`]), the claims about
//! each function are gathered and planned ([`plan`]), and only if all plans are good they are carried out.
//!
//! Leaves out on purpose: whether the facts make sense together (`nvvm-verify`), and the calling convention
//! `ptx_kernelcc`, which is read but stays, since it says the same as the attribute to those who look at it.

mod plan;
mod tuples;

use crate::declaration::{NVVM_TRANSPLANT, NVVMTransplantOptions};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use plan::Plan;
use tileiras_contract::{ANNOTATIONS, ConflictPolicy};
use tileiras_export::{facts::Facts, upstream};
use tileiras_mlir::function::Function;
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, Statistics};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::kind;
use tileiras_nvvm::scope::Scope;
use tuples::Tuples;

/// The pass.
pub struct NVVMTransplant {
    policy: ConflictPolicy,
    /// Whether to write upstream's form.
    upstream: bool,
}

impl Pass for NVVMTransplant {
    const INFO: &'static PassInfo = &NVVM_TRANSPLANT;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVVMTransplantOptions::read(values);
        let policy = options.on_conflict.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { policy, upstream: options.form == "upstream" })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, statistics: Statistics<'_>) -> Result<Change, Failure> {
        refuse_below_annotations(root)?;
        let scope = Scope::collect(root);
        let (tuples, mut result) = Tuples::read(&scope);
        let (mut plans, mut exports) = (Vec::new(), Vec::new());
        for (number, function) in scope.functions.iter().enumerate() {
            match self.plan(*function, &tuples, number) {
                Ok((plan, export)) => {
                    plans.extend(plan);
                    exports.extend(export);
                }
                // Every fault of the module is to be reported.
                Err(failure) => result = Err(failure),
            }
        }
        if self.upstream {
            result = result.and(tuples.refuse_rest());
        }
        result?;

        let context = root.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        let context = unsafe { context.to_ref() };
        let mut changed = !plans.is_empty() || !exports.is_empty();
        for plan in plans {
            plan.carry_out(context, statistics);
        }
        changed |= tuples.carry_out(context, statistics);
        exports.iter().for_each(upstream::Plan::carry_out);
        Ok(Change::when(changed))
    }
}

impl NVVMTransplant {
    /// Plans what is to be done to a function, and what is then left to do for upstream's form.
    fn plan<'c, 'a>(
        &self,
        function: Function<'c, 'a>,
        tuples: &Tuples<'c, 'a>,
        number: usize,
    ) -> Result<(Option<Plan<'c, 'a>>, Option<upstream::Plan<'c, 'a>>), Failure> {
        let plan = Plan::make(function, tuples, number, self.policy)?;
        if !self.upstream {
            return Ok((plan, None));
        }
        let facts = match &plan {
            Some(plan) => plan.facts(),
            None => Facts::read(function)?,
        };
        let export = upstream::Plan::make(function, &facts);
        export.check()?;
        let needed = plan.is_some() || export.changes();
        Ok((plan, needed.then_some(export)))
    }
}

/// Functions below `root` would be marked as read while tuples about them stand in a module around it.
fn refuse_below_annotations(root: OperationRef<'_, '_>) -> Result<(), Failure> {
    let mut around = root.parent_operation();
    while let Some(module) = around {
        if operation::discardable(module, ANNOTATIONS).is_some() {
            let text = format!("{} op must be transplanted together with the module around it", kind(root));
            let note = format!("this module has '{ANNOTATIONS}' that may be about it");
            return Err(Diagnostic::error(root.location(), text).note(module.location(), note).emit());
        }
        around = module.parent_operation();
    }
    Ok(())
}
