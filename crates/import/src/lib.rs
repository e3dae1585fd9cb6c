//! `--import-nvvm`: LLVM IR with legacy annotations into MLIR, with nothing dropped.
//!
//! Accepts `.ll` text and bitcode. Guarantees that every tuple of `!nvvm.annotations` stands in the module attribute
//! `nvvm.annotations`, raw, with whatever it holds; that parameters with `"nvvm.grid_constant"` are named on their
//! function; that functions with the calling convention `ptx_kernel` have `nvvm.kernel`; and that `alignstack` on a
//! result, which MLIR cannot import, is an `align` tuple again. Stock `--import-llvm` drops or refuses all four. Refuses
//! what LLVM or MLIR cannot read, with their message at its place.
//!
//! LLVM's readers upgrade `!nvvm.annotations` as they go, crash on malformed tuples, and drop some well-formed ones. They do
//! not get to see it: in text its name is replaced before LLVM parses it ([`lexer`]), in bitcode between reading the
//! metadata and reading the rest. Leaves out on purpose: what the tuples mean, which is for `nvvm-transplant`.

pub mod lexer;

use melior::Context;
use melior::ir::{Attribute, Location, Module};
use rustc_hash::FxHashMap;
use tileiras_contract::{ANNOTATIONS, Fact};
use tileiras_mlir::attribute::{Array, array, i32_array, integer, string, symbol, unit};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::{LLVMModule, is_bitcode, register_dialects};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::translation::{Import, Source};
use tileiras_mlir::{Diagnostic, Failure, operation};

/// The name that `nvvm.annotations` has while LLVM reads the module: as long, and nobody else's.
const HIDDEN: &str = "tlrs.annotations";

const _: () = assert!(HIDDEN.len() == ANNOTATIONS.len());

/// The translation.
pub struct ImportNVVM;

impl Import for ImportNVVM {
    const ARGUMENT: &'static str = "import-nvvm";
    const SUMMARY: &'static str = "Translate LLVM IR to MLIR, keeping legacy nvvm.annotations and launch attributes";

    fn dialects(registry: Registry<'_>) {
        register_dialects(registry);
    }

    fn import<'c>(source: &Source<'_>, context: &'c Context) -> Result<Module<'c>, Failure> {
        let mut llvm = if is_bitcode(source.content) {
            LLVMModule::parse(context, source.content, source.name, (ANNOTATIONS, HIDDEN))?
        } else {
            let text = hide(source.content).map_err(|place| reserved(source, context, place))?;
            LLVMModule::parse(context, text.content(), source.name, (ANNOTATIONS, HIDDEN))?
        };
        let mut tuples: Vec<Attribute<'c>> =
            llvm.named_metadata(HIDDEN).and_then(Array::new).into_iter().flat_map(|list| list.iter()).collect();
        tuples.extend(llvm.take_result_alignments().iter().map(|(name, bytes)| align_tuple(context, name, *bytes)));
        let constants = llvm.parameters_with(Fact::GridConstant.attribute());
        let places = llvm.function_places();
        let module = llvm.into_mlir(HIDDEN)?;
        if !tuples.is_empty() {
            operation::set_discardable(module.as_operation(), ANNOTATIONS, array(context, &tuples));
        }
        restore(context, &module, constants);
        locate(source, context, &module, &places);
        Ok(module)
    }
}

/// Text with a NUL behind it, as LLVM's parser wants it.
struct Hidden(Vec<u8>);

impl Hidden {
    fn content(&self) -> &[u8] {
        &self.0[..self.0.len() - 1]
    }
}

/// Replaces the name of the annotations. A name spelled with escapes is longer; blanks fill its place.
///
/// # Errors
/// The place where the text has the replacement already: what stands under it would be taken for annotations.
fn hide(text: &[u8]) -> Result<Hidden, usize> {
    let mut hidden = Vec::with_capacity(text.len() + 1);
    hidden.extend_from_slice(text);
    for place in lexer::names(text) {
        let name = &text[place.clone()];
        if lexer::spells(name, HIDDEN.as_bytes()) {
            return Err(place.start);
        }
        if lexer::spells(name, ANNOTATIONS.as_bytes()) {
            let (name, blanks) = hidden[place].split_at_mut(HIDDEN.len());
            name.copy_from_slice(HIDDEN.as_bytes());
            blanks.fill(b' ');
        }
    }
    hidden.push(0);
    Ok(Hidden(hidden))
}

fn reserved(source: &Source<'_>, context: &Context, place: usize) -> Failure {
    let before = &source.content[..place];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    let location = Location::new(context, source.name, line, column);
    Diagnostic::error(location, format!("invalid LLVM IR: named metadata '!{HIDDEN}' is reserved")).emit()
}

/// The legacy tuple that says what `alignstack` on a result says: `align` with index 0 in its upper half.
fn align_tuple<'c>(context: &'c Context, function: &[u8], bytes: u64) -> Attribute<'c> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    array(context, &[symbol(context, function), string(context, "align"), integer(context, bytes, 32)])
}

/// Puts back what the stock import drops from functions.
fn restore<'c>(context: &'c Context, module: &Module<'c>, constants: Vec<(Vec<u8>, Vec<i32>)>) {
    let constants: FxHashMap<Vec<u8>, Vec<i32>> = constants.into_iter().collect();
    for op in operation::children(module.as_operation()) {
        let Some(function) = Function::new(op) else { continue };
        if function.has_kernel_convention() {
            operation::set_discardable(op, Fact::Kernel.attribute(), unit(context));
        }
        if let Some(indices) = symbol_name(op).and_then(|name| constants.get(name)) {
            operation::set_discardable(op, Fact::GridConstant.attribute(), i32_array(context, indices));
        }
    }
}

/// Gives functions without debug information the place where the text defines them, or else the file.
fn locate(source: &Source<'_>, context: &Context, module: &Module<'_>, places: &[(Vec<u8>, (u32, u32))]) {
    let places: FxHashMap<&[u8], (u32, u32)> = places.iter().map(|(name, place)| (name.as_slice(), *place)).collect();
    for op in operation::children(module.as_operation()) {
        let place = symbol_name(op).and_then(|name| places.get(name)).copied();
        let (line, column) = place.unwrap_or_default();
        operation::locate(op, Location::new(context, source.name, line as usize, column as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::hide;

    fn hidden(text: &[u8]) -> Result<Vec<u8>, usize> {
        hide(text).map(|text| text.content().to_vec())
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
