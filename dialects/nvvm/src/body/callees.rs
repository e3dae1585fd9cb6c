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
use tileiras_kernel::FunctionId;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;

use super::key::{AttributeKey, OpKey};
use crate::annotation_index::{Aliases, Subject, find};
use crate::scope::Scope;

/// The callees of symbols, each computed once.
pub(super) struct Callees<'s, 'c, 'a> {
    scope: &'s Scope<'c, 'a>,
    /// The id of each function; computed for the first symbol.
    ids: OnceCell<FxHashMap<OpKey, FunctionId>>,
    /// The callees by module and symbol.
    callees: FxHashMap<(OpKey, AttributeKey), Rc<[FunctionId]>>,
    aliases: Aliases<'c>,
}

impl<'s, 'c, 'a> Callees<'s, 'c, 'a> {
    pub fn new(scope: &'s Scope<'c, 'a>) -> Self {
        Self { scope, ids: OnceCell::new(), callees: FxHashMap::default(), aliases: Aliases::default() }
    }

    /// Whether a function has a body.
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.scope.functions.get(function.index()).is_some_and(|function| function.has_body())
    }

    /// The callees of a symbol that is used in a module.
    pub fn of(
        &mut self,
        symbol: Attribute<'c>,
        module: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> Rc<[FunctionId]> {
        let key = (OpKey::of(module), AttributeKey::of(symbol));
        if let Some(callees) = self.callees.get(&key) {
            return callees.clone();
        }
        let ids = self.ids.get_or_init(|| {
            let functions = self.scope.functions.iter().enumerate();
            functions.map(|(index, function)| (OpKey::of(function.operation()), FunctionId::new(index))).collect()
        });
        let mut found = Vec::new();
        let (mut pending, mut seen) = (vec![symbol], FxHashSet::default());
        while let Some(symbol) = pending.pop() {
            match find(symbol, module, symbols, &mut self.aliases) {
                Ok(Subject::Function(function)) => found.extend(ids.get(&OpKey::of(function.operation()))),
                Ok(Subject::Global(global)) if seen.insert(OpKey::of(global)) => {
                    for op in operation::children(global) {
                        if operation::name(op) == b"llvm.mlir.addressof" {
                            pending.extend(operation::inherent_attribute(op, "global_name"));
                        }
                    }
                }
                _ => {}
            }
        }
        let found: Rc<[FunctionId]> = found.into();
        self.callees.insert(key, found.clone());
        found
    }
}
