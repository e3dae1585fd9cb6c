//! The translations to LLVM IR: `--export-nvvm`, `--export-nvvm-legacy`, and upstream's `--mlir-to-llvmir`.
//!
//! The first two carry every launch fact, argument and tuple, whatever upstream's translation has a place for: what it has
//! none for is written into the LLVM module after it. The third is upstream's, which drops what it does not know; here
//! each drop is a warning, and a failure that upstream has no words for is an error that says why.

use crate::export::facts::CLUSTER_MAX_BLOCKS;
use crate::export::tuples::Lists;
use crate::export::{facts::Facts, legacy, upstream};
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};
use tileiras_contract::{ANNOTATIONS, Carrier, Fact, PREFIX};
use tileiras_mlir::attribute::{Array, print, symbol};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::{LLVMModule, Untranslated, register_export_dialects};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::text::lossy;
use tileiras_mlir::translation::Export;
use tileiras_mlir::{Diagnostic, Failure, operation};
use tileiras_nvvm::annotations::kind;
use tileiras_nvvm::carrier;
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
        let context = root.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        Ok(modern(unsafe { context.to_ref() }, root)?.print())
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
        let context = root.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        Ok(legacy(unsafe { context.to_ref() }, root)?.print())
    }
}

impl Export for MLIRToLLVMIR {
    const ARGUMENT: &'static str = "mlir-to-llvmir";
    const SUMMARY: &'static str = "Translate MLIR to LLVMIR";

    fn dialects(registry: Registry<'_>) {
        register_export_dialects(registry);
    }

    fn export(root: OperationRef<'_, '_>) -> Result<Vec<u8>, Failure> {
        let context = root.context();
        // SAFETY: `context` outlives the borrow, being bound here.
        let context = unsafe { context.to_ref() };
        let scope = Scope::collect(root);
        for function in outermost(&scope) {
            warn_lost(context, function);
            warn_unknown(context, function);
        }
        for (module, text) in left_out(&scope) {
            let _: Failure = Diagnostic::warning(module.location(), text).emit();
        }
        Ok(translate(context, root)?.print())
    }
}

/// Translates with the facts as attributes of functions and parameters. The operation is changed.
///
/// # Errors
/// After a diagnostic: facts are malformed or not canonical, or a part of the module has no translation.
pub fn modern<'c>(context: &'c Context, root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let scope = checked(context, root)?;
    let lists = Lists::read(&scope)?;
    let mut result = lists.lists().iter().try_for_each(upstream::refuse_launch_keys);
    let mut plans = Vec::new();
    for function in outermost(&scope) {
        match Facts::read(function) {
            Ok(facts) => plans.push(upstream::Plan::make(function, &facts)),
            Err(failure) => result = Err(failure),
        }
    }
    result?;
    plans.iter().for_each(upstream::Plan::carry_out);
    lists.carry_out(Vec::new());
    let mut llvm = with_annotations(context, root)?;
    for plan in &plans {
        let function = plan.function();
        let name = symbol_name(function.operation()).unwrap_or_default();
        for index in plan.beyond() {
            if !llvm.add_parameter_attribute(name, *index, Fact::GridConstant.attribute()) {
                let text = format!("'{}' op is not in the LLVM module", function.kind());
                return Err(Diagnostic::error(function.location(), text).emit());
            }
        }
    }
    Ok(llvm)
}

/// Translates with the facts as `!nvvm.annotations`. The operation is changed.
///
/// # Errors
/// As [`modern`].
pub fn legacy<'c>(context: &'c Context, root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let scope = checked(context, root)?;
    legacy::Program::plan(context, &scope)?.carry_out();
    with_annotations(context, root)
}

/// The scope of a module whose launch facts all have a place in the translation.
fn checked<'c, 'a>(context: &'c Context, root: OperationRef<'c, 'a>) -> Result<Scope<'c, 'a>, Failure> {
    let scope = Scope::collect(root);
    let mut result = Ok(());
    for (module, text) in left_out(&scope) {
        result = Err(Diagnostic::error(module.location(), format!("{text}: translate it by itself")).emit());
    }
    for function in outermost(&scope) {
        warn_unknown(context, function);
    }
    result.map(|()| scope)
}

/// Translates a module whose tuples, which upstream cannot translate, become `!nvvm.annotations`.
fn with_annotations<'c>(context: &'c Context, root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    let annotations = operation::discardable(root, ANNOTATIONS).and_then(Array::new);
    operation::remove(root, ANNOTATIONS);
    let mut llvm = translate(context, root)?;
    let mut result = Ok(());
    for tuple in annotations.into_iter().flat_map(|list| list.iter()).filter_map(Array::new) {
        if let Err(unknown) = llvm.add_named_metadata(ANNOTATIONS, tuple) {
            let (kind, tuple, unknown) = (kind(root), print(tuple.attribute()), print(unknown));
            let text = format!("{kind} op '{ANNOTATIONS}' holds {tuple}, of which {unknown} has no place in LLVM IR");
            result = Err(Diagnostic::error(root.location(), text).emit());
        }
    }
    result.map(|()| llvm)
}

/// Upstream's translation, with words for every failure.
fn translate<'c>(context: &'c Context, root: OperationRef<'c, '_>) -> Result<LLVMModule<'c>, Failure> {
    LLVMModule::from_mlir(context, root).map_err(|untranslated| match untranslated {
        Untranslated::Reported(failure) => failure,
        Untranslated::Silent => explain(root),
    })
}

/// Says why upstream's translation failed without a word: it does at attributes of the NVVM dialect on anything but a
/// function (measured).
fn explain(root: OperationRef<'_, '_>) -> Failure {
    let mut reported = None;
    let mut pending = vec![root];
    while let Some(op) = pending.pop() {
        let of_nvvm = |(name, _): &(&[u8], Attribute<'_>)| name.starts_with(PREFIX.as_bytes());
        let name = operation::discardables(op).find(of_nvvm).filter(|_| operation::name(op) != b"llvm.func");
        if let Some((name, _)) = name {
            let advice = if name == ANNOTATIONS.as_bytes() {
                "'nvvm-transplant' reads it, and 'tileiras-translate --export-nvvm' carries what stays"
            } else {
                "the NVVM dialect has attributes of functions only"
            };
            let text = format!("{} op '{}' has no translation to LLVM IR: {advice}", kind(op), lossy(name));
            reported = Some(Diagnostic::error(op.location(), text).emit());
        }
        // What is inside a nested module is not translated.
        if op == root || !is_module(op) {
            pending.extend(operation::children(op).into_iter().rev());
        }
    }
    reported.unwrap_or_else(|| {
        let text = format!("{} op could not be translated to LLVM IR", kind(root));
        Diagnostic::error(root.location(), text).emit()
    })
}

/// The functions that a translation of the scope's outermost module translates.
fn outermost<'s, 'c, 'a>(scope: &'s Scope<'c, 'a>) -> impl Iterator<Item = Function<'c, 'a>> + use<'s, 'c, 'a> {
    scope
        .functions
        .iter()
        .zip(&scope.module_of)
        .filter(|(_, module)| **module == Some(0))
        .map(|(function, _)| *function)
}

/// The nested modules, which a translation leaves out without a word, that launch facts are in.
fn left_out<'c, 'a>(scope: &Scope<'c, 'a>) -> Vec<(OperationRef<'c, 'a>, String)> {
    let mut counts = vec![0_usize; scope.modules.len()];
    for (function, module) in scope.functions.iter().zip(&scope.module_of) {
        if let Some(module) = module {
            counts[*module] += usize::from(!carrier::statements(*function).is_empty());
        }
    }
    let nested = scope.modules.iter().zip(counts).skip(1);
    nested
        .filter_map(|(module, count)| {
            let what = match count {
                0 if operation::discardable(*module, ANNOTATIONS).is_some() => format!("'{ANNOTATIONS}'"),
                0 => return None,
                1 => "the launch facts of 1 function".to_owned(),
                count => format!("the launch facts of {count} functions"),
            };
            Some((*module, format!("{} op is left out of the translation, and with it {what}", kind(*module))))
        })
        .collect()
}

/// Warns about launch facts that upstream's translation drops.
fn warn_lost(context: &Context, function: Function<'_, '_>) {
    let contract = carrier::contract(function);
    let known_rank = operation::discardable(function.operation(), CLUSTER_MAX_BLOCKS);
    let rank = Fact::MaxClusterRank.attribute();
    if contract.states(Fact::MaxClusterRank) && known_rank != operation::discardable(function.operation(), rank) {
        warn(context, function, rank, ": run 'nvvm-export' first, or use '--export-nvvm'");
    }
    let marked = carrier::arguments_with(function, Fact::GridConstant.attribute());
    let known = |indices: &[i32]| indices.iter().all(|index| marked.binary_search(index).is_ok());
    if contract.states(Fact::GridConstant) && !contract.indices().is_some_and(known) {
        let advice = ": run 'nvvm-export' first, or use '--export-nvvm'";
        warn(context, function, Fact::GridConstant.attribute(), advice);
    }
    for trace in contract.legacy.iter().filter(|trace| trace.carrier == Carrier::Attribute) {
        if trace.key != CLUSTER_MAX_BLOCKS {
            warn(context, function, &trace.key, ": run 'nvvm-transplant=form=upstream' first");
        }
    }
}

/// Warns about attributes of the NVVM dialect that are no launch facts, and that nobody translates.
fn warn_unknown(context: &Context, function: Function<'_, '_>) {
    for name in carrier::contract(function).unknown {
        warn(context, function, &name, "");
    }
}

fn warn(context: &Context, function: Function<'_, '_>, name: &str, advice: &str) {
    let symbol = symbol_name(function.operation()).map(|name| print(symbol(context, name))).unwrap_or_default();
    let text = format!(
        "'{}' op '{name}' of {symbol} is unknown to upstream's translation and is dropped{advice}",
        function.kind()
    );
    let _: Failure = Diagnostic::warning(function.location(), text).emit();
}
