//! `nvvm-check-bodies`: checks how bodies are executed, in the PTX that LLVM makes of a copy. Changes nothing.
//!
//! Accepts any module with device code. Guarantees that each violation is reported at the operation that the
//! instruction comes from; that what cannot be compiled is a remark with the reason, and what LLVM has no
//! instruction for an error. Leaves out on purpose: contracts and launches (`nvvm-verify`), what the rules are
//! (`tileiras-lint`), and which operation an instruction comes from ([`tileiras_translate::bodies`]).

use crate::declaration::{NVVM_CHECK_BODIES, NVVMCheckBodiesOptions, nvvm_check_bodies as statistic};
use crate::lowering::Kept;
use crate::pipeline::{DeviceCode, Step, StepOptions};
use melior::ir::operation::OperationLike as _;
use melior::ir::{BlockLike as _, Location, Module, OperationRef};
use std::fmt::Display;
use tileiras_contract::{Fact, Need};
use tileiras_finding::{Group, Levels, RuleId};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::backend::{BackendOutput, BackendTarget, DebugInfo};
use tileiras_mlir::collect::DiagnosticCollector;
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::layout::DataLayout;
use tileiras_mlir::llvm::{LLVMModule, register_device_dialects};
use tileiras_mlir::location::{FilePosition, file_position};
use tileiras_mlir::option::{OptionValues, TypedOptions as _};
use tileiras_mlir::pass::{Change, Pass, PassInfo, PassRun};
use tileiras_mlir::pipeline::{self, PipelineError};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::report::{self, Place};
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nvvm::bodies::{Bodies, OwnBodies};
use tileiras_nvvm::device::{DeviceFault, is_gpu_module, no_chip, single_target};
use tileiras_nvvm::program_facts::Program;
use tileiras_nvvm::scope::Scope;
use tileiras_nvvm::target::{from_options, targets};
use tileiras_target::{Chip, PtxVersion, Target};
use tileiras_translate::bodies::{self, Origins};
use tileiras_translate::export::translate::modern;
use tileiras_translate::headers::function::check_kernels;
use tileiras_translate::{backend, machine};

/// The pass.
pub struct NVVMCheckBodies {
    target: Target,
    levels: Levels,
}

impl Pass for NVVMCheckBodies {
    const INFO: &'static PassInfo = &NVVM_CHECK_BODIES;

    fn new(values: &OptionValues<'_>) -> Result<Self, String> {
        let options = NVVMCheckBodiesOptions::read(values);
        let target = from_options(&options.chip, &options.ptx)?;
        let levels = options.rules().levels().map_err(|error| error.to_string())?;
        Ok(Self { target, levels: levels.only(|rule| rule.group() == Group::Isa) })
    }

    fn dialects(registry: Registry<'_>) {
        register_device_dialects(registry);
    }

    fn run<'c>(&self, root: OperationRef<'c, '_>, run: PassRun<'_>) -> Result<Change, Failure> {
        // Upstream's passes load dialects, which must not happen while MLIR runs passes on several threads.
        if root.parent_operation().is_some() {
            let text = "the bodies are not checked: the pass does not run on the outermost module";
            let _: Failure = Diagnostic::on(root).remark(text).emit();
            return Ok(Change::Nothing);
        }
        let mut result = Ok(());
        let mut modules = operation::find_all(root, "gpu.module");
        let Program { scope, facts, .. } = Program::of(run.analyses, root);
        let is_kernel = |number: usize| facts.of_group(facts.group(number)).is_kernel();
        let of_root = |number: usize| scope.module_of[number].is_some_and(|module| scope.modules[module] == root);
        let kernel = (0..scope.functions.len()).find(|&number| of_root(number) && is_kernel(number));
        match kernel {
            Some(_) if modules.is_empty() => modules.push(root),
            Some(number) => {
                let text = "is not checked, nor are the other bodies of its module: it is beside a gpu.module";
                let _: Failure = Diagnostic::on(scope.functions[number].operation()).remark(text).emit();
            }
            None => {}
        }
        for module in modules {
            match self.check(module) {
                Ok(Some(found)) => {
                    run.statistics.add(statistic::MODULES_COMPILED, 1);
                    run.statistics.add(statistic::VIOLATIONS_FOUND, found);
                }
                Ok(None) => {}
                Err(failure) => result = Err(failure),
            }
        }
        result.map(|()| Change::Nothing)
    }
}

/// Why a copy was not compiled to PTX.
enum Unchecked<'c> {
    /// Diagnostics say it.
    Reported,
    /// An operation of this location is not lowered.
    NotLowered(Option<FilePosition<'c>>),
    /// LLVM's back end failed.
    Backend(BackendOutput),
}

impl NVVMCheckBodies {
    /// Checks the bodies of a module. Returns how many violations there are, or `None` if it is not compiled.
    fn check(&self, module: OperationRef<'_, '_>) -> Result<Option<usize>, Failure> {
        if !operation::child_operations(module).filter_map(Function::new).any(Function::has_body) {
            return Ok(None);
        }
        let unchecked = |why: &dyn Display| remark_unchecked(module, why);
        // Of several targets, the first: what threads execute does not depend on the chip.
        let first = targets(module, self.target).into_iter().next().unwrap_or_default();
        let given = single_target(module, first).unwrap_or_default();
        let compiled_for = match (given.chip, no_chip(module)) {
            (None, DeviceFault::NoChip) => single_target(module, assumed(module, first)).unwrap_or_default(),
            _ => given,
        };
        let (Some(chip), Some(version)) = (compiled_for.chip, compiled_for.ptx) else {
            unchecked(&no_chip(module));
            return Ok(None);
        };
        let is_assumed = given.chip.is_none();
        // The rules about targets say nothing about an assumed chip.
        let levels = if is_assumed { &self.levels.only(RuleId::needs_execution) } else { &self.levels };
        if let Err(fault) = compiled_for.check_version() {
            unchecked(&fault);
            return Ok(None);
        }
        if !chip.known_to_llvm() {
            unchecked(&format_args!("LLVM's back end does not know {chip}"));
            return Ok(None);
        }
        let context = ContextHandle::of(module);
        // Upstream's passes look for the module around a gpu.module.
        let outer = Module::new(module.location());
        let copied = outer.body().append_operation(operation::copy(module));
        if let Some(parent) = module.parent_operation() {
            let is_layout = |name: &[u8]| name.starts_with(b"dlti.");
            operation::copy_discardable_attributes(parent, &outer.as_operation(), is_layout);
        }
        let mut origins = Origins::of_copy(module);
        origins.add(copied);
        let collector = DiagnosticCollector::collect(&context, b"", "");
        let compiled = compile(copied, &mut origins, chip, version);
        let diagnostics = collector.diagnostics();
        drop(collector);
        match compiled {
            Ok(text) => match bodies::check(&text, given, levels, &origins, module.location()) {
                Ok(found) => found.map(Some),
                Err(error) => {
                    unchecked(&format_args!("the PTX cannot be read: {error}"));
                    Ok(None)
                }
            },
            Err(Unchecked::Backend(output)) => {
                let reported = if is_assumed { None } else { origins.report_unselected(&output, chip.name()) };
                if let Some(failure) = reported {
                    return Err(failure);
                }
                unchecked(&backend::texts(&output, chip.name()).join("; "));
                Ok(None)
            }
            Err(Unchecked::NotLowered(position)) => {
                let at = position.and_then(|at| origins.find(&at.file, at.line.into()));
                remark_unlowered(module, at, "upstream's passes do not lower it");
                Ok(None)
            }
            Err(Unchecked::Reported) => {
                let error = diagnostics.into_iter().find(|found| found.message.severity == report::Severity::Error);
                let message = error.as_ref().map(|error| &error.message);
                let place = message.and_then(|message| message.place.as_ref());
                let at = place.and_then(|Place { file, line, .. }| origins.find(file, *line));
                let why = message.map_or("a step failed without a message", |message| message.text.as_str());
                remark_unlowered(module, at, why);
                Ok(None)
            }
        }
    }
}

/// Says why the bodies of a module are not checked. A module of LLVM IR has no place in the text: its first body has.
fn remark_unchecked(module: OperationRef<'_, '_>, why: &dyn Display) {
    let has_place = |op: &OperationRef<'_, '_>| file_position(op.location()).is_some_and(|at| at.line > 0);
    let bodies = operation::child_operations(module).filter_map(Function::new).filter(|function| function.has_body());
    let located = [module].into_iter().chain(bodies.map(Function::operation)).find(has_place).unwrap_or(module);
    let on = Diagnostic::on(module).at(located.location());
    let _: Failure = on.remark(format!("the bodies are not checked: {why}")).emit();
}

/// The same, at the operation of which a step says it, if that is known. `at` has its location and the start of its
/// messages.
fn remark_unlowered(module: OperationRef<'_, '_>, at: Option<(Location<'_>, &str)>, why: &str) {
    let Some((location, prefix)) = at else { return remark_unchecked(module, &why) };
    let text = format!("{prefix} is not checked, nor are the other bodies of its module: {why}");
    let _: Failure = Diagnostic::remark(location, text).emit();
}

/// A chip that has the instructions of a module which is for no known chip. What threads execute does not depend on it.
fn assumed(module: OperationRef<'_, '_>, given: Target) -> Target {
    let scope = Scope::collect(module);
    let bodies = Bodies::read(&scope, &OwnBodies::read(&scope), &mut Symbols::new());
    let has_wgmma = (0..scope.functions.len()).any(|function| bodies.needs(function).has(Need::Wgmma));
    let chip = if has_wgmma { "sm_90a" } else { "sm_100a" };
    Target { chip: Chip::parse(chip).ok(), ..given }
}

/// Compiles a copy to PTX.
fn compile<'c>(
    copy: OperationRef<'c, '_>,
    origins: &mut Origins<'_>,
    chip: Chip,
    version: PtxVersion,
) -> Result<Vec<u8>, Unchecked<'c>> {
    lower(copy, chip, version).map_err(|_| Unchecked::Reported)?;
    let unlowered = operation::first(copy, |op| {
        let name = operation::name(op);
        // The casts around it are no operations of the user.
        let is_lowered = [&b"llvm."[..], b"nvvm.", b"builtin."].iter().any(|dialect| name.starts_with(dialect));
        op != copy && !is_lowered
    });
    if let Some(op) = unlowered {
        return Err(Unchecked::NotLowered(file_position(op.location())));
    }
    Origins::add_debug_information(copy);
    machine::complete(copy);
    let analyses = SavedAnalyses::new(copy);
    let program = Program::saved(&analyses);
    check_kernels(program, (chip, version)).map_err(|_| Unchecked::Reported)?;
    let without_shape: Vec<Vec<u8>> = kernels_without_cluster_shape(program);
    let mut module = modern(program).map_err(|_| Unchecked::Reported)?;
    // LLVM concludes from sizes of 0 that the cluster has no CTA, and removes code that is executed.
    for name in without_shape {
        module.set_function_attribute(&name, Fact::ClusterDim.attribute(), None);
    }
    origins.set_calls(&module);
    let mut output = emit(module, chip, version);
    output.ptx.take().ok_or(Unchecked::Backend(output))
}

/// Lowers a copy to the LLVM dialect, with canonical facts.
fn lower(copy: OperationRef<'_, '_>, chip: Chip, version: PtxVersion) -> Result<(), Failure> {
    machine::check(copy)?;
    let (chip, ptx) = (chip.to_string(), version.to_string());
    let options = StepOptions {
        // Other passes report the conflict.
        on_conflict: "last",
        derive_chip: &chip,
        code: if is_gpu_module(copy) { DeviceCode::Gpu } else { DeviceCode::Mixed },
        chip: &chip,
        ptx: &ptx,
        ..StepOptions::default()
    };
    let run = |step: Step| {
        let mut analyses = SavedAnalyses::new(copy);
        pipeline::run_passes(&mut analyses, &step.passes(&options)).map_err(|error| match error {
            PipelineError::Pass(failure) => failure,
            PipelineError::Text(text) => Diagnostic::on(copy).error(text).emit(),
        })
    };
    run(Step::Transplant)?;
    run(Step::Derive)?;
    let kept = Kept::read(copy)?;
    run(Step::Lower)?;
    kept.restore(copy);
    run(Step::Legalize)
}

/// The kernels of clusters that state no shape.
fn kernels_without_cluster_shape(program: Program<'_, '_, '_>) -> Vec<Vec<u8>> {
    let functions = program.scope.functions.iter().enumerate().filter(|(number, _)| {
        let facts = program.facts.of_group(program.facts.group(*number));
        facts.has_attribute(Fact::ExplicitCluster) && !facts.has_attribute(Fact::ClusterDim)
    });
    functions.filter_map(|(_, function)| Some(symbol_name(function.operation())?.to_vec())).collect()
}

fn emit(module: LLVMModule<'_>, chip: Chip, version: PtxVersion) -> BackendOutput {
    let short_pointers = DataLayout::read(&module.data_layout()).is_some_and(|layout| layout.has_short_pointers());
    module.emit_ptx(BackendTarget {
        chip: chip.name(),
        features: &version.min(PtxVersion::LATEST_IN_LLVM).llvm_feature(),
        level: 1,
        short_pointers,
        debug_info: DebugInfo::Calls,
    })
}
