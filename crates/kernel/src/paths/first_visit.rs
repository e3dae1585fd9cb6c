//! What values are when a block is executed for the first time.
//!
//! Guarantees that a number or an address is the one of the first visit, if there is one. Work is bounded.
//!
//! Leaves out on purpose: what differs between threads, unless one is named, and what was loaded.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::evaluate::fold;
use crate::execution::{ContextId, Run};
use crate::graph::Graph;
use crate::id::{BlockId, SymbolId, ValueId};
use crate::limits;
use crate::paths::address::{Address, Base};
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
    /// How many values can still be looked at: two operands can have the same parts.
    steps: Cell<u32>,
    /// An address that is assumed for a variable, and the variable.
    base: Cell<Option<(u64, Option<SymbolId>)>>,
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
        let (steps, base) = (Cell::new(limits::FIRST_VISIT_VALUES), Cell::new(None));
        Some(Self { run, context, thread: None, function, blocks, graph, steps, base })
    }

    /// The same in one thread.
    pub(crate) fn in_thread(self, thread: usize) -> Self {
        Self { thread: Some(thread), ..self }
    }

    fn describe(&self, value: ValueId, depth: usize) -> Option<&Value> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        self.function.value(value).filter(|_| depth < limits::FIRST_VISIT_DEPTH)
    }

    /// The number that a value is then.
    pub(crate) fn number(&self, value: ValueId, depth: usize) -> Option<u64> {
        let described = self.describe(value, depth)?;
        let number = match &described.kind {
            ValueKind::Constant(number) => Some(*number),
            ValueKind::Symbol(symbol) => {
                let (base, known) = self.base.get()?;
                self.base.set(Some((base, Some(*symbol))));
                known.is_none_or(|known| known == *symbol).then_some(base)
            }
            ValueKind::Parameter => self.entered_with(value).and_then(|entered| self.number(entered, depth + 1)),
            ValueKind::Compute(operator, operands) => {
                let bits = |id: &ValueId| self.function.value(*id).map_or(64, |value| value.bits);
                let numbers: Vec<_> = operands.iter().map(|id| (self.number(*id, depth + 1), bits(id))).collect();
                fold(*operator, described.bits, &numbers)
            }
            _ => None,
        };
        number.or_else(|| self.run.known(self.context, value).number(self.thread?))
    }

    /// The address in a variable that a value is then.
    pub(crate) fn address(&self, value: ValueId, depth: usize) -> Option<Address> {
        let described = self.describe(value, depth)?;
        match &described.kind {
            ValueKind::Symbol(symbol) => Some(Address { base: Base::Symbol(*symbol), offset: 0 }),
            ValueKind::Parameter => self.address(self.entered_with(value)?, depth + 1),
            ValueKind::Compute(Operator::ZeroExtend | Operator::SignExtend | Operator::Mapa, operands) => {
                self.address(*operands.first()?, depth + 1)
            }
            ValueKind::Compute(Operator::Add, operands) => {
                let [one, two] = operands.as_slice() else { return None };
                let (address, added) = match self.address(*one, depth + 1) {
                    Some(address) => (address, two),
                    None => (self.address(*two, depth + 1)?, one),
                };
                let bits = self.function.value(*added)?.bits;
                let added = sign_extended(self.number(*added, depth + 1)?, bits);
                Some(Address { offset: address.offset.wrapping_add(added), ..address })
            }
            _ => None,
        }
    }

    /// The address in a variable that a matrix descriptor has then: its low 14 bits are the address divided by 16 (PTX
    /// ISA 9.7.15.5.1 and 9.7.16.4.1). It is known if it moves with the variable.
    pub(crate) fn address_in_descriptor(&self, descriptor: ValueId) -> Option<Address> {
        let at = |base: u64| {
            self.base.set(Some((base, None)));
            let number = self.number(descriptor, 0);
            let (_, symbol) = self.base.take()?;
            let address = (number? & 0x3fff) << 4;
            Some((symbol?, address.wrapping_sub(base) & 0x3_ffff))
        };
        let (symbol, offset) = at(0).filter(|known| at(0x1_0000) == Some(*known))?;
        Some(Address { base: Base::Symbol(symbol), offset: i64::try_from(offset).ok()? })
    }

    /// The only value that a parameter of a block is entered with from outside of the loop.
    fn entered_with(&self, parameter: ValueId) -> Option<ValueId> {
        if self.function.value(parameter)?.kind != ValueKind::Parameter {
            return None;
        }
        let (to, index) = self.graph.parameter(parameter)?;
        let is_repeated =
            |blocks: &Vec<BlockId>| self.graph.is_in_cycle(to) && !is_once_before(self.function, to, blocks);
        if self.blocks.as_ref().is_some_and(is_repeated) {
            return None;
        }
        let before = self.graph.predecessors.get(to.index())?.iter().filter(|from| !self.graph.dominates(to, **from));
        let targets = before.filter_map(|from| self.function.block(*from)).flat_map(|block| block.end.targets());
        let targets = targets.filter(|target| target.to == to);
        let mut values = targets.map(|target| target.arguments.get(index).copied());
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
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
