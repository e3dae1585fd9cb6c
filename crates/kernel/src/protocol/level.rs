//! Blocks of a kernel at which all its threads can be at one time.
//!
//! Accepts a block that all threads get to. Guarantees that nothing on the way to the first visit of the block orders the
//! threads, since the kernel begins or since a barrier at which all of them wait: none of them waits there for another one.
//! If all wait for the same phase of the same mbarrier, they go on at one time.
//!
//! Leaves out on purpose: the turns of a loop after the first one. Any other loop that ends before the block can wait for
//! memory.

use std::collections::BTreeSet;

use super::address::{Address, Base};
use super::passes::waits;
use crate::execution::Run;
use crate::graph::Graph;
use crate::id::BlockId;
use crate::loops::LoopId;
use crate::program::{Block, Function, InstructionKind, MbarrierOperation, Terminator};

/// Whether all threads can be at a block of the kernel at one time. `is_plain` is true for a barrier at which all of them
/// wait, by its block and index.
pub(super) fn are_level(run: &Run<'_>, block: BlockId, is_plain: impl Fn(BlockId, usize) -> bool) -> bool {
    let (Some(function), Some(graph)) = (run.function(run.root()), run.graph(run.root())) else { return false };
    let way = Way { run, function, graph };
    let (mut seen, mut pending) = (BTreeSet::from([block]), vec![block]);
    while let Some(to) = pending.pop() {
        for &from in graph.predecessors.get(to.index()).map_or(&[][..], Vec::as_slice) {
            if graph.dominates(to, from) || !seen.insert(from) {
                // A later turn of a loop, or known.
                continue;
            }
            let mut left = graph.loops.around(from).filter(|&id| !graph.loops.contains(id, block));
            if !left.all(|id| way.only_waits_alike(id)) {
                return false;
            }
            let count = function.block(from).map_or(0, |block| block.instructions.len());
            let last = (0..count).rev().find(|&index| is_plain(from, index));
            if (last.map_or(0, |index| index + 1)..count).any(|index| way.orders(from, index)) {
                return false;
            }
            if last.is_none() {
                pending.push(from);
            }
        }
    }
    !graph.loops.has_irreducible()
}

/// What is before a block.
struct Way<'r, 'p> {
    run: &'r Run<'p>,
    function: &'p Function,
    graph: &'r Graph,
}

impl Way<'_, '_> {
    /// Whether some threads can wait for others at an instruction.
    fn orders(&self, block: BlockId, index: usize) -> bool {
        let Some(found) = self.function.block(block).and_then(|block| block.instructions.get(index)) else {
            return false;
        };
        match &found.kind {
            InstructionKind::Barrier { .. } | InstructionKind::CallOutside => true,
            InstructionKind::Call { callee, .. } => {
                self.run.callee(self.run.root(), block, index).is_some() || self.run.follows(*callee)
            }
            kind => waits(kind) && !self.waits_alike(block, index),
        }
    }

    /// Whether all threads wait for the same phase of the same mbarrier.
    fn waits_alike(&self, block: BlockId, index: usize) -> bool {
        let Some(found) = self.function.block(block).and_then(|block| block.instructions.get(index)) else {
            return false;
        };
        let InstructionKind::Mbarrier {
            operation:
                MbarrierOperation::Wait { parity: Some(parity) } | MbarrierOperation::Test { parity: Some(parity) },
            address: Some(address),
            ..
        } = found.kind
        else {
            return false;
        };
        let (run, root, all) = (self.run, self.run.root(), self.run.cta.all());
        run.presence_before(root, block, index).exact() == Some(all)
            && matches!(Address::of(run, root, address).base, Base::Symbol(_))
            && run.known(root, parity).constant_on(&all).is_some()
    }

    /// Whether a loop goes around until the phase of an mbarrier has completed, which is the same in all threads.
    fn only_waits_alike(&self, id: LoopId) -> bool {
        let mut blocks = self.function.enumerate().filter(|(block, _)| self.graph.loops.contains(id, *block));
        let has_wait =
            |at: BlockId, block: &Block| (0..block.instructions.len()).any(|index| self.waits_alike(at, index));
        blocks.all(|(at, block)| matches!(block.end, Terminator::Jump(_)) || has_wait(at, block))
    }
}
