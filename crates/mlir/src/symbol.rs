//! Symbols of a module, found by name in constant time.
//!
//! One table is built for each module that is asked, once. Accepts nested references (`@module::@kernel`). Leaves out on
//! purpose: what a symbol is; callers look at the operation.

use crate::attribute::symbol_path;
use crate::function::symbol_name;
use crate::operation;
use melior::ir::{Attribute, OperationRef};
use rustc_hash::FxHashMap;
use tileiras_mlir_sys_ext::tileirasHasSymbolTable;

/// Whether an operation has a symbol table.
#[must_use]
pub fn has_symbols(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: any operation may be asked.
    unsafe { tileirasHasSymbolTable(op.to_raw()) }
}

/// The symbols of any number of modules.
#[derive(Default)]
pub struct Symbols<'c, 'a> {
    modules: FxHashMap<usize, FxHashMap<&'c [u8], OperationRef<'c, 'a>>>,
}

impl<'c, 'a> Symbols<'c, 'a> {
    /// A table that knows no module yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Follows a symbol reference from inside `module`.
    pub fn resolve(&mut self, module: OperationRef<'c, 'a>, symbol: Attribute<'c>) -> Option<OperationRef<'c, 'a>> {
        symbol_path(symbol).try_fold(module, |scope, name| self.lookup(scope, name))
    }

    /// The symbol of that name directly inside `module`.
    pub fn lookup(&mut self, module: OperationRef<'c, 'a>, name: &[u8]) -> Option<OperationRef<'c, 'a>> {
        self.modules
            .entry(operation::key(module))
            .or_insert_with(|| {
                operation::children(module).into_iter().filter_map(|op| Some((symbol_name(op)?, op))).collect()
            })
            .get(name)
            .copied()
    }
}

#[cfg(test)]
mod tests {
    use super::has_symbols;
    use melior::Context;
    use melior::ir::{Location, Module};

    /// Fails when the shim was compiled with another kind of compiler than MLIR: see `Llvm::cpp` of the build support.
    #[test]
    fn the_shim_and_mlir_agree_on_what_a_trait_is() {
        let context = Context::new();
        let module = Module::new(Location::unknown(&context));
        assert!(has_symbols(module.as_operation()));
    }
}
