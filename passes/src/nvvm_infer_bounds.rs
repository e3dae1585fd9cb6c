//! `nvvm-infer-bounds`: gives kernels the block and the cluster that all their launches have.
//!
//! Accepts any module. Guarantees that a fact is added only if all launches of the kernel are known and satisfy it, or
//! if a known size states it, and that a stated fact stays. Refuses nothing. Leaves out on purpose: the decision, which
//! is independent of MLIR (`tileiras_contract::infer`), and launches that contradict a stated fact (`nvvm-verify`).

use crate::declaration::{NVVM_INFER_BOUNDS, NVVMInferBoundsOptions, nvvm_infer_bounds as statistic};
use crate::launch_site::launch_site;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike as _;
use rustc_hash::{FxHashMap, FxHashSet};
use std::iter;
use tileiras_contract::ANNOTATIONS;
use tileiras_contract::infer::{Inference, infer};
use tileiras_contract::launch::LaunchSite;
use tileiras_mlir::attribute::symbol_path;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::symbol::{Symbols, Visibility, references, visibility};
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nv_tileaa::launch::{Launch, is_launch};
use tileiras_nvvm::constants::Constants;
use tileiras_nvvm::program_facts::ProgramFacts;
use tileiras_nvvm::scope::{Scope, is_module};
use tileiras_nvvm::value;

/// The pass.
pub struct NVVMInferBounds {
    remarks: bool,
}

impl Pass for NVVMInferBounds {
    const INFO: &'static PassInfo = &NVVM_INFER_BOUNDS;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        Ok(Self { remarks: NVVMInferBoundsOptions::read(values).emit_remarks })
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        let scope = run.analyses.get::<Scope<'_, '_>>(root);
        let facts = run.analyses.get::<ProgramFacts<'_, '_>>(root);
        let is_kernel = |number: usize| facts.of_group(facts.group(number)).is_kernel();
        if !(0..scope.functions.len()).any(is_kernel) {
            return Ok(Change::Nothing);
        }
        let uses = Uses::read(root, scope);
        let mut count = 0;
        for (number, function) in scope.functions.iter().enumerate().filter(|(number, _)| is_kernel(*number)) {
            let launches = uses.launches(number, *function, root);
            let sites = launches.as_ref().map(|launches| launches.sites.as_slice()).map_err(|why| *why);
            for inference in infer(&facts.of_function(number), sites) {
                count += usize::from(inference.result.is_ok());
                self.apply(*function, &inference, launches.as_ref().ok().copied());
            }
        }
        run.statistics.add(statistic::FACTS_INFERRED, count);
        Ok(Change::when(count > 0))
    }
}

impl NVVMInferBounds {
    /// Adds the fact, and reports it or the reason why there is none.
    fn apply(&self, function: Function<'_, '_>, inference: &Inference, launches: Option<&KernelLaunches<'_, '_>>) {
        let op = function.operation();
        let text = match &inference.result {
            Ok(derived) => {
                // Every inferred value has a canonical attribute.
                if let Some(attribute) = value::write(ContextHandle::of(op), &derived.value.to_attribute()) {
                    operation::set_discardable_attribute(op, derived.fact.attribute(), attribute);
                }
                derived.to_string()
            }
            Err(why) => why.clone(),
        };
        if !self.remarks {
            return;
        }
        let mut remark = Diagnostic::on(op).remark(&text);
        let launch = inference.launch.and_then(|number| launches?.operations.get(number));
        if let Some(launch) = launch {
            remark = remark.note(launch.location(), "the launch is here");
        }
        let _: Failure = remark.emit();
    }
}

/// The launches of one kernel, in order.
#[derive(Default)]
struct KernelLaunches<'c, 'a> {
    operations: Vec<OperationRef<'c, 'a>>,
    sites: Vec<LaunchSite>,
}

/// Which operations refer to which kernels.
struct Uses<'c, 'a> {
    /// By the number of the kernel.
    launches: FxHashMap<usize, KernelLaunches<'c, 'a>>,
    /// The names that other operations refer to.
    others: FxHashSet<&'c [u8]>,
    none: KernelLaunches<'c, 'a>,
}

impl<'c, 'a> Uses<'c, 'a> {
    fn read(root: OperationRef<'c, 'a>, scope: &Scope<'c, 'a>) -> Self {
        let number_of = scope.numbers();
        let (mut symbols, mut constants) = (Symbols::new(), Constants::default());
        let mut uses =
            Self { launches: FxHashMap::default(), others: FxHashSet::default(), none: KernelLaunches::default() };
        operation::walk(root, |op| {
            let launch = is_launch(op).then(|| Launch::new(op).ok()).flatten();
            let kernel = launch.and_then(|launch| Some((launch, launch.find_kernel(Some(root), &mut symbols).1?)));
            let number = kernel.and_then(|(_, kernel)| number_of.get(&operation::key(kernel)));
            if let (Some((launch, _)), Some(number)) = (kernel, number) {
                let found = uses.launches.entry(*number).or_default();
                found.operations.push(op);
                found.sites.push(launch_site(|segment| launch.operands(segment).next(), &mut constants));
            } else if !(is_module(op) && operation::discardable_attribute(op, ANNOTATIONS).is_some()) {
                // The annotations of a module state facts about kernels. They do not launch them.
                uses.others.extend(references(op).into_iter().filter_map(|symbol| symbol_path(symbol).last()));
            }
        });
        uses
    }

    /// All launches of a kernel, or why they are not known.
    fn launches(
        &self,
        number: usize,
        kernel: Function<'c, 'a>,
        root: OperationRef<'c, 'a>,
    ) -> Result<&KernelLaunches<'c, 'a>, &'static str> {
        if root.parent_operation().is_some() {
            return Err("the pass does not run on the outermost module, and other launches are possible");
        }
        let around = iter::successors(Some(kernel.operation()), |op| op.parent_operation());
        let mut symbols = around.take_while(|op| operation::key(*op) != operation::key(root));
        if symbols.all(|op| visibility(op) == Visibility::Public) {
            return Err("it is visible outside of the IR, and other launches are possible");
        }
        if symbol_name(kernel.operation()).is_some_and(|name| self.others.contains(name)) {
            return Err("an operation that is not a launch refers to its name, and other launches are possible");
        }
        Ok(self.launches.get(&number).unwrap_or(&self.none))
    }
}
