//! `--import-nvvm`: LLVM IR with legacy annotations into MLIR, with nothing dropped.
//!
//! Accepts `.ll` text and bitcode. Guarantees that every tuple of `!nvvm.annotations` stands in the module attribute
//! `nvvm.annotations`, raw, with whatever it holds; that parameters with `"nvvm.grid_constant"` are named on their function; and
//! that functions with the calling convention `ptx_kernel` have `nvvm.kernel`. Stock `--import-llvm` drops all three.
//! Refuses what LLVM or MLIR cannot read, with their message at its place.
//!
//! LLVM's readers upgrade `!nvvm.annotations` as they go, crash on malformed tuples, and drop some well-formed ones. They do
//! not get to see it: in text its name is replaced before LLVM parses it ([`lexer`]), in bitcode between reading the
//! metadata and reading the rest. Leaves out on purpose: what the tuples mean, which is for `nvvm-transplant`.

pub mod lexer;

use melior::Context;

use melior::ir::{Module, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_contract::{ANNOTATIONS, Fact};
use tileiras_mlir::attribute::{i32_array, unit};
use tileiras_mlir::function::{Function, symbol_name};
use tileiras_mlir::llvm::{LLVMModule, is_bitcode, register_dialects};
use tileiras_mlir::registry::Registry;
use tileiras_mlir::translation::{Import, Source};
use tileiras_mlir::{Failure, operation};

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
        let llvm = if is_bitcode(source.content) {
            LLVMModule::parse(context, source.content, source.name, (ANNOTATIONS, HIDDEN))?
        } else {
            let text = hide(source.content);
            LLVMModule::parse(context, text.content(), source.name, (ANNOTATIONS, HIDDEN))?
        };
        let annotations = llvm.named_metadata(HIDDEN).filter(|list| !is_empty(*list));
        let constants = llvm.parameters_with(Fact::GridConstant.attribute());
        let module = llvm.into_mlir(HIDDEN)?;
        if let Some(annotations) = annotations {
            operation::set_discardable(module_operation(&module), ANNOTATIONS, annotations);
        }
        restore(context, &module, constants);
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
fn hide(text: &[u8]) -> Hidden {
    let mut hidden = Vec::with_capacity(text.len() + 1);
    hidden.extend_from_slice(text);
    for place in lexer::named_metadata(text, ANNOTATIONS.as_bytes()) {
        let (name, blanks) = hidden[place].split_at_mut(HIDDEN.len());
        name.copy_from_slice(HIDDEN.as_bytes());
        blanks.fill(b' ');
    }
    hidden.push(0);
    Hidden(hidden)
}

fn is_empty(list: melior::ir::Attribute<'_>) -> bool {
    tileiras_mlir::attribute::Array::new(list).is_some_and(|list| list.is_empty())
}

fn module_operation<'c, 'a>(module: &'a Module<'c>) -> OperationRef<'c, 'a> {
    module.as_operation()
}

/// Puts back what the stock import drops from functions.
fn restore<'c>(context: &'c Context, module: &Module<'c>, constants: Vec<(Vec<u8>, Vec<i32>)>) {
    let constants: FxHashMap<Vec<u8>, Vec<i32>> = constants.into_iter().collect();
    for op in operation::children(module_operation(module)) {
        let Some(function) = Function::new(op) else { continue };
        if function.has_kernel_convention() {
            operation::set_discardable(op, Fact::Kernel.attribute(), unit(context));
        }
        if let Some(indices) = symbol_name(op).and_then(|name| constants.get(name)) {
            operation::set_discardable(op, Fact::GridConstant.attribute(), i32_array(context, indices));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::hide;

    #[test]
    fn the_name_is_replaced_in_place() {
        assert_eq!(hide(b"!nvvm.annotations = !{}").content(), b"!tlrs.annotations = !{}");
        assert_eq!(hide(br"!nvvm\2Eannotations= !{}").content(), b"!tlrs.annotations  = !{}");
    }

    #[test]
    fn other_text_stays() {
        assert_eq!(hide(b"; !nvvm.annotations\n").content(), b"; !nvvm.annotations\n");
        assert_eq!(hide(b"").content(), b"");
    }
}
