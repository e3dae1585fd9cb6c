//! The functions of a program that a symbol leads to.
//!
//! A function leads to itself, an alias to what it is another name for, a global to each function whose address its
//! initialiser holds: whoever has a table may call what is in it.

use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tileiras_mlir::attribute;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;

use crate::annotations::{Subject, find};
use crate::scope::Scope;

/// Symbols that were followed.
pub(super) struct Callees {
    /// The number of each function.
    number_of: FxHashMap<usize, usize>,
    /// By module and symbol.
    known: FxHashMap<(usize, usize), Rc<[usize]>>,
}

impl Callees {
    pub fn new(scope: &Scope<'_, '_>) -> Self {
        let functions = scope.functions.iter().enumerate();
        let number_of = functions.map(|(number, function)| (operation::key(function.operation()), number)).collect();
        Self { number_of, known: FxHashMap::default() }
    }

    pub fn of<'c, 'a>(
        &mut self,
        symbol: Attribute<'c>,
        module: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> Rc<[usize]> {
        let key = (operation::key(module), attribute::key(symbol));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut found = Vec::new();
        let (mut pending, mut seen) = (vec![symbol], FxHashSet::default());
        while let Some(symbol) = pending.pop() {
            match find(symbol, module, symbols) {
                Ok(Subject::Function(function)) => {
                    found.extend(self.number_of.get(&operation::key(function.operation())))
                }
                Ok(Subject::Global(global)) if seen.insert(operation::key(global)) => {
                    for op in operation::children(global) {
                        if operation::name(op) == b"llvm.mlir.addressof" {
                            pending.extend(operation::inherent(op, "global_name"));
                        }
                    }
                }
                _ => {}
            }
        }
        let found: Rc<[usize]> = found.into();
        self.known.insert(key, found.clone());
        found
    }
}
