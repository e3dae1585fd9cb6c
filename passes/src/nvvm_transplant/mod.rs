//! `nvvm-transplant`: converts legacy launch annotations to canonical `nvvm.*` attributes.
//!
//! Accepts every carrier of launch facts (docs/TRANSPLANT.md). Guarantees that each fact is in its attribute or in its
//! carrier afterwards, that a failed run has changed nothing, and that a second run changes nothing. Refuses statements
//! that it cannot convert exactly. Works in two steps, each linear: the change of each function (`plan`) and of each
//! list of tuples (`lists`) is planned, and if no plan has a fault, all are applied.
//!
//! Leaves out on purpose: whether the facts are valid together (`nvvm-verify`), and the calling convention
//! `ptx_kernelcc`, which is read but not removed, as other tools read it.

mod lists;
mod plan;

use crate::declaration::{
    NVVM_TRANSPLANT, NVVMTransplantForm, NVVMTransplantOnConflict, NVVMTransplantOptions, nvvm_transplant as statistic,
};
use lists::ListPlans;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use plan::FunctionPlan;
use tileiras_contract::ANNOTATIONS;
use tileiras_contract::read::{ConflictPolicy, merge};
use tileiras_mlir::function::Function;
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun, Statistics};
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nv_tileaa::kernel_spec::{KERNEL_SPEC, NOT_ON_KERNEL};
use tileiras_nvvm::annotation_index::launch_key;
use tileiras_nvvm::program_facts::{Program, ProgramFacts};
use tileiras_nvvm::scope::Scope;
use tileiras_translate::export::facts::ExportFacts;
use tileiras_translate::export::upstream;

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
        let policy = match options.on_conflict {
            NVVMTransplantOnConflict::Error => ConflictPolicy::Error,
            NVVMTransplantOnConflict::Last => ConflictPolicy::Last,
            NVVMTransplantOnConflict::Keep => ConflictPolicy::Keep,
        };
        Ok(Self { policy, upstream: options.form == NVVMTransplantForm::Upstream })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        refuse_nested_in_annotated_module(root)?;
        let Program { scope, facts, .. } = Program::of(run.analyses, root);
        let (lists, mut result) = ListPlans::new(facts);
        let mut plan = ProgramPlan { plan_of_group: vec![None; facts.group_count()], ..ProgramPlan::default() };
        let has_specs = scope.carries(KERNEL_SPEC);
        for (number, function) in scope.functions.iter().enumerate() {
            let planned = match self.upstream {
                true => self.plan_upstream(number, *function, facts, &mut plan),
                false => self.plan(number, *function, facts, &mut plan),
            };
            // Every fault of the module is reported.
            result = result.and(planned);
            if has_specs {
                result = result.and(self.refuse_spec_without_kernel(number, *function, facts));
            }
        }
        if self.upstream {
            result = result.and(lists.refuse_kept_tuples());
        }
        result?;

        let remarks = alias_remarks(scope, facts);
        let (changed, verified) = plan.apply(run.statistics);
        let changed = changed | lists.apply(run.statistics);
        for remark in remarks {
            let _: Failure = remark.emit();
        }
        verified?;
        Ok(match changed {
            true if self.upstream => Change::Something,
            true => Change::Attributes,
            false => Change::Nothing,
        })
    }
}

impl NVVMTransplant {
    /// Plans the change of a function to the canonical form.
    fn plan<'c, 'a>(
        &self,
        number: usize,
        function: Function<'c, 'a>,
        facts: &ProgramFacts<'c, 'a>,
        plan: &mut ProgramPlan<'c, 'a>,
    ) -> Result<(), Failure> {
        let group = facts.group(number).index();
        match plan.plan_of_group[group] {
            Some(GroupPlan::Nothing) => {}
            Some(GroupPlan::CopyOf(first)) => plan.copies.push((function, first)),
            None => {
                let new = FunctionPlan::new(number, function, facts, self.policy)?;
                // Remarks are emitted for each function, with its own tuples.
                if new.as_ref().is_none_or(FunctionPlan::has_no_remarks) {
                    let first = plan.functions.len();
                    plan.plan_of_group[group] =
                        Some(new.as_ref().map_or(GroupPlan::Nothing, |_| GroupPlan::CopyOf(first)));
                }
                plan.functions.extend(new);
            }
        }
        Ok(())
    }

    /// Refuses a specification on a function that no tuple makes a kernel. MLIR's verifier does so as soon as the
    /// tuples are gone, when the pass has changed the module.
    fn refuse_spec_without_kernel<'c, 'a>(
        &self,
        number: usize,
        function: Function<'c, 'a>,
        facts: &ProgramFacts<'c, 'a>,
    ) -> Result<(), Failure> {
        let op = function.operation();
        let has_spec = operation::discardable_attribute(op, KERNEL_SPEC).is_some();
        let is_kernel = || merge(&facts.of_function(number).statements, self.policy).facts.is_kernel();
        if !has_spec || function.is_kernel() || is_kernel() {
            return Ok(());
        }
        Err(Diagnostic::on(op).error(NOT_ON_KERNEL).emit())
    }

    /// Plans the change of a function to the form that upstream translates.
    fn plan_upstream<'c, 'a>(
        &self,
        number: usize,
        function: Function<'c, 'a>,
        facts: &ProgramFacts<'c, 'a>,
        plan: &mut ProgramPlan<'c, 'a>,
    ) -> Result<(), Failure> {
        let new = FunctionPlan::new(number, function, facts, self.policy)?;
        let stated = match &new {
            Some(new) => new.facts().clone(),
            None => ExportFacts::read(function, &facts.of_function(number))?.facts,
        };
        let export = upstream::UpstreamFunctionPlan::make(function, &stated);
        export.check()?;
        let is_needed = new.is_some() || export.changes();
        plan.functions.extend(new);
        plan.exports.extend(is_needed.then_some(export));
        Ok(())
    }
}

/// A remark for each tuple with a launch fact that names its function by an alias.
fn alias_remarks<'c>(scope: &Scope<'c, '_>, facts: &ProgramFacts<'c, '_>) -> Vec<Diagnostic<'c>> {
    let annotations = &facts.annotations;
    let mut remarks = Vec::new();
    for (number, function) in scope.functions.iter().enumerate() {
        for id in annotations.about(number) {
            let Some(tuple) = annotations.tuple(*id).filter(|tuple| tuple.is_by_alias) else { continue };
            if tuple.pairs().any(|(key, ..)| launch_key(key).is_some()) && !facts.of_function(number).is_marked() {
                let text =
                    format!("{} names an alias of this function: its facts are stated here", annotations.describe(*id));
                remarks.push(Diagnostic::on(function.operation()).remark(text));
            }
        }
    }
    remarks
}

/// The plan for the functions of a group, if it is the same for all.
#[derive(Clone, Copy)]
enum GroupPlan {
    /// They are not changed.
    Nothing,
    /// They get the attributes of the function of the plan with that index.
    CopyOf(usize),
}

/// The change of a program.
#[derive(Default)]
struct ProgramPlan<'c, 'a> {
    functions: Vec<FunctionPlan<'c, 'a>>,
    plan_of_group: Vec<Option<GroupPlan>>,
    /// The other functions, each with the index of the plan whose result is copied.
    copies: Vec<(Function<'c, 'a>, usize)>,
    exports: Vec<upstream::UpstreamFunctionPlan<'c, 'a>>,
}

impl ProgramPlan<'_, '_> {
    /// Applies the plan. Returns whether anything was changed, and whether MLIR's verifier accepts the functions.
    fn apply(self, statistics: Statistics<'_>) -> (bool, Result<(), Failure>) {
        let any = !self.functions.is_empty() || !self.exports.is_empty();
        let count = self.functions.len() + self.copies.len();
        let done: Vec<_> = self.functions.into_iter().map(FunctionPlan::apply).collect();
        let mut moved: usize = done.iter().map(|(_, moved)| moved).sum();
        for (function, plan) in &self.copies {
            let (first, facts) = done[*plan];
            function.copy_launch_attributes_from(first);
            moved += facts;
        }
        statistics.add(statistic::FACTS_MOVED, moved);
        statistics.add(statistic::FUNCTIONS_MARKED, count);
        self.exports.iter().for_each(upstream::UpstreamFunctionPlan::apply);
        // Copies have the same attributes, so they need no verification. Modules only lose an attribute.
        let verified = done.iter().map(|(function, _)| operation::verify_non_recursively(function.operation()));
        (any, verified.fold(Ok(()), Result::and))
    }
}

/// Refuses an operation inside a module with tuples. These can be about functions in the operation, which would be
/// marked although the tuples were not read.
fn refuse_nested_in_annotated_module(root: OperationRef<'_, '_>) -> Result<(), Failure> {
    let mut enclosing = root.parent_operation();
    while let Some(module) = enclosing {
        if operation::discardable_attribute(module, ANNOTATIONS).is_some() {
            let error = Diagnostic::on(root).error("must be transplanted together with the module around it");
            let note = format!("this module has '{ANNOTATIONS}' that may be about it");
            return Err(error.note(module.location(), note).emit());
        }
        enclosing = module.parent_operation();
    }
    Ok(())
}
