//! What MLIR's import of LLVM IR drops, and what nobody reads: each is reported at its location.
//!
//! Accepts a module as LLVM has read it. Guarantees that a launch fact that is stated where no tool reads it has a
//! warning: named metadata, attributes of arguments, results, calls and global variables, metadata of functions,
//! instructions and global variables. Leaves out on purpose: facts on functions (`nvvm-transplant`).

use melior::Context;
use melior::ir::Location;
use tileiras_contract::read::{NearMiss, near_list};
use tileiras_contract::{ANNOTATIONS, Fact, attribute_spelling, legacy_key};
use tileiras_mlir::attribute::{Array, View, view};
use tileiras_mlir::llvm::{LLVMModule, MismatchedCall, is_bitcode};
use tileiras_mlir::statement::{Holder, Statement};
use tileiras_mlir::text::lossy;
use tileiras_mlir::translation::Source;
use tileiras_mlir::{Diagnostic, Failure};

use super::lexer::{self, LlToken};
use super::positions::{DefinitionPositions, LineCounter};
use super::{HIDDEN, PREFIX, Purpose};

/// Warns of all launch facts that are stated where no tool reads them.
pub fn warn(source: &Source<'_>, context: &Context, llvm: &LLVMModule<'_>, positions: &mut DefinitionPositions<'_>) {
    warn_of_lists(source, context, llvm);
    warn_of_attributes(source, context, llvm, positions);
    warn_of_metadata(source, context, llvm, positions);
}

/// Warns of named metadata in NVIDIA's namespace that is not known, or whose name is nearly that of the annotations:
/// upstream's import drops it without a message.
fn warn_of_lists(source: &Source<'_>, context: &Context, llvm: &LLVMModule<'_>) {
    let names = Array::new(llvm.named_metadata_names());
    for name in names.into_iter().flat_map(|names| names.iter()) {
        let View::Text(bytes) = view(name) else { continue };
        let name = lossy(bytes);
        let text = match near_list(&name).filter(|_| bytes != HIDDEN.as_bytes()) {
            None => continue,
            Some(NearMiss::Name(meant)) => {
                format!("unknown named metadata '!{name}' is dropped, did you mean '!{meant}'?")
            }
            Some(_) => format!("unknown named metadata '!{name}' is dropped, no known tool reads it"),
        };
        let is_here = |token: LlToken| match token {
            LlToken::Metadata(name) => lexer::spells(&source.content[name.clone()], bytes).then_some(name.start),
            LlToken::Definition(..) | LlToken::Machine(..) => None,
        };
        let is_text = !is_bitcode(source.content);
        let start = is_text.then(|| lexer::tokens(source.content).find_map(is_here)).flatten();
        let position = start.map(|start| LineCounter::of(source.content).find(start - 1)).unwrap_or_default();
        let location = Location::new(context, source.name, position.line, position.column);
        let _: Failure = Diagnostic::warning(location, text).emit();
    }
}

/// Reports the calls of which upstream's import drops attributes that change how a value is passed.
///
/// # Errors
/// After a diagnostic for each, if the module is compiled: the code would pass other values than the function reads.
pub fn check_calls(
    source: &Source<'_>,
    context: &Context,
    llvm: &LLVMModule<'_>,
    positions: &mut DefinitionPositions<'_>,
    purpose: Purpose,
) -> Result<(), Failure> {
    let mut result = Ok(());
    for MismatchedCall { caller, callee, attribute, location } in llvm.mismatched_calls() {
        let location = located(location.as_ref(), &caller, source, context, positions);
        let [caller, callee, attribute] = [&caller, &callee, &attribute].map(|text| lossy(text));
        let text = format!(
            "call of '{callee}' in '{caller}' has another type than the function, so that MLIR's import drops '{attribute}', \
             which changes how a value is passed"
        );
        if purpose == Purpose::Compilation {
            result = Err(Diagnostic::error(location, text).emit());
        } else {
            let _: Failure = Diagnostic::warning(location, text).emit();
        }
    }
    result
}

/// Warns of attributes with the name of a launch fact that are not on a function, which MLIR's import drops. Nothing
/// reads them, except `nvvm.grid_constant` of a parameter, which [`super::restore`] adds.
fn warn_of_attributes(
    source: &Source<'_>,
    context: &Context,
    llvm: &LLVMModule<'_>,
    positions: &mut DefinitionPositions<'_>,
) {
    for statement in llvm.other_attributes(PREFIX).into_iter().chain(llvm.call_attributes(PREFIX)) {
        let name = lossy(&statement.name);
        let is_read = matches!(statement.holder, Holder::Parameter(_)) && name == Fact::GridConstant.attribute();
        if attribute_spelling(&name).is_none() || is_read {
            continue;
        }
        let text = format!("'{name}' on {} is ignored: launch facts are on the function", holder(&statement));
        let location = located(statement.location.as_ref(), &statement.symbol, source, context, positions);
        let _: Failure = Diagnostic::warning(location, text).emit();
    }
}

/// Warns of metadata with the name of a launch fact, or in NVIDIA's namespace, which MLIR's import drops. LLVM's back
/// end does not read it either.
fn warn_of_metadata(
    source: &Source<'_>,
    context: &Context,
    llvm: &LLVMModule<'_>,
    positions: &mut DefinitionPositions<'_>,
) {
    for kind in Array::new(llvm.metadata_kinds()).into_iter().flat_map(|kinds| kinds.iter()) {
        let View::Text(kind) = view(kind) else { continue };
        let metadata = lossy(kind);
        // Text has the hidden name for metadata of functions, too.
        let kind = if kind == HIDDEN.as_bytes() { ANNOTATIONS } else { &*metadata };
        let is_fact = kind.starts_with(PREFIX);
        if !is_fact && legacy_key(kind).is_none() {
            continue;
        }
        for statement in llvm.metadata_of_kind(&metadata) {
            // LLVM has kinds for instructions with the name of a legacy key, such as `align`.
            if !is_fact && statement.holder != Holder::Function {
                continue;
            }
            let text = format!(
                "metadata '!{kind}' of {} is dropped: launch facts are attributes of the function, or tuples of \
                 '!{ANNOTATIONS}'",
                holder(&statement)
            );
            let location = located(statement.location.as_ref(), &statement.symbol, source, context, positions);
            let _: Failure = Diagnostic::warning(location, text).emit();
        }
    }
}

/// What has an attribute or metadata, for a message.
fn holder(statement: &Statement) -> String {
    let symbol = lossy(&statement.symbol);
    match statement.holder {
        Holder::Function => format!("'{symbol}'"),
        Holder::Result => format!("the result of '{symbol}'"),
        Holder::Parameter(index) => format!("argument {index} of '{symbol}'"),
        Holder::Variable => format!("the global variable '{symbol}'"),
        Holder::Instruction => format!("an instruction of '{symbol}'"),
    }
}

/// The debug location, or else the position of the definition of `symbol`.
fn located<'c>(
    debug: Option<&(Vec<u8>, u32, u32)>,
    symbol: &[u8],
    source: &Source<'_>,
    context: &'c Context,
    positions: &mut DefinitionPositions<'_>,
) -> Location<'c> {
    match debug {
        Some((file, line, column)) => Location::new(context, &lossy(file), *line as usize, *column as usize),
        None => positions.find(symbol).unwrap_or_default().in_file(context, source.name),
    }
}
