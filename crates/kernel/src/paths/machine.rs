//! Machines that go along the paths of a thread, and what they find.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::{ContextId, Run, Site};
use crate::id::BlockId;
use crate::program::Instruction;

/// A protocol as a state machine.
pub(crate) trait Machine {
    /// A state.
    type State: Copy + Ord;

    /// The state before the first instruction.
    fn start(&self) -> Self::State;

    /// Whether the thread is the lane that each `elect.sync` elects. For one mask it is always the same lane (PTX ISA),
    /// and different masks are taken to elect the same one. The other lanes issue no copy and no product.
    fn is_elected(&self) -> bool {
        false
    }

    /// Whether an instruction matters. The states before others are not told, and they do not change them.
    fn observes(&self, _instruction: &Instruction) -> bool {
        true
    }

    /// The state after an instruction.
    fn step(&self, state: Self::State, site: &Site<'_, '_>) -> Self::State;

    /// The state after an edge; none if a thread in this state does not take it.
    fn take(&self, state: Self::State, _edge: &Edge) -> Option<Self::State> {
        Some(state)
    }

    /// [`Self::take`] in a later iteration of a loop whose first iteration counts ([`counted_trace`]).
    fn take_later(&self, state: Self::State, edge: &Edge) -> Option<Self::State> {
        self.take(state, edge)
    }
}

/// An edge in one context: the block that it leaves, and its index in [`Terminator::targets`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct Edge {
    /// The context.
    pub context: ContextId,
    /// The block that it leaves.
    pub from: BlockId,
    /// Its index.
    pub index: usize,
}

/// A position in a context: before the instruction of a block with that index, or at the end of the block.
pub(crate) type Position = (ContextId, BlockId, usize);

/// The position before an instruction.
pub(crate) const fn position(site: &Site<'_, '_>) -> Position {
    (site.context, site.block, site.index)
}

/// The states of a machine on the paths of one thread.
#[derive(Debug)]
pub(crate) struct Trace<S> {
    /// The states before each instruction that is no call, and that the machine asks for.
    pub before: BTreeMap<Position, BTreeSet<S>>,
    /// The states where the thread ends: at returns of the kernel, and at exits.
    pub ends: BTreeMap<(ContextId, BlockId), BTreeSet<S>>,
}

impl<S: Copy + Ord> Trace<S> {
    /// Every instruction that the thread gets to, with the states before it.
    pub fn sites<'t, 'r, 'p>(&'t self, run: &'r Run<'p>) -> impl Iterator<Item = (Site<'r, 'p>, &'t BTreeSet<S>)> {
        self.before
            .iter()
            .filter_map(|(&(context, block, index), states)| Some((site(run, context, block, index)?, states)))
    }

    /// The states before one instruction.
    pub fn before(&self, site: &Site<'_, '_>) -> Option<&BTreeSet<S>> {
        self.before.get(&position(site))
    }
}

pub(crate) fn site<'r, 'p>(run: &'r Run<'p>, context: ContextId, block: BlockId, index: usize) -> Option<Site<'r, 'p>> {
    let instruction = run.function(context)?.block(block)?.instructions.get(index)?;
    Some(Site { run, context, block, index, instruction, presence: run.presence(context, block) })
}
