//! The translations to LLVM IR: `--export-nvvm`, `--export-nvvm-legacy`, and upstream's `--mlir-to-llvmir`.
//!
//! The first two export every launch fact, argument and tuple. What upstream's translation cannot translate is added to
//! the LLVM module afterwards. The third is upstream's, which drops unknown attributes without a message. Here each
//! dropped fact is a warning, and a failure without a message is an error with the reason.

use crate::export::facts::ExportFacts;
use crate::export::tuples::ExportLists;
use crate::export::{legacy, upstream};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_contract::read::CLUSTER_MAX_BLOCKS;
use tileiras_contract::{ANNOTATIONS, Carrier, Fact, FunctionFacts, PREFIX};
use tileiras_mlir::analysis::SavedAnalyses;
use tileiras_mlir::attribute::{Array, print, symbol};
use tileiras_mlir::function::{Function, GPU_KERNEL, symbol_name};
use tileiras_mlir::llvm::{LLVMModule, TranslationError, register_export_dialects};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::text::lossy;
use tileiras_mlir::translation::Export;
use tileiras_mlir::{ContextHandle, Diagnostic, Failure, operation};
use tileiras_nvvm::annotation_index::about_annotations;
use tileiras_nvvm::function::arguments_with;
use tileiras_nvvm::program_facts::{Program, ProgramFacts};
use tileiras_nvvm::scope::{Scope, is_module};

/// `--export-nvvm`: facts as attributes of functions and parameters.
pub struct ExportNVVM;

/// `--export-nvvm-legacy`: facts as `!nvvm.annotations`.
pub struct ExportNVVMLegacy;

/// `--mlir-to-llvmir`: upstream's translation, with warnings.
pub struct MLIRToLLVMIR;

impl Export for ExportNVVM {
    const ARGUMENT: &'static str = "export-nvvm";
    const SUMMARY: &'static str = "Translate MLIR to LLVM IR with every launch fact, as attributes";

    fn dialects(registry: Registry<'_>) {
        register_export_dialects(registry);
    }

    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        let analyses = SavedAnalyses::new(root);
        warn_known_sizes(Program::saved(&analyses));
        Ok(modern(Program::saved(&analyses))?.print())
    }
}

impl Export for ExportNVVMLegacy {
    const ARGUMENT: &'static str = "export-nvvm-legacy";
    const SUMMARY: &'static str =
        "Translate MLIR to LLVM IR with every launch fact, as nvvm.annotations for LLVM up to 19";

    fn dialects(registry: Registry<'_>) {
        register_export_dialects(registry);
    }

    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        let analyses = SavedAnalyses::new(root);
        warn_known_sizes(Program::saved(&analyses));
        Ok(legacy(Program::saved(&analyses))?.print())
    }
}

impl Export for MLIRToLLVMIR {
    const ARGUMENT: &'static str = "mlir-to-llvmir";
    const SUMMARY: &'static str = "Translate MLIR to LLVMIR";

    fn dialects(registry: Registry<'_>) {
        register_export_dialects(registry);
    }

    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        let analyses = SavedAnalyses::new(root);
        let Program { scope, facts, .. } = Program::saved(&analyses);
        warn_known_sizes(Program::saved(&analyses));
        for (function, found) in outermost(scope, facts) {
            warn_lost(function, found);
            warn_unknown(function, found);
        }
        for (module, text) in left_out(scope, facts) {
            let _: Failure = Diagnostic::on(module).warning(text).emit();
        }
        Ok(translate(root)?.print())
    }
}

/// Translates with the facts as attributes of functions and parameters. The operation is changed.
///
/// # Errors
/// After a diagnostic: facts are malformed or not canonical, or a part of the module has no translation.
pub fn modern<'c>(program: Program<'_, 'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let Program { root, scope, facts } = program;
    check(scope, facts)?;
    let lists = ExportLists::read(scope, &facts.annotations)?;
    let mut result = lists.lists().iter().try_for_each(upstream::refuse_launch_keys);
    let mut plans = Vec::new();
    for (function, found) in outermost(scope, facts) {
        match ExportFacts::read(function, found) {
            Ok(found) => {
                plans.push(upstream::UpstreamFunctionPlan::make(function, &found.facts).without_marks());
            }
            Err(failure) => result = Err(failure),
        }
    }
    result?;
    plans.iter().for_each(upstream::UpstreamFunctionPlan::apply);
    lists.apply(Vec::new());
    let mut llvm = with_annotations(root)?;
    for plan in &plans {
        let function = plan.function();
        let name = symbol_name(function.operation()).unwrap_or_default();
        let indices = plan.unsupported();
        if !indices.is_empty() && !llvm.add_parameter_attribute(name, indices, Fact::GridConstant.attribute()) {
            return Err(Diagnostic::on(function.operation()).error("is not in the LLVM module").emit());
        }
    }
    Ok(llvm)
}

/// Translates with the facts as `!nvvm.annotations`. The operation is changed.
///
/// # Errors
/// As [`modern`].
pub fn legacy<'c>(program: Program<'_, 'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let Program { root, scope, facts } = program;
    check(scope, facts)?;
    legacy::LegacyPlan::make(scope, facts)?.apply();
    with_annotations(root)
}

/// Refuses a module with launch facts that the translation would leave out.
fn check(scope: &Scope<'_, '_>, facts: &ProgramFacts<'_, '_>) -> Result<(), Failure> {
    let mut result = Ok(());
    for (module, text) in left_out(scope, facts) {
        result = Err(Diagnostic::on(module).error(format!("{text}: translate it by itself")).emit());
    }
    for (function, found) in outermost(scope, facts) {
        warn_unknown(function, found);
    }
    result
}

/// Translates a module. Its tuples, which upstream cannot translate, become `!nvvm.annotations`.
fn with_annotations<'c>(root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let annotations = operation::discardable_attribute(root, ANNOTATIONS).and_then(Array::new);
    operation::remove_attribute(root, ANNOTATIONS);
    let mut llvm = translate(root)?;
    let mut result = Ok(());
    for tuple in annotations.into_iter().flat_map(|list| list.iter()).filter_map(Array::new) {
        if let Err(unknown) = llvm.add_named_metadata(ANNOTATIONS, tuple) {
            let (tuple, unknown) = (print(tuple.attribute()), print(unknown));
            let text = format!("'{ANNOTATIONS}' holds {tuple}, of which {unknown} has no place in LLVM IR");
            result = Err(about_annotations(root).error(text).emit());
        }
    }
    result.map(|()| llvm)
}

/// Upstream's translation, with a diagnostic for every failure.
fn translate<'c>(root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    LLVMModule::from_mlir(root).map_err(|untranslated| match untranslated {
        TranslationError::Reported(failure) => failure,
        TranslationError::Silent => explain(root),
    })
}

/// Reports why upstream's translation failed without a diagnostic: it does so at attributes of the NVVM dialect on
/// operations that are not functions (measured).
fn explain(root: OperationRef<'_, '_>) -> Failure {
    let mut reported = None;
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        let of_nvvm = |(name, _): &(&[u8], Attribute<'_>)| name.starts_with(PREFIX.as_bytes());
        let name = operation::discardable_attributes(op).find(of_nvvm).filter(|_| operation::name(op) != b"llvm.func");
        if let Some((name, _)) = name {
            let advice = if name == ANNOTATIONS.as_bytes() {
                "'nvvm-transplant' reads it, and 'tileiras-translate --export-nvvm' carries what stays"
            } else {
                "the NVVM dialect has attributes of functions only"
            };
            let text = format!("'{}' has no translation to LLVM IR: {advice}", lossy(name));
            reported = Some(Diagnostic::on(op).error(text).emit());
        }
        // The contents of a nested module are not translated.
        if op == root || !is_module(op) {
            pending.extend(operation::children(op).into_iter().rev());
        }
    }
    reported.unwrap_or_else(|| Diagnostic::on(root).error("could not be translated to LLVM IR").emit())
}

/// The functions that a translation of the scope's outermost module translates, each with its facts.
fn outermost<'s, 'c, 'a>(
    scope: &'s Scope<'c, 'a>,
    facts: &'s ProgramFacts<'c, 'a>,
) -> impl Iterator<Item = (Function<'c, 'a>, &'s FunctionFacts<'c>)> + use<'s, 'c, 'a> {
    let functions = scope.functions.iter().zip(&scope.module_of).enumerate();
    let functions = functions.filter(|(_, (_, module))| **module == Some(0));
    functions.map(|(number, (function, _))| (*function, facts.of_group(facts.group(number))))
}

/// The modules with launch facts that a translation leaves out without a message: those in the outermost module, each
/// with the facts of all modules in it.
fn left_out<'c, 'a>(scope: &Scope<'c, 'a>, facts: &ProgramFacts<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, String)> {
    // For each module, the one in the outermost module that it is in.
    let mut outer: Vec<usize> = Vec::with_capacity(scope.modules.len());
    let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
    for (number, module) in scope.modules.iter().enumerate() {
        let around = module.parent_operation().and_then(|parent| numbers.get(&operation::key(parent)));
        outer.push(around.filter(|around| **around != 0).map_or(number, |around| outer[*around]));
        numbers.insert(operation::key(*module), number);
    }
    let mut counts = vec![0_usize; scope.modules.len()];
    for (number, module) in scope.module_of.iter().enumerate() {
        let own = |found: &FunctionFacts<'_>| {
            found.statements.iter().any(|statement| !matches!(statement.carrier, Carrier::Tuple(_)))
        };
        if let Some(module) = module {
            counts[outer[*module]] += usize::from(own(facts.of_group(facts.group(number))));
        }
    }
    let mut has_list = vec![false; scope.modules.len()];
    for (module, outer) in scope.modules.iter().zip(&outer) {
        has_list[*outer] |= operation::discardable_attribute(*module, ANNOTATIONS).is_some();
    }
    let nested = scope.modules.iter().zip(counts.into_iter().zip(has_list)).skip(1);
    nested
        .filter_map(|(module, (count, has_list))| {
            let what = match count {
                0 if has_list => format!("'{ANNOTATIONS}'"),
                0 => return None,
                1 => "the launch facts of 1 function".to_owned(),
                count => format!("the launch facts of {count} functions"),
            };
            Some((*module, format!("is left out of the translation, and with it {what}")))
        })
        .collect()
}

/// What keeps a fact that upstream's translation drops.
const EXPORT_FIRST: &str = ": run 'nvvm-export' first, or use '--export-nvvm'";

/// Warns about launch facts that upstream's translation drops.
fn warn_lost(function: Function<'_, '_>, found: &FunctionFacts<'_>) {
    let known_rank = operation::discardable_attribute(function.operation(), CLUSTER_MAX_BLOCKS);
    let rank = Fact::MaxClusterRank.attribute();
    if found.has_attribute(Fact::MaxClusterRank)
        && known_rank != operation::discardable_attribute(function.operation(), rank)
    {
        warn(function, rank, EXPORT_FIRST);
    }
    let is_gpu_kernel = found.statements.iter().any(|statement| statement.carrier == Carrier::GpuKernel);
    let states_kernel = found.statements.iter().any(|statement| {
        statement.spelling.fact == Fact::Kernel
            && (statement.is_canonical() || statement.carrier == Carrier::CallingConvention)
    });
    if is_gpu_kernel && !states_kernel {
        warn(function, GPU_KERNEL, EXPORT_FIRST);
    }
    let explicit = Fact::ExplicitCluster;
    if found.has_attribute(explicit) && !found.has_attribute(Fact::ClusterDim) {
        warn(function, explicit.attribute(), EXPORT_FIRST);
    }
    if found.has_attribute(Fact::MinPerCtaMemory) {
        warn(function, Fact::MinPerCtaMemory.attribute(), EXPORT_FIRST);
    }
    let marked = arguments_with(function, Fact::GridConstant.attribute());
    let all_marked = found.facts.states(Fact::GridConstant)
        && found.facts.indices().iter().all(|index| marked.binary_search(index).is_ok());
    if found.has_attribute(Fact::GridConstant) && !all_marked {
        warn(function, Fact::GridConstant.attribute(), EXPORT_FIRST);
    }
    for statement in found.legacy().filter(|statement| statement.carrier == Carrier::Attribute) {
        if statement.spelling.name != CLUSTER_MAX_BLOCKS {
            warn(function, statement.spelling.name, ": run 'nvvm-transplant=form=upstream' first");
        }
    }
}

/// Warns about known sizes that no fact states, and that upstream does not translate.
fn warn_known_sizes(program: Program<'_, '_, '_>) {
    for (function, found) in outermost(program.scope, program.facts) {
        for size in found.ignored_sizes() {
            warn(function, size.known.attribute, &format!(": state '{}'", size.known.exact));
        }
    }
}

/// Warns about attributes of the NVVM dialect that are not launch facts and that upstream does not translate.
fn warn_unknown(function: Function<'_, '_>, found: &FunctionFacts<'_>) {
    for name in &found.unknown {
        warn(function, name, "");
    }
}

fn warn(function: Function<'_, '_>, name: &str, advice: &str) {
    let op = function.operation();
    let symbol = symbol_name(op).map(|name| print(symbol(ContextHandle::of(op), name))).unwrap_or_default();
    let text = format!("'{name}' of {symbol} is unknown to upstream's translation and is dropped{advice}");
    let _: Failure = Diagnostic::on(op).warning(text).emit();
}
