//! Symbol tables: look-up of symbols by name in constant time.
//!
//! One table is built for each module, at its first look-up. Accepts nested references (`@module::@kernel`). Leaves out
//! on purpose: the kind of a symbol, which callers check on the operation.

use crate::attribute::{View, flat_symbol_name, key, print, symbol_path, view};
use crate::function::{symbol_name, symbol_name_attribute};
use crate::operation;
use melior::ir::{Attribute, OperationRef};
use mlir_sys::MlirAttribute;
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::ffi::c_void;
use tileiras_mlir_sys_ext::{tileirasHasSymbolTable, tileirasSymbolReferences};

/// Whether an operation has a symbol table.
#[must_use]
pub fn has_symbols(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the function accepts any operation.
    unsafe { tileirasHasSymbolTable(op.to_raw()) }
}

/// The linkage of a symbol of the LLVM dialect, as far as PTX tells linkages apart.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Linkage {
    /// `external`, or none is stated.
    External,
    /// `available_externally`.
    AvailableExternally,
    /// `internal`, `private`.
    Local,
    /// Any other: several modules can define the symbol.
    Weak,
}

/// The linkage of a symbol. One of another dialect has none, and is external.
#[must_use]
pub fn linkage(op: OperationRef<'_, '_>) -> Linkage {
    let linkage = operation::inherent_attribute(op, "linkage").map(print).unwrap_or_default();
    match linkage.split_once('<').and_then(|(_, word)| word.strip_suffix('>')).unwrap_or_default() {
        "" | "external" => Linkage::External,
        "available_externally" => Linkage::AvailableExternally,
        "internal" | "private" => Linkage::Local,
        _ => Linkage::Weak,
    }
}

/// The symbol references in the attributes of an operation, inherent and nested ones included.
#[must_use]
pub fn references<'c>(op: OperationRef<'c, '_>) -> Vec<Attribute<'c>> {
    unsafe extern "C" fn add(symbol: MlirAttribute, found: *mut c_void) {
        // SAFETY: the attribute is valid, and `found` is the vector below. Pushing does not panic
        // short of running out of memory.
        unsafe { (*found.cast::<Vec<Attribute<'_>>>()).push(Attribute::from_raw(symbol)) };
    }
    let mut found: Vec<Attribute<'c>> = Vec::new();
    // SAFETY: the operation is alive, and `add` gets the vector as data.
    unsafe { tileirasSymbolReferences(op.to_raw(), add, (&raw mut found).cast()) }
    found
}

/// Whether a symbol can be referred to from outside of its module (*nested*, *public*), or from outside of the IR
/// (*public*), as its attribute `sym_visibility` states.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Visibility {
    /// From everywhere.
    Public,
    /// From the IR.
    Nested,
    /// From its module.
    Private,
}

/// The visibility of a symbol. An operation that is no symbol is public.
#[must_use]
pub fn visibility(op: OperationRef<'_, '_>) -> Visibility {
    match operation::attribute(op, "sym_visibility").map(view) {
        Some(View::Text(b"private")) => Visibility::Private,
        Some(View::Text(b"nested")) => Visibility::Nested,
        _ => Visibility::Public,
    }
}

/// The symbols of any number of modules.
#[derive(Default)]
pub struct Symbols<'c, 'a> {
    modules: FxHashMap<usize, SymbolTable<'c, 'a>>,
}

/// The symbols of one module.
struct SymbolTable<'c, 'a> {
    module: OperationRef<'c, 'a>,
    /// By the address of the name, a string attribute.
    by_key: FxHashMap<usize, OperationRef<'c, 'a>>,
    /// By the text of the name. Built at the first look-up by text.
    by_text: OnceCell<FxHashMap<&'c [u8], OperationRef<'c, 'a>>>,
}

impl<'c, 'a> SymbolTable<'c, 'a> {
    fn new(module: OperationRef<'c, 'a>) -> Self {
        let symbols = operation::child_operations(module).filter_map(|op| Some((key(symbol_name_attribute(op)?), op)));
        Self { module, by_key: symbols.collect(), by_text: OnceCell::new() }
    }

    fn named(&self, name: &[u8]) -> Option<OperationRef<'c, 'a>> {
        let symbols =
            || operation::child_operations(self.module).filter_map(|op| Some((symbol_name(op)?, op))).collect();
        self.by_text.get_or_init(symbols).get(name).copied()
    }
}

impl<'c, 'a> Symbols<'c, 'a> {
    /// An empty collection. Tables are added on demand.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The operation that a symbol reference names, looked up in `module`.
    pub fn resolve(&mut self, module: OperationRef<'c, 'a>, symbol: Attribute<'c>) -> Option<OperationRef<'c, 'a>> {
        // A flat reference usually has the same string attribute as the symbol, so its address is tried before its
        // text.
        let name = flat_symbol_name(symbol);
        let found = name.and_then(|name| self.table(module).by_key.get(&key(name)).copied());
        found.or_else(|| symbol_path(symbol).try_fold(module, |scope, name| self.lookup(scope, name)))
    }

    /// The symbol `name` in the symbol table of `module`.
    pub fn lookup(&mut self, module: OperationRef<'c, 'a>, name: &[u8]) -> Option<OperationRef<'c, 'a>> {
        self.table(module).named(name)
    }

    fn table(&mut self, module: OperationRef<'c, 'a>) -> &SymbolTable<'c, 'a> {
        self.modules.entry(operation::key(module)).or_insert_with(|| SymbolTable::new(module))
    }
}

#[cfg(test)]
mod tests {
    use super::has_symbols;
    use melior::Context;
    use melior::ir::{Location, Module};

    /// Fails if the shim was compiled with another compiler than MLIR: see `Llvm::cpp` in `crates/build-support`.
    #[test]
    fn the_shim_and_mlir_agree_on_what_a_trait_is() {
        let context = Context::new();
        let module = Module::new(Location::unknown(&context));
        assert!(has_symbols(module.as_operation()));
    }
}
