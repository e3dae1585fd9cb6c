//! Which function of a later stage is compared with which function of an earlier one.

use std::collections::HashMap;

use smallvec::SmallVec;

use crate::symbol::Symbol;

use super::{FunctionSnapshot, Snapshot, Stage};

/// What is compared.
pub(super) enum Pair<'a> {
    /// A function of the earlier stage, and the function of the later one that was made of it.
    Stated {
        /// The earlier stage.
        before: &'a FunctionSnapshot,
        /// The later stage, if it has the function.
        after: Option<&'a FunctionSnapshot>,
        /// Whether the earlier stage has no definition of it.
        is_undefined: bool,
        /// Whether a fact that only the later stage states is reported as invented. Another declaration of the same
        /// function may state less.
        reports_invented: bool,
    },
    /// A function of the later stage that the earlier one does not have.
    Extra(&'a FunctionSnapshot),
}

/// What two functions have in common if they are the same function.
#[derive(Eq, PartialEq, Hash)]
enum Key<'a> {
    /// Two functions of the IR.
    Symbol(&'a Symbol),
    /// PTX and cubins have no nested modules.
    Name(&'a [u8]),
}

/// The functions with one key.
#[derive(Default)]
struct Group<'a> {
    /// Those of the later stage, in order.
    results: SmallVec<[&'a FunctionSnapshot; 1]>,
    /// How many of them are compared with a function of the earlier stage.
    taken: usize,
    /// Whether a function of the earlier stage is a definition.
    is_defined: bool,
    /// Whether a declaration of the earlier stage was compared.
    is_declared: bool,
}

impl<'a> Group<'a> {
    /// The first result that is not yet compared.
    fn take(&mut self) -> Option<&'a FunctionSnapshot> {
        let result = self.results.get(self.taken).copied();
        self.taken += usize::from(result.is_some());
        result
    }

    /// The result of a declaration, which is that of the first definition.
    fn declared(&mut self) -> Option<&'a FunctionSnapshot> {
        let result = self.results.first().copied();
        self.taken = self.taken.max(usize::from(result.is_some()));
        result
    }
}

/// Every function of either stage, in the order of the earlier one, then of the later one.
pub(super) fn pairs<'a>(before: &'a Snapshot, after: &'a Snapshot) -> Vec<Pair<'a>> {
    let is_flat = before.stage != Stage::Ir || after.stage != Stage::Ir;
    let key = |function: &'a FunctionSnapshot| match is_flat {
        true => Key::Name(function.symbol.name()),
        false => Key::Symbol(&function.symbol),
    };
    let mut groups: HashMap<Key<'a>, Group<'a>> = HashMap::with_capacity(after.functions.len());
    for function in &after.functions {
        groups.entry(key(function)).or_default().results.push(function);
    }
    // PTX and cubins have kernels only, so that another function must not take the result of a kernel.
    let takes_results_first = |function: &FunctionSnapshot| !is_flat || function.is_kernel();
    let mut results = vec![None; before.functions.len()];
    for wanted in [true, false] {
        for (function, result) in before.functions.iter().zip(&mut results) {
            if !function.declared && takes_results_first(function) == wanted {
                let group = groups.entry(key(function)).or_default();
                group.is_defined = true;
                *result = group.take();
            }
        }
    }
    let mut pairs = Vec::with_capacity(before.functions.len());
    for (before, result) in before.functions.iter().zip(results) {
        let group = groups.entry(key(before)).or_default();
        pairs.push(match before.declared {
            false => Pair::Stated { before, after: result, is_undefined: false, reports_invented: true },
            true => {
                let (after, is_undefined) = (group.declared(), !group.is_defined);
                let reports_invented = is_undefined && !std::mem::replace(&mut group.is_declared, true);
                Pair::Stated { before, after, is_undefined, reports_invented }
            }
        });
    }
    for function in &after.functions {
        let Some(group) = groups.get_mut(&key(function)) else { continue };
        // The results of a group are visited in their order.
        match group.taken.checked_sub(1) {
            Some(left) => group.taken = left,
            None => pairs.push(Pair::Extra(function)),
        }
    }
    pairs
}
