//! `nv-tileaa-derive-launch`: derives launch facts from what a lowering requires of the launch.
//!
//! Accepts kernels with the attribute `nv_tileaa.kernel_spec` and canonical facts. Guarantees that each derived fact is
//! stated, that a fact that was stated before has the same value, and that the spec is removed. A failed run has
//! changed nothing, and the bodies of a module without specs are not read. Refuses a spec that contradicts a stated
//! fact, the body or the chip. Leaves out on purpose: the derivation, which is independent of MLIR
//! (`tileiras_contract::derive`), and facts that a derived one implies (`nvvm-legalize`).

use crate::declaration::{NV_TILEAA_DERIVE_LAUNCH, NVTileAADeriveLaunchOptions, nv_tileaa_derive_launch as statistic};
use melior::ir::OperationRef;
use tileiras_contract::FunctionFacts;
use tileiras_contract::Needs;
use tileiras_contract::derive::{self, Block, Derivation, NoteLevel, Registers, derive};
use tileiras_finding::RuleId;
use tileiras_mlir::function::Function;
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nv_tileaa::kernel_spec::{Atom, KERNEL_SPEC, KernelSpec, NOT_ON_KERNEL};
use tileiras_nvvm::bodies::Bodies;
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::{ModuleTargets, from_options};
use tileiras_nvvm::value;
use tileiras_target::Target;

/// The pass.
pub struct NVTileAADeriveLaunch {
    target: Target,
    remarks: bool,
}

impl Pass for NVTileAADeriveLaunch {
    const INFO: &'static PassInfo = &NV_TILEAA_DERIVE_LAUNCH;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVTileAADeriveLaunchOptions::read(values);
        Ok(Self { target: from_options(&options.chip, "")?, remarks: options.emit_remarks })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let scope = run.analyses.get::<Scope<'_, '_>>(root);
        if !scope.carries(KERNEL_SPEC) {
            return Ok(Change::Nothing);
        }
        let specs: Vec<(usize, KernelSpec<'c>)> = (0..)
            .zip(&scope.functions)
            .filter_map(|(number, function)| Some((number, KernelSpec::of(*function)?)))
            .collect();
        let bodies = Bodies::of(run.analyses, root, &mut Symbols::new());
        let targets = ModuleTargets::new(scope, self.target);
        let facts = run.analyses.get::<ProgramFacts<'_, '_>>(root);
        let mut plans = Vec::new();
        let mut result = Ok(());
        for (number, spec) in specs {
            let function = scope.functions[number];
            let targets = targets.of_function(scope, number);
            let needs = bodies.needs(number);
            match plan(function, &facts.of_function(number), &without_mlir(&spec), needs, targets) {
                Ok(derivation) => plans.push((function, derivation)),
                // Every fault of the module is reported.
                Err(failure) => result = Err(failure),
            }
        }
        result?;
        for (function, derivation) in plans {
            self.apply(function, &derivation);
            run.statistics.add(statistic::FACTS_DERIVED, derivation.facts.len());
            run.statistics.add(statistic::SPECS_READ, 1);
        }
        Ok(Change::Something)
    }
}

impl NVTileAADeriveLaunch {
    fn apply(&self, function: Function<'_, '_>, derivation: &Derivation) {
        let op = function.operation();
        let context = ContextHandle::of(op);
        let diagnostic = Diagnostic::on(op);
        for derived in &derivation.facts {
            // Every derived value has a canonical attribute.
            if let Some(attribute) = value::write(context, &derived.value.to_attribute()) {
                operation::set_discardable_attribute(op, derived.fact.attribute(), attribute);
            }
            if self.remarks {
                let _: Failure = diagnostic.remark(derived).emit();
            }
        }
        for note in &derivation.notes {
            let said = match note.level {
                NoteLevel::Detail if !self.remarks => continue,
                NoteLevel::Detail | NoteLevel::Remark => diagnostic.remark(&note.message),
                NoteLevel::Warning => diagnostic.warning(&note.message),
            };
            let _: Failure = said.with_code(note.rule.map(RuleId::name)).emit();
        }
        operation::remove_attribute(op, KERNEL_SPEC);
    }
}

/// The facts that are derived for a function. Code for several targets has one contract, so all must give the same
/// facts.
fn plan(
    function: Function<'_, '_>,
    contract: &FunctionFacts<'_>,
    spec: &derive::KernelSpec,
    needs: Needs,
    targets: &[Target],
) -> Result<Derivation, Failure> {
    let op = function.operation();
    let error = |text: &str| Diagnostic::on(op).error(text);
    // The verifier of the attribute does not check this, as `nvvm-transplant` can still make the function a kernel.
    if !function.is_kernel() {
        return Err(error(NOT_ON_KERNEL).emit());
    }
    let mut agreed: Option<(Target, Derivation)> = None;
    for &target in targets {
        let derivation = derive(spec, needs, contract, target).map_err(|refusals| {
            for refusal in &refusals {
                let _: Failure = error(&refusal.message).with_code(refusal.rule.map(RuleId::name)).emit();
            }
            Failure
        })?;
        match &agreed {
            None => agreed = Some((target, derivation)),
            Some((_, first)) if first.states_the_same(&derivation) => {}
            Some((first, _)) => {
                return Err(error(&format!(
                    "'{KERNEL_SPEC}' cannot be derived from for all targets of its module at once: {first} and \
                     {target} need different facts; name one with the option 'chip'"
                ))
                .emit());
            }
        }
    }
    Ok(agreed.map(|(_, derivation)| derivation).unwrap_or_default())
}

/// A spec as a value without MLIR.
fn without_mlir(spec: &KernelSpec<'_>) -> derive::KernelSpec {
    let exact = spec.block().map(|shape| Block { shape, exact: true });
    let sum = |[accumulator, working, slack]: [u32; 3]| Registers::Sum { accumulator, working, slack };
    derive::KernelSpec {
        block: exact.or_else(|| Some(Block { shape: spec.max_block()?, exact: false })),
        has_roles: spec.roles().is_some(),
        cluster: spec.cluster(),
        max_cluster_rank: spec.max_cluster_rank(),
        single_cta_cluster: spec.single_cta_cluster(),
        min_ctas_per_sm: spec.min_ctas_per_sm(),
        registers: spec.max_registers().map(Registers::Cap).or_else(|| spec.registers().map(sum)),
        atom: spec.atom().map(|atom| match atom {
            Atom::Wgmma => derive::Atom::Wgmma,
            Atom::Tcgen05 => derive::Atom::Tcgen05,
        }),
    }
}
