//! `nvvm-legalize`: removes redundant facts, so that the contract assembles.
//!
//! Accepts canonical facts. Guarantees that a fact is removed only if another implies it or the chip does not support
//! it, each with a remark, and that no error of the rules of group `assembler` is left. A failed run has changed
//! nothing. Refuses a contract that no removal can fix. Leaves out on purpose: which facts can be removed, which is
//! independent of MLIR (`tileiras_contract::legalize`), and other spellings (`nvvm-transplant`).

use crate::declaration::{NVVM_LEGALIZE, NVVMLegalizeOptions, nvvm_legalize as statistic};
use melior::ir::OperationRef;
use rustc_hash::FxHashSet;
use tileiras_contract::legalize::{LegalizeError, Removal, legalize};
use tileiras_contract::{Fact, FunctionFacts, Needs};
use tileiras_mlir::function::Function;
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::bodies::Bodies;
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::target::{ModuleTargets, from_options};
use tileiras_target::Target;

/// The pass.
pub struct NVVMLegalize {
    target: Target,
}

impl Pass for NVVMLegalize {
    const INFO: &'static PassInfo = &NVVM_LEGALIZE;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVVMLegalizeOptions::read(values);
        Ok(Self { target: from_options(&options.chip, &options.ptx)? })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let Program { scope, facts, .. } = Program::of(run.analyses, root);
        let targets = ModuleTargets::new(scope, self.target);
        // Bodies matter only to cluster facts on a chip without clusters.
        let lacks_clusters = targets.modules().flatten().chain([&self.target]).any(|target| target.lacks_clusters());
        let needs_bodies = lacks_clusters && facts.groups().any(|group| group.attributes().any(Fact::is_cluster));
        let bodies = match needs_bodies {
            true => Bodies::of(run.analyses, root, &mut Symbols::new()),
            false => Bodies::default(),
        };
        let mut plans = Vec::new();
        let mut result = Ok(());
        // Functions of one group and module have the same plan if their bodies do not matter. If it is empty for one of
        // them, no plan is made for the others.
        let mut is_legal = FxHashSet::default();
        for (number, function) in scope.functions.iter().enumerate() {
            let key = (facts.group(number), scope.module_of[number]);
            if is_legal.contains(&key) {
                continue;
            }
            let targets = targets.of_function(scope, number);
            match plan(*function, facts.of_group(facts.group(number)), targets, bodies.needs(number)) {
                Ok(removals) if removals.is_empty() => {
                    is_legal.insert(key);
                }
                Ok(removals) => plans.push((*function, removals)),
                // Every fault of the module is reported.
                Err(failure) => result = Err(failure),
            }
        }
        result?;
        let change = Change::when(!plans.is_empty());
        for (function, removals) in plans {
            let op = function.operation();
            for Removal { fact, rule, message } in &removals {
                operation::remove_attribute(op, fact.attribute());
                let _: Failure = Diagnostic::on(op).remark(message).with_code(rule.name()).emit();
            }
            run.statistics.add(statistic::FACTS_REMOVED, removals.len());
            run.statistics.add(statistic::FUNCTIONS_CHANGED, 1);
        }
        Ok(change)
    }
}

/// The facts to remove from a function. Code for several targets has one contract, so all must need the same removals.
fn plan(
    function: Function<'_, '_>,
    contract: &FunctionFacts<'_>,
    targets: &[Target],
    needs: Needs,
) -> Result<Vec<Removal>, Failure> {
    let op = function.operation();
    let mut agreed: Option<(Target, Vec<Removal>)> = None;
    for &target in targets {
        let removals = legalize(contract, target, needs).map_err(|refusals| refuse(op, &refusals))?;
        match &agreed {
            None => agreed = Some((target, removals)),
            Some((_, first)) if first.iter().map(|r| r.fact).eq(removals.iter().map(|r| r.fact)) => {}
            Some((first, _)) => {
                let text = format!(
                    "cannot be made to assemble for all targets of its module at once: {first} and {target} need \
                     different facts removed; name one with the option 'chip'"
                );
                return Err(Diagnostic::on(op).error(text).emit());
            }
        }
    }
    Ok(agreed.map(|(_, removals)| removals).unwrap_or_default())
}

fn refuse(op: OperationRef<'_, '_>, refusals: &[LegalizeError]) -> Failure {
    for LegalizeError { rule, message } in refusals {
        let _: Failure = Diagnostic::on(op).error(message).with_code(rule.name()).emit();
    }
    Failure
}
