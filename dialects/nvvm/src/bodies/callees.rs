//! The functions that code with a symbol can call.
//!
//! Accepts symbols of functions, aliases and globals. A function is its own callee. An alias has the callees of its
//! aliasee. A global has those of every address in its initialiser: code that reads a table of functions can call each
//! of them.
//!
//! Leaves out on purpose: functions outside of the scope.

use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;
use tileiras_mlir::symbol::Symbols;
use tileiras_mlir::{attribute, operation};

use crate::annotation_index::{Aliases, Subject, find};
use crate::scope::Scope;

/// The callees of symbols, each computed once.
pub(super) struct Callees<'s, 'c, 'a> {
    scope: &'s Scope<'c, 'a>,
    /// The number of each function by the key of its operation; computed for the first symbol.
    numbers: OnceCell<FxHashMap<usize, usize>>,
    /// The callees by module and symbol.
    callees: FxHashMap<(usize, usize), Rc<[usize]>>,
    aliases: Aliases<'c, 'a>,
}

impl<'s, 'c, 'a> Callees<'s, 'c, 'a> {
    pub fn new(scope: &'s Scope<'c, 'a>) -> Self {
        Self { scope, numbers: OnceCell::new(), callees: FxHashMap::default(), aliases: Aliases::default() }
    }

    /// The callees of a symbol that is used in a module.
    pub fn of(
        &mut self,
        symbol: Attribute<'c>,
        module: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> Rc<[usize]> {
        let key = (operation::key(module), attribute::key(symbol));
        if let Some(callees) = self.callees.get(&key) {
            return callees.clone();
        }
        let numbers = self.numbers.get_or_init(|| self.scope.numbers());
        let mut found = Vec::new();
        let (mut pending, mut seen) = (vec![symbol], FxHashSet::default());
        while let Some(symbol) = pending.pop() {
            match find(symbol, module, symbols, &mut self.aliases) {
                Ok(Subject::Function(function)) => found.extend(numbers.get(&operation::key(function.operation()))),
                Ok(Subject::Global(global)) if seen.insert(operation::key(global)) => {
                    for op in operation::children(global) {
                        if operation::name(op) == b"llvm.mlir.addressof" {
                            pending.extend(operation::inherent_attribute(op, "global_name"));
                        }
                    }
                }
                _ => {}
            }
        }
        let found: Rc<[usize]> = found.into();
        self.callees.insert(key, found.clone());
        found
    }
}
