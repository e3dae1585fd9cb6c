//! The first iteration of each loop: which branches it decides, and which blocks it can miss.
//!
//! A kernel often does something in all iterations but the first: `if (iteration > 0) wait`. In the first iteration a
//! parameter of the first block of a loop has the value that it is entered with. Guarantees that a block which is not
//! *skippable* is executed in the first iteration of each loop around it if it is executed at all, and that an edge is
//! left out only if the first iteration does not take it.
//!
//! Leaves out on purpose: conditions that depend on memory; what they guard is skippable.

use std::collections::BTreeMap;

use crate::evaluate::scalar::{Scalars, Source};
use crate::execution::{ContextId, Run};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::implied::range_in;
use crate::program::{Function, Terminator};
use crate::range::Range;
use crate::value::{Operator, Space, Uniformity, Value, ValueKind, sign_extended};

/// What is known of the first iteration of the loops of a function.
#[derive(Debug, Default)]
pub(crate) struct FirstIteration {
    /// The only edge that a block takes.
    only: BTreeMap<BlockId, usize>,
    skippable: Vec<bool>,
}

impl FirstIteration {
    pub fn of(run: &Run<'_>, context: ContextId) -> Self {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Self::default() };
        let mut iteration = Self { only: BTreeMap::new(), skippable: vec![false; function.blocks.len()] };
        let mut numbers = Scalars::new(function, limits::FIRST_VALUES, |id, value| source(function, graph, id, value));
        let varies = function.depending_on(|index| {
            let value = function.values.get(index);
            value.is_some_and(|value| varies(graph, ValueId::new(index), value))
        });
        for &from in graph.order.iter().filter(|&&from| graph.is_in_cycle(from)) {
            let Some(block) = function.block(from) else { continue };
            let condition = match block.end {
                Terminator::Branch { condition, .. } => Some(condition),
                Terminator::Jump(_) => continue,
                _ => None,
            };
            let outcome = |condition| match numbers.number(condition) {
                Some(number) => Some(number != 0),
                None => compared(run, (context, from), condition, |value| numbers.number(value)),
            };
            if let Some(holds) = condition.and_then(outcome) {
                iteration.only.insert(from, usize::from(!holds));
                continue;
            }
            // A branch that leaves the loop, or begins the next iteration, does not miss a part of the iteration.
            let innermost = graph.loops.innermost(from);
            let is_inside = |to: BlockId| innermost.is_none_or(|id| graph.loops.contains(id, to));
            let stays = |to: BlockId| !graph.is_retreating(from, to) && is_inside(to);
            let is_bypass = block.end.targets().filter(|target| stays(target.to)).count() > 1;
            let varies = condition.is_none_or(|condition| varies.get(condition.index()) != Some(&false));
            if varies && is_bypass {
                iteration.add_skippable(function, graph, from);
            }
        }
        iteration
    }

    /// The branches that are decided: their blocks, each with the edge that is taken.
    pub fn decided(&self) -> impl Iterator<Item = (BlockId, usize)> {
        self.only.iter().map(|(&block, &only)| (block, only))
    }

    /// Whether the first iteration takes an edge.
    pub fn takes(&self, from: BlockId, index: usize) -> bool {
        self.only.get(&from).is_none_or(|&only| only == index)
    }

    pub fn is_skippable(&self, block: BlockId) -> bool {
        self.skippable.get(block.index()) == Some(&true)
    }

    /// The blocks from a branch to where its sides meet again. What a skippable branch guards is skippable with it.
    fn add_skippable(&mut self, function: &Function, graph: &Graph, from: BlockId) {
        if self.is_skippable(from) {
            return;
        }
        let (end, mut pending) = (graph.post_dominator(from), vec![from]);
        while let Some(id) = pending.pop() {
            let targets = function.block(id).into_iter().flat_map(|block| block.end.targets());
            for to in targets.map(|target| target.to).filter(|&to| Some(to) != end && !graph.is_retreating(id, to)) {
                if self.skippable.get_mut(to.index()).is_some_and(|slot| !std::mem::replace(slot, true)) {
                    pending.push(to);
                }
            }
        }
    }
}

/// The outcome of a comparison whose operands have a number in the first iteration, or are in a range in all of them: a
/// counter from 0 is less than a trip count of at least 1.
fn compared(
    run: &Run<'_>,
    (context, block): (ContextId, BlockId),
    condition: ValueId,
    mut number: impl FnMut(ValueId) -> Option<u64>,
) -> Option<bool> {
    let function = run.function(context)?;
    let ValueKind::Compute(Operator::Compare(comparison), operands) = &function.value(condition)?.kind else {
        return None;
    };
    let [one, two] = operands.as_slice() else { return None };
    let mut range = |value: ValueId| match number(value) {
        Some(number) => Some(Range::of(sign_extended(number, function.value(value)?.bits))),
        None => range_in(run, context, block, value),
    };
    range(*one)?.compared(*comparison, range(*two)?)
}

/// Where the number of a value in the first iteration comes from. A parameter of a block in a loop has the value that
/// it is entered with.
fn source(function: &Function, graph: &Graph, id: ValueId, value: &Value) -> Source {
    match &value.kind {
        ValueKind::Constant(number) => Source::Number(Some(*number)),
        // A number that is known is the same in all threads.
        ValueKind::Compute(Operator::ShuffleIndex, operands) => {
            Source::Equal(operands.iter().take(1).copied().collect())
        }
        ValueKind::Compute(..) => Source::Operands,
        ValueKind::Parameter => {
            let arguments = graph.arguments(function, id);
            let entering = arguments.filter(|(from, to, _)| graph.is_in_cycle(*to) && !graph.is_retreating(*from, *to));
            Source::Equal(entering.map(|(_, _, argument)| argument).collect())
        }
        _ => Source::Number(None),
    }
}

/// Whether a value that is not computed from others can be another one in a later iteration of a loop.
fn varies(graph: &Graph, id: ValueId, value: &Value) -> bool {
    match value.kind {
        ValueKind::Parameter => graph.parameter(id).is_some_and(|(block, _)| graph.is_in_cycle(block)),
        ValueKind::Unknown(uniformity) => uniformity != Uniformity::Grid,
        ValueKind::Load { space, .. } => space != Space::Constant,
        ValueKind::CallResult => true,
        // Some lane is elected in the first iteration.
        ValueKind::Constant(_)
        | ValueKind::Register(_)
        | ValueKind::Symbol(_)
        | ValueKind::Elect
        | ValueKind::Compute(..) => false,
    }
}
