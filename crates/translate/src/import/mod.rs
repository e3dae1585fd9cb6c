//! `--import-nvvm`: translates LLVM IR with legacy annotations into MLIR without dropping anything.
//!
//! Accepts `.ll` text and bitcode. Guarantees that every tuple of `!nvvm.annotations` is in the module attribute
//! `nvvm.annotations` without change; that parameters with `"nvvm.grid_constant"` are named on their function; that
//! functions with the calling convention `ptx_kernel` have `nvvm.kernel`; that `alignstack` on a result, which MLIR
//! cannot import, is an `align` tuple again; and that global variables keep `externally_initialized`. Stock
//! `--import-llvm` drops or refuses all five. Refuses what LLVM or MLIR cannot read, with their message at its
//! location.
//!
//! LLVM's readers upgrade `!nvvm.annotations` as they read it, crash on malformed tuples, and drop some well-formed
//! ones. Therefore the named metadata has another name while LLVM reads: in text it is replaced before LLVM parses it
//! ([`lexer`]), in bitcode between reading the metadata and reading the rest. Leaves out on purpose: the meaning of the
//! tuples (`nvvm-transplant`).

mod dropped;
pub mod lexer;
pub mod numbered;
pub mod positions;
mod repeated;

use lexer::LlToken;
use melior::Context;
use melior::ir::operation::OperationLike as _;
use melior::ir::{Attribute, Location, Module};
use positions::{DefinitionPositions, LineCounter};
use repeated::StringAttribute;
use rustc_hash::FxHashMap;
use tileiras_contract::{ANNOTATIONS, Fact, FactValue};
use tileiras_mlir::attribute::{Array, array, integer, string, symbol, unit};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::layout::{CUDA_TRIPLE, cuda_data_layout};
use tileiras_mlir::link::{LLVMSymbol, LinkMode};
use tileiras_mlir::llvm::{LLVMInput, LLVMModule, Translated, is_bitcode, register_dialects};
use tileiras_mlir::pipeline::{self, PipelineError};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::session::without_warnings;
use tileiras_mlir::tool_option::ToolOption;
use tileiras_mlir::translation::{Import, Imported, Source};
use tileiras_mlir::{Diagnostic, Failure, location, operation, parallel};
use tileiras_nvvm::value;

use crate::machine;

/// The name that `nvvm.annotations` has while LLVM reads the module. It has the same length, and no other tool uses it.
const HIDDEN: &str = "tlrs.annotations";

const _: () = assert!(HIDDEN.len() == ANNOTATIONS.len());

static PASSES: ToolOption = ToolOption::text(
    "passes",
    "pipeline",
    "--import-nvvm: run these passes on what was imported, such as builtin.module(nvvm-transplant)",
);

/// The translation.
pub struct ImportNVVM;

impl Import for ImportNVVM {
    const ARGUMENT: &'static str = "import-nvvm";
    const SUMMARY: &'static str = "Translate LLVM IR to MLIR, keeping legacy nvvm.annotations and launch attributes";

    fn dialects(registry: Registry<'_>) {
        register_dialects(registry);
    }

    fn options() -> &'static [&'static ToolOption] {
        static OPTIONS: [&ToolOption; 1] = [&PASSES];
        &OPTIONS
    }

    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure> {
        let mut imported = parallel::with_threading_disabled(context, || read(source, context, Purpose::Translation))?;
        if let Some(passes) = PASSES.get() {
            run_passes(source, context, &imported.module, &passes)?;
            // The passes may have added aliases.
            imported.has_aliases = true;
        }
        Ok(imported)
    }
}

/// Imports a module that is compiled for CUDA. Differs from the translation in two respects: a module for another
/// machine is refused, and a module without a triple is read with the data layout of CUDA.
///
/// # Errors
/// After a diagnostic.
pub fn import_device_code<'c>(source: &Source<'_>, context: &'c Context) -> Result<Imported<'c>, Failure> {
    for_compilation(context, || read(source, context, Purpose::Compilation))
}

/// Discards upstream's warnings about parts of a module that have no effect on the code: of the data layout, as the
/// back end sets its own, and the version of CUDA that clang records.
fn for_compilation<T>(context: &Context, work: impl FnOnce() -> T) -> T {
    parallel::with_threading_disabled(context, || {
        without_warnings(context, LAYOUT_WARNING, || {
            without_warnings(context, "unsupported module flag value for key 'SDK Version'", work)
        })
    })
}

const LAYOUT_WARNING: &str = "unhandled data layout token";

/// A library: code that is linked into device code.
pub enum Library<'c> {
    /// It has kernels or states launch facts.
    WithFacts(Imported<'c>),
    /// It has neither, so that it need not be translated to MLIR.
    WithoutFacts(LLVMModule<'c>),
}

/// The prefix of the names of launch attributes in LLVM IR.
const PREFIX: &str = "nvvm.";

/// Reads a library for CUDA, as [`import_device_code`] does. One without launch facts stays LLVM IR.
///
/// # Errors
/// After a diagnostic.
pub fn import_library<'c>(source: &Source<'_>, context: &'c Context) -> Result<Library<'c>, Failure> {
    for_compilation(context, || {
        with_hidden(source, context, |input, mut positions| {
            let (llvm, tuples) = parse(source, context, input, &mut positions, Purpose::Compilation)?;
            let states = |symbol: &LLVMSymbol| symbol.is_kernel || symbol.is_foreign_kernel || symbol.has_prefix;
            if tuples.is_empty() && !llvm.symbols(PREFIX).iter().any(states) {
                return Ok(Library::WithoutFacts(llvm));
            }
            translate(source, context, llvm, tuples, positions, Purpose::Compilation).map(Library::WithFacts)
        })
    })
}

/// Links a library into a module. Neither LLVM's upgrade nor the linker loses a tuple of `nvvm.annotations`, except one
/// about a function that is not linked. `name` is for messages.
///
/// # Errors
/// The messages of LLVM.
pub fn link<'c>(
    module: LLVMModule<'c>,
    library: &mut LLVMModule<'_>,
    name: &str,
    mode: LinkMode,
) -> Result<LLVMModule<'c>, Vec<String>> {
    module.link(library, name, mode, (ANNOTATIONS, HIDDEN))
}

/// The metadata of functions that MLIR's import drops, and the attribute that it becomes here. The rule
/// `statement-ignored` is about it.
const MAX_WORK_GROUP_SIZE: &str = "max_work_group_size";

/// What a module is imported for.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Purpose {
    /// A translation to MLIR. Any module is accepted.
    Translation,
    /// A compilation to PTX. The module must be for CUDA.
    Compilation,
}

/// The import. It is single-threaded.
fn read<'c>(source: &Source<'_>, context: &'c Context, purpose: Purpose) -> Result<Imported<'c>, Failure> {
    with_hidden(source, context, |input, mut positions| {
        let (llvm, tuples) = parse(source, context, input, &mut positions, purpose)?;
        translate(source, context, llvm, tuples, positions, purpose)
    })
}

/// Calls `work` with the content, in which the annotations have their hidden name if it is text.
fn with_hidden<T>(
    source: &Source<'_>,
    context: &Context,
    work: impl FnOnce(&LLVMInput<'_>, DefinitionPositions<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if is_bitcode(source.content) {
        return work(&LLVMInput::new(source.content), DefinitionPositions::default());
    }
    if let Some(position) = lexer::unreadable_number(source.content) {
        return Err(invalid(source, context, position, "value number is more than LLVM can hold"));
    }
    let hidden = hide(source.content).map_err(|start| {
        let text = format!("named metadata '!{HIDDEN}' is reserved");
        invalid(source, context, start - 1, &text)
    })?;
    work(&LLVMInput::new(hidden.text), hidden.positions)
}

/// Reads a module, and its annotations. They have their hidden name, or get it between two steps of reading bitcode.
fn parse<'c>(
    source: &Source<'_>,
    context: &'c Context,
    input: &LLVMInput<'_>,
    positions: &mut DefinitionPositions<'_>,
    purpose: Purpose,
) -> Result<(LLVMModule<'c>, Vec<Attribute<'c>>), Failure> {
    let triple = match purpose {
        Purpose::Translation => "",
        Purpose::Compilation => CUDA_TRIPLE,
    };
    let llvm = LLVMModule::parse(context, input, source.name, triple, (ANNOTATIONS, HIDDEN)).map_err(|error| {
        let position = match error.function() {
            Some(name) => positions.find(name),
            None => lexer::numbered_function(source.content).map(|start| LineCounter::of(source.content).find(start)),
        };
        let position = position.unwrap_or_default();
        error.emit(context, source.name, HIDDEN, (position.line, position.column))
    })?;
    if purpose == Purpose::Compilation
        && let Some((statement, fault)) = machine::fault(&llvm.triple(), &llvm.data_layout())
    {
        let location = positions.machine(statement).unwrap_or_default().in_file(context, source.name);
        return Err(Diagnostic::error(location, format!("the module {fault}")).emit());
    }
    dropped::warn(source, context, &llvm, positions);
    let tuples = llvm.named_metadata(HIDDEN).and_then(Array::new).into_iter().flat_map(|list| list.iter()).collect();
    Ok((llvm, tuples))
}

/// Translates a module to MLIR, with everything that upstream drops.
fn translate<'c>(
    source: &Source<'_>,
    context: &'c Context,
    llvm: LLVMModule<'c>,
    mut tuples: Vec<Attribute<'c>>,
    mut positions: DefinitionPositions<'_>,
    purpose: Purpose,
) -> Result<Imported<'c>, Failure> {
    dropped::check_calls(source, context, &llvm, &mut positions, purpose)?;
    let most = llvm.function_metadata(MAX_WORK_GROUP_SIZE);
    let replaced = if is_bitcode(source.content) { FxHashMap::default() } else { repeated::replaced(source.content) };
    let constants = llvm.parameters_with(Fact::GridConstant.attribute()).into_iter().collect();
    // MLIR cannot represent some parts of the layout of CUDA. They are not needed, as the back end sets its own layout.
    let has_cuda_layout = llvm.data_layout() == cuda_data_layout(false);
    let externally_initialized = llvm.externally_initialized();
    let into_mlir = || llvm.into_mlir(HIDDEN, source.name);
    let Translated { module, result_alignments, has_metadata } = match has_cuda_layout {
        true => without_warnings(context, LAYOUT_WARNING, into_mlir),
        false => into_mlir(),
    }?;
    tuples.extend(result_alignments.iter().map(|(name, bytes)| align_tuple(context, name, *bytes)));
    let whole = operation::known_location(module.as_operation());
    if let Some(annotations) = positions.annotations {
        let annotations = annotations.in_file(context, source.name);
        location::set(module.as_operation(), location::with_source(whole, annotations));
    }
    if !tuples.is_empty() {
        operation::set_discardable_attribute(module.as_operation(), ANNOTATIONS, array(context, &tuples));
    }
    // An operation without debug information gets the position of its definition in the text, or else the file.
    for op in operation::child_operations(module.as_operation()) {
        if symbol_name(op).is_some_and(|name| externally_initialized.contains(name)) {
            operation::set_inherent_attribute(op, "externally_initialized", unit(context));
        }
        let function = Function::new(op);
        if let Some(function) = function {
            restore(context, function, &constants);
            if let Some(size) = symbol_name(op).and_then(|name| most.get(name)) {
                operation::set_discardable_attribute(op, MAX_WORK_GROUP_SIZE, *size);
            }
            if let Some(lost) = symbol_name(op).and_then(|name| replaced.get(name)) {
                state_replaced(context, function, lost);
            }
        }
        let position = symbol_name(op).and_then(|name| positions.find(name)).unwrap_or_default();
        // Upstream gives an alias the location of the module.
        if operation::is_unknown(op.location()) || op.location() == whole {
            location::set(op, position.in_file(context, source.name));
        }
    }
    Ok(Imported { module, has_aliases: has_metadata })
}

/// Runs the given passes, so that the imported module need not be printed and parsed again.
fn run_passes(source: &Source<'_>, context: &Context, module: &Module<'_>, passes: &str) -> Result<(), Failure> {
    pipeline::run(module.as_operation(), passes).map_err(|fault| match fault {
        PipelineError::Text(text) => {
            let text = format!("--{}: {text}", PASSES.name());
            Diagnostic::error(Location::new(context, source.name, 0, 0), text).emit()
        }
        PipelineError::Pass(failure) => failure,
    })
}

/// Text in which the annotations have their hidden name. It ends in NUL, which LLVM's parser requires.
struct Hidden<'t> {
    text: Vec<u8>,
    positions: DefinitionPositions<'t>,
}

/// Replaces the name of the annotations. A name with escapes is longer; the rest is filled with blanks.
///
/// # Errors
/// The position of metadata that already has the hidden name. Its nodes would be read as annotations.
fn hide(text: &[u8]) -> Result<Hidden<'_>, usize> {
    // With room for the NUL that LLVM reads.
    let mut hidden = Vec::with_capacity(text.len() + 1);
    hidden.extend_from_slice(text);
    let mut positions = DefinitionPositions::default();
    let mut lines = LineCounter::of(text);
    for token in lexer::tokens(text) {
        match token {
            LlToken::Metadata(name) if lexer::spells(&text[name.clone()], HIDDEN.as_bytes()) => return Err(name.start),
            LlToken::Metadata(name) if lexer::spells(&text[name.clone()], ANNOTATIONS.as_bytes()) => {
                positions.annotations.get_or_insert_with(|| lines.find(name.start - 1));
                let (name, blanks) = hidden[name].split_at_mut(HIDDEN.len());
                name.copy_from_slice(HIDDEN.as_bytes());
                blanks.fill(b' ');
            }
            LlToken::Metadata(_) => {}
            LlToken::Machine(start, statement) => positions.add_machine(statement, lines.find(start)),
            LlToken::Definition(start, name) => positions.add(lexer::unescape(&text[name]), lines.find(start)),
        }
    }
    Ok(Hidden { text: hidden, positions })
}

/// An error at a byte of the text.
fn invalid(source: &Source<'_>, context: &Context, position: usize, what: &str) -> Failure {
    let position = LineCounter::of(source.content).find(position);
    let location = Location::new(context, source.name, position.line, position.column);
    Diagnostic::error(location, format!("invalid LLVM IR: {what}")).emit()
}

/// The legacy tuple with the meaning of `alignstack` on a result: `align` with index 0 in its upper half.
fn align_tuple<'c>(context: &'c Context, function: &[u8], bytes: u64) -> Attribute<'c> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    array(context, &[symbol(context, function), string(context, "align"), integer(context, bytes, 32)])
}

/// Adds the facts that the stock import drops from a function.
fn restore<'c>(context: &'c Context, function: Function<'c, '_>, constants: &FxHashMap<Vec<u8>, Vec<u32>>) {
    let op = function.operation();
    if function.has_kernel_convention() {
        operation::set_discardable_attribute(op, Fact::Kernel.attribute(), unit(context));
    }
    if constants.is_empty() {
        return;
    }
    if let Some(indices) = symbol_name(op).and_then(|name| constants.get(name)) {
        let indices = FactValue::indices(indices.iter().copied()).to_attribute();
        if let Some(indices) = value::write(context, &indices) {
            operation::set_discardable_attribute(op, Fact::GridConstant.attribute(), indices);
        }
    }
}

/// Adds the values that LLVM's parser replaced to `passthrough`, before its entries: the transplant reports the
/// conflict.
fn state_replaced<'c>(context: &'c Context, function: Function<'c, '_>, lost: &[StringAttribute]) {
    let op = function.operation();
    let entry = |lost: &StringAttribute| array(context, &[string(context, &lost.name), string(context, &lost.value)]);
    let kept = operation::attribute(op, "passthrough").and_then(Array::new);
    let kept = kept.into_iter().flat_map(|entries| entries.iter().collect::<Vec<_>>());
    let entries: Vec<Attribute<'c>> = lost.iter().map(entry).chain(kept).collect();
    operation::set_attribute(op, "passthrough", array(context, &entries));
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test may panic")]
mod tests {
    use super::hide;

    fn hidden(text: &[u8]) -> Result<Vec<u8>, usize> {
        hide(text).map(|hidden| hidden.text)
    }

    #[test]
    fn the_name_is_replaced_in_place() {
        assert_eq!(hidden(b"!nvvm.annotations = !{}"), Ok(b"!tlrs.annotations = !{}".to_vec()));
        assert_eq!(hidden(br"!nvvm\2Eannotations= !{}"), Ok(b"!tlrs.annotations  = !{}".to_vec()));
    }

    #[test]
    fn other_text_stays() {
        assert_eq!(hidden(b"; !nvvm.annotations\n"), Ok(b"; !nvvm.annotations\n".to_vec()));
        assert_eq!(hidden(b""), Ok(Vec::new()));
    }

    #[test]
    fn the_replacement_is_reserved() {
        assert_eq!(hidden(b"!x = !{}\n!tlrs.annotations = !{}"), Err(10));
    }
}
