//! The functions of a program that a symbol leads to.
//!
//! A function leads to itself, an alias to what it is another name for, a global to each function whose address its
//! initialiser holds: whoever has a table may call what is in it.

use melior::ir::{Attribute, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;
use tileiras_kernel::FunctionId;
use tileiras_mlir::operation;
use tileiras_mlir::symbol::Symbols;

use super::key::{AttributeKey, OpKey};
use crate::annotations::{Subject, find};
use crate::scope::Scope;

/// Symbols that were followed.
pub(super) struct Callees<'s, 'c, 'a> {
    scope: &'s Scope<'c, 'a>,
    /// The id of each function; computed for the first symbol.
    ids: OnceCell<FxHashMap<OpKey, FunctionId>>,
    /// By module and symbol.
    known: FxHashMap<(OpKey, AttributeKey), Rc<[FunctionId]>>,
}

impl<'s, 'c, 'a> Callees<'s, 'c, 'a> {
    pub fn new(scope: &'s Scope<'c, 'a>) -> Self {
        Self { scope, ids: OnceCell::new(), known: FxHashMap::default() }
    }

    pub fn of(
        &mut self,
        symbol: Attribute<'c>,
        module: OperationRef<'c, 'a>,
        symbols: &mut Symbols<'c, 'a>,
    ) -> Rc<[FunctionId]> {
        let key = (OpKey::of(module), AttributeKey::of(symbol));
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let ids = self.ids.get_or_init(|| {
            let functions = self.scope.functions.iter().enumerate();
            functions.map(|(index, function)| (OpKey::of(function.operation()), FunctionId::new(index))).collect()
        });
        let mut found = Vec::new();
        let (mut pending, mut seen) = (vec![symbol], FxHashSet::default());
        while let Some(symbol) = pending.pop() {
            match find(symbol, module, symbols) {
                Ok(Subject::Function(function)) => found.extend(ids.get(&OpKey::of(function.operation()))),
                Ok(Subject::Global(global)) if seen.insert(OpKey::of(global)) => {
                    for op in operation::children(global) {
                        if operation::name(op) == b"llvm.mlir.addressof" {
                            pending.extend(operation::inherent(op, "global_name"));
                        }
                    }
                }
                _ => {}
            }
        }
        let found: Rc<[FunctionId]> = found.into();
        self.known.insert(key, found.clone());
        found
    }
}
