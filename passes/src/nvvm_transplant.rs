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

use crate::declaration::{NVVM_TRANSPLANT, NVVMTransplantOptions, nvvm_transplant as statistic};
use melior::Context;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use plan::Plan;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::hash_map::Entry;
use tileiras_contract::{ANNOTATIONS, ConflictPolicy};
use tileiras_mlir::function::{Function, LaunchAttributeKey};
use tileiras_mlir::option::OptionValues;
use tileiras_mlir::pass::{Change, Pass, PassInfo, Run, Statistics};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::kind;
use tileiras_nvvm::scope::Scope;
use tileiras_translate::export::{facts::Facts, upstream};
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

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: Run<'_>) -> Result<Change, Failure> {
        refuse_below_annotations(root)?;
        let scope = Scope::during(run, root);
        let (tuples, mut result) = Tuples::read(scope);
        let mut work = Work::default();
        if !self.upstream {
            work.followers.reserve(scope.functions.len());
        }
        for (number, function) in scope.functions.iter().enumerate() {
            // Every fault of the module is to be reported.
            if let Err(failure) = self.plan(*function, &tuples, number, &mut work) {
                result = Err(failure);
            }
        }
        if self.upstream {
            result = result.and(tuples.refuse_rest());
        }
        result?;

        let context = root.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        let context = unsafe { context.to_ref() };
        let (changed, verified) = work.carry_out(context, run.statistics);
        let changed = changed | tuples.carry_out(context, run.statistics);
        verified?;
        Ok(match changed {
            true if self.upstream => Change::Something,
            true => Change::Verified,
            false => Change::Nothing,
        })
    }
}

impl NVVMTransplant {
    /// Plans what is to be done to a function, and what is then left to do for upstream's form.
    fn plan<'c, 'a>(
        &self,
        function: Function<'c, 'a>,
        tuples: &Tuples<'c, 'a>,
        number: usize,
        work: &mut Work<'c, 'a>,
    ) -> Result<(), Failure> {
        if self.upstream {
            let plan = Plan::make(function, tuples, number, self.policy)?;
            let facts = match &plan {
                Some(plan) => plan.facts(),
                None => Facts::read(function)?,
            };
            let export = upstream::Plan::make(function, &facts);
            export.check()?;
            let needed = plan.is_some() || export.changes();
            work.plans.extend(plan);
            work.exports.extend(needed.then_some(export));
            return Ok(());
        }
        let about = tuples.about(number).iter().map(|id| tuples.content(*id)).collect();
        let known = match work.known.entry((LaunchAttributeKey::of(function), about)) {
            Entry::Occupied(known) => {
                work.followers.extend(known.get().map(|plan| (function, plan)));
                return Ok(());
            }
            Entry::Vacant(known) => known,
        };
        let plan = Plan::make(function, tuples, number, self.policy)?;
        // What is to be said is said of each function.
        if plan.as_ref().is_none_or(Plan::is_silent) {
            known.insert(plan.is_some().then_some(work.plans.len() as u32));
        }
        work.plans.extend(plan);
        Ok(())
    }
}

/// What functions have in common that become the same: a face, and the contents of the tuples about them.
type Alike = (LaunchAttributeKey, SmallVec<[(u32, u32); 4]>);

/// What is to be done to all functions. Most kernels of a program state what others state, too: one of them is planned and
/// changed, and the others become what that one became.
#[derive(Default)]
struct Work<'c, 'a> {
    plans: Vec<Plan<'c, 'a>>,
    /// The plan for all functions with such a face that tuples of such contents are about.
    known: FxHashMap<Alike, Option<u32>>,
    /// The other functions that a plan is good for.
    followers: Vec<(Function<'c, 'a>, u32)>,
    exports: Vec<upstream::Plan<'c, 'a>>,
}

impl<'c> Work<'c, '_> {
    /// Says whether there was any, and whether MLIR takes what came of it.
    fn carry_out(self, context: &'c Context, statistics: Statistics<'_>) -> (bool, Result<(), Failure>) {
        let any = !self.plans.is_empty() || !self.exports.is_empty();
        let count = self.plans.len() + self.followers.len();
        let done: Vec<_> = self.plans.into_iter().map(|plan| plan.carry_out(context)).collect();
        let mut moved: usize = done.iter().map(|(_, moved)| moved).sum();
        for (function, plan) in &self.followers {
            let (first, facts) = done[*plan as usize];
            function.copy_launch_attributes_from(first);
            moved += facts;
        }
        statistics.add(statistic::FACTS_MOVED, moved);
        statistics.add(statistic::FUNCTIONS_MARKED, count);
        self.exports.iter().for_each(upstream::Plan::carry_out);
        // A follower is what the first became; a module lost an attribute, and what is inside of functions is as it was.
        let verified = done.iter().map(|(function, _)| operation::verify_alone(function.operation()));
        (any, verified.fold(Ok(()), Result::and))
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
