//! The conditions of branches, and outcomes that are assumed for them.

use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::program::{Block, Terminator};
use crate::value::{Operator, ValueKind};

/// The outcome of a condition that a path is assumed to have.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Assumption {
    pub context: ContextId,
    pub condition: ValueId,
    pub holds: bool,
}

/// A branch of which every path to some block takes one edge.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Passed {
    /// The block that ends in it.
    pub block: BlockId,
    pub condition: ValueId,
    /// Whether the edge is the one where the condition holds.
    pub holds: bool,
}

impl Passed {
    /// The outcome of the condition.
    pub fn assumption(self, run: &Run<'_>, context: ContextId) -> Assumption {
        let (condition, is_plain) = without_not(run, context, self.condition);
        Assumption { context, condition, holds: self.holds == is_plain }
    }
}

/// The branches of which every path to a block takes one edge, the nearest first.
pub(crate) fn conditions_of<'r, 'p>(
    run: &'r Run<'p>,
    context: ContextId,
    mut block: BlockId,
) -> impl Iterator<Item = Passed> + use<'r, 'p> {
    std::iter::from_fn(move || {
        let (function, graph) = (run.function(context)?, run.graph(context)?);
        loop {
            let from = graph.dominator(block)?;
            let to = std::mem::replace(&mut block, from);
            let Some(Terminator::Branch { condition, holds, fails }) = function.block(from).map(|block| &block.end)
            else {
                continue;
            };
            // Other edges to it are back edges of a loop.
            let before = graph.predecessors.get(to.index()).map_or(&[][..], Vec::as_slice);
            let is_only_way = before.iter().all(|&other| other == from || graph.dominates(to, other));
            if is_only_way && holds.to != fails.to {
                return Some(Passed { block: from, condition: *condition, holds: holds.to == to });
            }
        }
    })
}

/// The value that a predicate is the complement of, and false; or the predicate itself, and true.
pub(crate) fn without_not(run: &Run<'_>, context: ContextId, mut condition: ValueId) -> (ValueId, bool) {
    let mut holds = true;
    let Some(function) = run.function(context) else { return (condition, holds) };
    while let Some(value) = function.value(condition)
        && let ValueKind::Compute(Operator::Xor, operands) = &value.kind
        && let [inner, one] = operands.as_slice()
        && value.bits == 1
        && function.constant(*one).is_some_and(|one| one & 1 == 1)
    {
        (condition, holds) = (*inner, !holds);
    }
    (condition, holds)
}

/// The blocks that a thread goes on with where it tests an assumed condition.
pub(crate) fn assumed_targets(run: &Run<'_>, assumption: &Assumption) -> Vec<BlockId> {
    let blocks = run.function(assumption.context).map_or(&[][..], |function| &function.blocks);
    let target = |block: &Block| match &block.end {
        Terminator::Branch { condition, holds, fails } => {
            let (condition, is_plain) = without_not(run, assumption.context, *condition);
            let target = if is_plain == assumption.holds { holds } else { fails };
            (condition == assumption.condition).then_some(target.to)
        }
        _ => None,
    };
    blocks.iter().filter_map(target).collect()
}
