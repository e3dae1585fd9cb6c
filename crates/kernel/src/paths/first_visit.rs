//! What values are when a block is executed for the first time.
//!
//! Guarantees that a number or an address is the one of the first visit, if there is one. Work is bounded.
//!
//! Leaves out on purpose: what differs between threads, unless one is named, and what was loaded.

use std::cell::Cell;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::evaluate::scalar::{Scalars, Source};
use crate::execution::{ContextId, Run};
use crate::graph::Graph;
use crate::id::{BlockId, SymbolId, ValueId};
use crate::limits;
use crate::paths::address::Address;
use crate::program::Function;
use crate::value::{Operator, Value, ValueKind, sign_extended};

/// The values that a function has before one of some blocks is executed for the first time.
pub(crate) struct FirstVisit<'f, 'p> {
    run: &'f Run<'p>,
    context: ContextId,
    /// The thread, if it is one.
    thread: Option<usize>,
    function: &'f Function,
    /// None: on a path on which no block is executed twice.
    blocks: Option<Vec<BlockId>>,
    graph: &'f Graph,
}

impl<'f, 'p> FirstVisit<'f, 'p> {
    pub(crate) fn before(run: &'f Run<'p>, context: ContextId, block: BlockId) -> Option<Self> {
        Self::before_any(run, context, vec![block])
    }

    /// Before any of the blocks is executed; none without a block.
    pub(crate) fn before_any(run: &'f Run<'p>, context: ContextId, blocks: Vec<BlockId>) -> Option<Self> {
        if blocks.is_empty() { None } else { Self::new(run, context, Some(blocks)) }
    }

    /// On a path without back edges ([`crate::paths::first_trace`]).
    pub(crate) fn on_first_path(run: &'f Run<'p>, context: ContextId) -> Option<Self> {
        Self::new(run, context, None)
    }

    fn new(run: &'f Run<'p>, context: ContextId, blocks: Option<Vec<BlockId>>) -> Option<Self> {
        let (function, graph) = (run.function(context)?, run.graph(context)?);
        Some(Self { run, context, thread: None, function, blocks, graph })
    }

    /// The same in one thread.
    pub(crate) fn in_thread(self, thread: usize) -> Self {
        Self { thread: Some(thread), ..self }
    }

    /// Where the number that a value is then comes from. With `base`, the variable has that address.
    fn source(&self, id: ValueId, value: &Value, base: Option<&Cell<(u64, Option<SymbolId>)>>) -> Source {
        if let Some(number) = self.thread.and_then(|thread| self.run.known(self.context, id).number(thread)) {
            return Source::Number(Some(number));
        }
        match &value.kind {
            ValueKind::Constant(number) => Source::Number(Some(*number)),
            ValueKind::Symbol(symbol) => Source::Number(base.and_then(|base| {
                let (address, known) = base.get();
                base.set((address, Some(*symbol)));
                known.is_none_or(|known| known == *symbol).then_some(address)
            })),
            ValueKind::Parameter => Source::Equal(self.entered_with(id)),
            ValueKind::Compute(..) => Source::Operands,
            _ => Source::Number(None),
        }
    }

    /// The number that a value is then.
    pub(crate) fn number(&self, value: ValueId) -> Option<u64> {
        Scalars::new(self.function, limits::NUMBER_VALUES, |id, value| self.source(id, value, None)).number(value)
    }

    /// The address in a variable that a value is then.
    pub(crate) fn address(&self, value: ValueId) -> Option<Address> {
        let (mut value, mut offset) = (value, 0_i64);
        for _ in 0..limits::ADDRESS_DEPTH {
            match &self.function.value(value)?.kind {
                ValueKind::Symbol(symbol) => return Some(Address::in_variable(*symbol, offset)),
                ValueKind::Parameter => {
                    let entering = self.entered_with(value);
                    value = *entering.first()?;
                    if entering.iter().any(|other| *other != value) {
                        return None;
                    }
                }
                ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend | Operator::Mapa, operands) => {
                    value = *operands.first()?;
                }
                ValueKind::Compute(Operator::Add, operands) => {
                    let [one, two] = operands.as_slice() else { return None };
                    let number = |id: &ValueId| Some(sign_extended(self.number(*id)?, self.function.value(*id)?.bits));
                    let (address, added) = match number(two) {
                        Some(added) => (one, added),
                        None => (two, number(one)?),
                    };
                    (value, offset) = (*address, offset.wrapping_add(added));
                }
                _ => return None,
            }
        }
        None
    }

    /// The address in a variable that a matrix descriptor has then: its low 14 bits are the address divided by 16 (PTX
    /// ISA 9.7.15.5.1 and 9.7.16.4.1). It is known if it moves with the variable.
    pub(crate) fn address_in_descriptor(&self, descriptor: ValueId) -> Option<Address> {
        let at = |base: u64| {
            let assumed = Cell::new((base, None));
            let number =
                Scalars::new(self.function, limits::NUMBER_VALUES, |id, value| self.source(id, value, Some(&assumed)))
                    .number(descriptor);
            let address = (number? & 0x3fff) << 4;
            Some((assumed.get().1?, address.wrapping_sub(base) & 0x3_ffff))
        };
        let (symbol, offset) = at(0).filter(|known| at(0x1_0000) == Some(*known))?;
        Some(Address::in_variable(symbol, i64::try_from(offset).ok()?))
    }

    /// What a parameter of a block is entered with from outside of its loop; nothing if it can have been entered again.
    fn entered_with(&self, parameter: ValueId) -> SmallVec<[ValueId; 2]> {
        let is_repeated = |(to, _)| {
            let blocks = self.blocks.as_ref();
            blocks.is_some_and(|blocks| self.graph.is_in_cycle(to) && !is_once_before(self.function, to, blocks))
        };
        if self.graph.parameter(parameter).is_some_and(is_repeated) {
            return SmallVec::new();
        }
        let arguments = self.graph.arguments(self.function, parameter);
        let entering = arguments.filter(|(from, to, _)| !self.graph.dominates(*to, *from));
        entering.map(|(_, _, argument)| argument).collect()
    }
}

/// Whether a block is executed at most once before one of some others is: every cycle through it has one of them.
pub(crate) fn is_once_before(function: &Function, block: BlockId, others: &[BlockId]) -> bool {
    is_once_before_on(function, block, others, &BTreeMap::new())
}

/// [`is_once_before`], if the conditions of some blocks have one outcome.
pub(crate) fn is_once_before_on(
    function: &Function,
    block: BlockId,
    others: &[BlockId],
    outcomes: &BTreeMap<BlockId, bool>,
) -> bool {
    if others.contains(&block) {
        return true;
    }
    // What is after the others does not count.
    let (mut seen, mut pending) = (vec![false; function.blocks.len()], vec![block]);
    for other in others {
        if let Some(slot) = seen.get_mut(other.index()) {
            *slot = true;
        }
    }
    while let Some(id) = pending.pop() {
        let targets = function.block(id).into_iter().flat_map(|block| block.end.targets().enumerate());
        // The first edge of a branch is the one where its condition holds.
        let is_taken = |index: usize| outcomes.get(&id).is_none_or(|&holds| holds == (index == 0));
        for (_, target) in targets.filter(|(index, _)| is_taken(*index)) {
            if target.to == block {
                return false;
            }
            if seen.get_mut(target.to.index()).is_some_and(|slot| !std::mem::replace(slot, true)) {
                pending.push(target.to);
            }
        }
    }
    true
}
