//! Branches that the first iteration of a loop decides: a loop with a trip count of 8 is not left after its first
//! iteration.
//!
//! Accepts what [`crate::paths::first`] knows of the first iteration. Guarantees that a decision holds in the first
//! iteration of the loops that it depends on, however many iterations the loops inside them have.
//!
//! Leaves out on purpose: which iteration is the last one.

use std::collections::{BTreeMap, BTreeSet};

use crate::execution::{ContextId, Run};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::loops::LoopId;
use crate::paths::first::FirstIteration;
use crate::program::{Function, Terminator};
use crate::value::ValueKind;

/// Loops of a function, as bits by their index.
pub(crate) type LoopBits = u64;

/// The branches of a function that the first iteration of a loop decides.
#[derive(Debug, Default)]
pub(crate) struct FirstIterationBranches {
    /// For each block, the edge that it takes, and the loops that are in their first iteration then.
    decided: BTreeMap<BlockId, (usize, LoopBits)>,
    /// The loops that decisions depend on.
    loops: LoopBits,
    /// For each block, the loops around it.
    around: Vec<LoopBits>,
}

/// The bit of a loop; 0 if the function has more loops than bits, where no branch is decided.
fn bit(id: LoopId) -> LoopBits {
    u32::try_from(id.index()).ok().and_then(|index| LoopBits::checked_shl(1, index)).unwrap_or(0)
}

impl FirstIterationBranches {
    pub fn of(run: &Run<'_>, context: ContextId) -> Self {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Self::default() };
        if graph.loops.has_irreducible() || graph.loops.count() > LoopBits::BITS as usize {
            return Self::default();
        }
        let first = FirstIteration::of(run, context);
        let mut counted = Self::default();
        for (from, only) in first.decided() {
            let Some(Terminator::Branch { condition, .. }) = function.block(from).map(|block| &block.end) else {
                continue;
            };
            let Some(variance) = graph.variance.get(condition.index()) else { continue };
            let is_inside = variance.loops.iter().all(|&id| graph.loops.contains(id, from));
            if variance.is_unknown || !is_inside || !is_settled(function, graph, *condition) {
                continue;
            }
            let varies = graph.loops.around(from).filter(|&id| variance.varies_in(&graph.loops, id));
            let loops = varies.fold(0, |bits, id| bits | bit(id));
            counted.decided.insert(from, (only, loops));
            counted.loops |= loops;
        }
        let around = |block| graph.loops.around(block).fold(0, |bits, id| bits | bit(id));
        counted.around = function.enumerate().map(|(block, _)| around(block)).collect();
        counted
    }

    /// Whether a path takes an edge if these loops are in a later iteration.
    pub fn takes(&self, later: LoopBits, from: BlockId, index: usize) -> bool {
        self.decided.get(&from).is_none_or(|&(only, loops)| later & loops != 0 || only == index)
    }

    /// The loops that are in a later iteration after an edge.
    pub fn after(&self, later: LoopBits, (from, to): (BlockId, BlockId), graph: &Graph) -> LoopBits {
        let around = self.around.get(to.index()).copied().unwrap_or(0);
        let again = graph.is_retreating(from, to).then(|| graph.loops.innermost(to)).flatten().map_or(0, bit);
        later & around | again & self.loops
    }
}

/// Whether a value depends on no loop that ends before it is computed: the last iteration of that loop decides on it.
fn is_settled(function: &Function, graph: &Graph, value: ValueId) -> bool {
    let (mut seen, mut pending) = (BTreeSet::new(), vec![value]);
    while let Some(value) = pending.pop() {
        let Some(described) = function.value(value).filter(|_| seen.insert(value)) else { continue };
        match &described.kind {
            ValueKind::Compute(_, operands) => pending.extend(operands),
            ValueKind::Parameter => {
                let arguments = graph.arguments(function, value);
                for (_, to, argument) in arguments.filter(|(from, to, _)| !graph.is_retreating(*from, *to)) {
                    let Some(variance) = graph.variance.get(argument.index()) else { return false };
                    // A loop around the computation of the argument can end long before it is passed.
                    let has_ended = |&id: &LoopId| !graph.loops.contains(id, to);
                    if variance.is_unknown || variance.loops.iter().any(has_ended) {
                        return false;
                    }
                    pending.push(argument);
                }
            }
            _ => {}
        }
    }
    true
}
