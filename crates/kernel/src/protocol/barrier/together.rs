//! Program points of a kernel at which all its threads can be at one time.
//!
//! Accepts a program point that all threads reach. Guarantees that nothing before its first visit orders the threads,
//! since the kernel begins or since a barrier at which all of them wait: none of them waits there for another one. If
//! all wait for the same phase of the same mbarrier, they go on at one time.
//!
//! Leaves out on purpose: the iterations of a loop after the first one. Any other loop that ends before it can
//! wait for memory.

use std::collections::BTreeSet;

use crate::execution::Run;
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::loops::LoopId;
use crate::paths::first_visit::FirstVisit;
use crate::paths::{waits, without_not};
use crate::program::{Block, Function, InstructionKind, MbarrierOperation, Terminator};
use crate::protocol::barrier::passes::ProgramPoint;

/// The kernel of a run.
pub(crate) struct KernelView<'r, 'p> {
    run: &'r Run<'p>,
    function: &'p Function,
    graph: &'r Graph,
}

impl<'r, 'p> KernelView<'r, 'p> {
    pub fn of(run: &'r Run<'p>) -> Option<Self> {
        Some(Self { run, function: run.function(run.root())?, graph: run.graph(run.root())? })
    }

    /// Whether all threads can be at a program point of the kernel at one time. `is_plain` is true for a barrier at
    /// which all of them wait, by its block and index.
    pub fn can_all_be_at(&self, point: ProgramPoint, is_plain: impl Fn(BlockId, usize) -> bool) -> bool {
        let (graph, block) = (self.graph, point.block);
        // Whether nothing orders the threads before an instruction of a block, and whether that has to be asked of the
        // blocks before it, too.
        let before = |from: BlockId, end: usize| {
            let last = (0..end).rev().find(|&index| is_plain(from, index));
            let orders = (last.map_or(0, |index| index + 1)..end).any(|index| self.orders(from, index));
            (!orders, last.is_none())
        };
        let (mut is_common, is_open) = before(block, point.index);
        let (mut seen, mut pending) = (BTreeSet::from([block]), Vec::from_iter(is_open.then_some(block)));
        while let Some(to) = pending.pop().filter(|_| is_common) {
            for &from in graph.predecessors.get(to.index()).map_or(&[][..], Vec::as_slice) {
                if graph.dominates(to, from) || !seen.insert(from) {
                    // A later iteration of a loop, or known.
                    continue;
                }
                let mut left = graph.loops.around(from).filter(|&id| !graph.loops.contains(id, block));
                let count = self.function.block(from).map_or(0, |block| block.instructions.len());
                let (is_free, is_open) = before(from, count);
                is_common &= is_free && left.all(|id| self.only_waits_alike(id));
                pending.extend(is_open.then_some(from));
            }
        }
        is_common && !graph.loops.has_irreducible()
    }

    /// Whether some threads can wait for others at an instruction.
    fn orders(&self, block: BlockId, index: usize) -> bool {
        let Some(found) = self.function.block(block).and_then(|block| block.instructions.get(index)) else {
            return false;
        };
        match &found.kind {
            InstructionKind::Barrier { .. } | InstructionKind::CallUnknown => true,
            InstructionKind::Call { callee, .. } => {
                self.run.callee(self.run.root(), block, index).is_some() || self.run.follows(*callee)
            }
            kind => waits(kind) && !self.waits_alike(block, index),
        }
    }

    /// Whether all threads wait for the same phase of the same mbarrier when they first visit the block.
    pub fn waits_alike(&self, block: BlockId, index: usize) -> bool {
        let Some(found) = self.function.block(block).and_then(|block| block.instructions.get(index)) else {
            return false;
        };
        let InstructionKind::Mbarrier {
            operation: MbarrierOperation::Wait { parity: Some(parity), .. },
            address: Some(address),
            ..
        } = found.kind
        else {
            return false;
        };
        let (run, root) = (self.run, self.run.root());
        let is_same = || {
            let first = FirstVisit::before(run, root, block)?;
            first.number(parity)?;
            first.address(address)
        };
        run.presence_before(root, block, index).exact() == Some(run.cta.all()) && is_same().is_some()
    }

    /// Whether a loop only ends when a phase of an mbarrier has completed, which is the same in all threads.
    fn only_waits_alike(&self, id: LoopId) -> bool {
        let loops = &self.graph.loops;
        let mut blocks = self.function.enumerate().filter(|(block, _)| loops.contains(id, *block));
        blocks.all(|(at, block)| {
            let mut instructions = 0..block.instructions.len();
            let leaves = block.end.targets().any(|target| !loops.contains(id, target.to));
            !instructions.clone().any(|index| self.orders(at, index))
                && (!leaves || instructions.any(|index| self.ends_by_wait(id, (at, block), index)))
        })
    }

    /// Whether a block leaves a loop by the result of a wait, which is the same one in each iteration.
    fn ends_by_wait(&self, id: LoopId, (at, block): (BlockId, &Block), index: usize) -> bool {
        let kind = block.instructions.get(index).map(|instruction| &instruction.kind);
        let Some(&InstructionKind::Mbarrier {
            operation: MbarrierOperation::Wait { parity: Some(parity), result: Some(result), .. },
            address: Some(address),
            ..
        }) = kind
        else {
            return false;
        };
        let Terminator::Branch { condition, .. } = block.end else { return false };
        let varies = |value: ValueId| {
            let variance = self.graph.variance.get(value.index());
            variance.is_none_or(|variance| variance.varies_in(&self.graph.loops, id))
        };
        let (condition, _) = without_not(self.run, self.run.root(), condition);
        condition == result && !varies(parity) && !varies(address) && self.waits_alike(at, index)
    }
}
