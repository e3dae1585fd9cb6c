//! The loops of a function, and in which of them each value varies.
//!
//! Accepts any function with its dominators. Guarantees natural loops, nested: a loop is the blocks from which one
//! comes back to its header without leaving what the header dominates. A cycle with several entries (irreducible
//! control flow) is no loop, but is reported (`Loops::has_irreducible`). Almost linear time (union-find), without
//! recursion.
//!
//! Leaves out on purpose: which threads leave a loop when ([`crate::execution`]).

use smallvec::SmallVec;

use crate::id::BlockId;
use crate::limits;
use crate::program::Function;
use crate::value::{Space, ValueKind};

/// A loop: its index.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct LoopId(usize);

impl LoopId {
    /// The index, below [`Loops::count`].
    pub(crate) const fn index(self) -> usize {
        self.0
    }
}

/// The loops of one function.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// For each block, the innermost loop that it is in.
    of_block: Vec<Option<LoopId>>,
    /// For each loop, the loop around it.
    parent: Vec<Option<LoopId>>,
    /// For each loop, a number, and the number after the last one of the loops in it.
    range: Vec<(usize, usize)>,
    /// Whether a cycle has several entries.
    has_irreducible: bool,
}

impl Loops {
    /// The loops of a graph. `order` has its blocks in reverse post-order.
    pub(crate) fn of(
        order: &[BlockId],
        ranks: &[usize],
        predecessors: &[Vec<BlockId>],
        dominates: impl Fn(BlockId, BlockId) -> bool,
    ) -> Self {
        let count = predecessors.len();
        let rank = |block: BlockId| ranks.get(block.index()).copied().unwrap_or(usize::MAX);
        let before = |block: BlockId| predecessors.get(block.index()).map_or(&[][..], Vec::as_slice);
        let mut loops = Self { of_block: vec![None; count], ..Self::default() };
        // Union-find: for each block, a block nearer to the header of the outermost loop found so far that it is in, or
        // that header itself.
        let mut outer: Vec<usize> = (0..count).collect();
        // For each header, its loop.
        let mut headed: Vec<Option<LoopId>> = vec![None; count];
        // Inner loops come first.
        for &header in order.iter().rev() {
            let back =
                before(header).iter().copied().filter(|&from| rank(from) != usize::MAX && rank(from) >= rank(header));
            let (mut pending, other): (Vec<BlockId>, Vec<BlockId>) = back.partition(|&from| dominates(header, from));
            loops.has_irreducible |= !other.is_empty();
            if pending.is_empty() {
                continue;
            }
            let id = LoopId(loops.parent.len());
            loops.parent.push(None);
            if let (Some(slot), Some(of_block)) =
                (headed.get_mut(header.index()), loops.of_block.get_mut(header.index()))
            {
                (*slot, *of_block) = (Some(id), Some(id));
            }
            while let Some(block) = pending.pop() {
                let found = find(&mut outer, block.index());
                let member = BlockId::new(found);
                if member == header || !dominates(header, member) {
                    continue;
                }
                match headed.get(found).copied().flatten() {
                    Some(inner) => {
                        if let Some(entry) = loops.parent.get_mut(inner.0) {
                            *entry = Some(id);
                        }
                    }
                    None => {
                        if let Some(entry) = loops.of_block.get_mut(found) {
                            *entry = Some(id);
                        }
                    }
                }
                if let Some(entry) = outer.get_mut(found) {
                    *entry = header.index();
                }
                pending.extend(before(member).iter().filter(|&&from| rank(from) != usize::MAX));
            }
        }
        loops.range = ranges(&loops.parent);
        loops
    }

    /// The number of loops.
    pub(crate) fn count(&self) -> usize {
        self.parent.len()
    }

    /// The innermost loop that a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.of_block.get(block.index()).copied().flatten()
    }

    /// The loops that a block is in, from the inside.
    pub(crate) fn around(&self, block: BlockId) -> impl Iterator<Item = LoopId> {
        self.and_outer(self.innermost(block))
    }

    /// A loop, and those around it.
    pub(crate) fn and_outer(&self, from: Option<LoopId>) -> impl Iterator<Item = LoopId> {
        std::iter::successors(from, |id| self.parent.get(id.0).copied().flatten())
    }

    /// Whether a block is in a loop.
    pub(crate) fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.is_around(id, self.innermost(block))
    }

    /// Whether a loop is the other one, or around it.
    pub(crate) fn is_around(&self, id: LoopId, inner: Option<LoopId>) -> bool {
        let range = |id: LoopId| self.range.get(id.0);
        match (range(id), inner.and_then(range)) {
            (Some((first, end)), Some((number, _))) => (first..end).contains(&number),
            _ => false,
        }
    }

    /// Whether any cycle has several entries.
    pub(crate) const fn has_irreducible(&self) -> bool {
        self.has_irreducible
    }
}

/// Numbers for each loop, so that those of the loops in it are a range. Outer loops follow inner ones.
fn ranges(parent: &[Option<LoopId>]) -> Vec<(usize, usize)> {
    let mut size = vec![1; parent.len()];
    for (index, around) in parent.iter().enumerate() {
        let inner = size.get(index).copied().unwrap_or(0);
        if let Some(size) = around.and_then(|around| size.get_mut(around.0)) {
            *size += inner;
        }
    }
    let mut range = vec![(0, 0); parent.len()];
    // The next number in each loop, and outside of all loops.
    let (mut next, mut outside) = (vec![0; parent.len()], 0);
    for (index, around) in parent.iter().enumerate().rev() {
        let size = size.get(index).copied().unwrap_or(0);
        let next_around = around.and_then(|around| next.get_mut(around.0)).unwrap_or(&mut outside);
        let first = *next_around;
        *next_around += size;
        if let (Some(range), Some(next)) = (range.get_mut(index), next.get_mut(index)) {
            (*range, *next) = ((first, first + size), first + 1);
        }
    }
    range
}

fn find(outer: &mut [usize], block: usize) -> usize {
    let mut found = block;
    while let Some(&next) = outer.get(found).filter(|&&next| next != found) {
        found = next;
    }
    let mut step = block;
    while let Some(slot) = outer.get_mut(step).filter(|next| **next != found) {
        step = std::mem::replace(slot, found);
    }
    found
}

/// For each value that a block defines and that is no pure expression, the block.
pub(crate) fn defining_blocks(function: &Function) -> Vec<Option<BlockId>> {
    let mut blocks = vec![None; function.values.len()];
    for (id, block) in function.enumerate() {
        let results = block.instructions.iter().flat_map(|instruction| instruction.defines());
        for value in block.parameters.iter().chain(&block.computes).chain(results) {
            if let Some(block) = blocks.get_mut(value.index()) {
                *block = Some(id);
            }
        }
    }
    blocks
}

/// The loops in which a value is not invariant.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Variance {
    /// The innermost loops of the blocks that compute what it depends on.
    pub loops: SmallVec<[LoopId; 2]>,
    /// Whether it also depends on what is computed in an unknown block, or on more loops than are told.
    pub is_unknown: bool,
    /// Whether it depends on constants, registers, loads and unknown values only: not on the path, a call, an election
    /// or a ballot.
    pub is_path_independent: bool,
}

impl Variance {
    /// Whether it is the same in every iteration of every loop.
    pub fn is_none(&self) -> bool {
        self.loops.is_empty() && !self.is_unknown
    }

    /// Whether it can be another one in each iteration of a loop, or of the loops in it.
    pub(crate) fn varies_in(&self, loops: &Loops, id: LoopId) -> bool {
        self.is_unknown || self.loops.iter().any(|&of| loops.is_around(id, Some(of)))
    }

    fn add(&mut self, other: &Self) {
        self.is_unknown |= other.is_unknown;
        self.is_path_independent &= other.is_path_independent;
        for &id in &other.loops {
            if self.loops.contains(&id) {
                continue;
            }
            if self.loops.len() >= limits::VARIANCE_LOOPS {
                self.is_unknown = true;
            } else {
                self.loops.push(id);
            }
        }
    }

    /// The variance of each value of a function.
    pub(crate) fn of(function: &Function, loops: &Loops, is_in_cycle: &[bool]) -> Vec<Self> {
        const NEW: u8 = 0;
        const DONE: u8 = 2;
        let count = function.values.len();
        let blocks = defining_blocks(function);
        let mut found = vec![Self::default(); count];
        let mut state = vec![NEW; count];
        for first in 0..count {
            let mut pending = vec![first];
            while let Some(&index) = pending.last() {
                let (Some(value), Some(&known)) = (function.values.get(index), state.get(index)) else {
                    pending.pop();
                    continue;
                };
                let operands = value.kind.operands();
                if known == NEW {
                    state[index] += 1;
                    let missing = operands.iter().map(|operand| operand.index());
                    pending.extend(missing.filter(|&operand| state.get(operand) == Some(&NEW)));
                    continue;
                }
                pending.pop();
                if known == DONE {
                    continue;
                }
                state[index] = DONE;
                let by_path = match value.kind {
                    ValueKind::Parameter | ValueKind::CallResult | ValueKind::Elect => true,
                    ValueKind::Compute(operator, _) => operator.is_of_lanes(),
                    _ => false,
                };
                let mut variance = Self { is_path_independent: !by_path, ..Self::default() };
                for operand in operands {
                    if let Some(other) = found.get(operand.index()) {
                        variance.add(other);
                    }
                }
                let at = blocks.get(index).copied().flatten();
                let in_cycle = |at: BlockId| is_in_cycle.get(at.index()) == Some(&true);
                let has_place = !matches!(value.kind, ValueKind::Load { space: Space::Constant, .. });
                variance.is_unknown |= loops.has_irreducible() && has_place && at.is_some_and(in_cycle);
                match &value.kind {
                    ValueKind::Parameter | ValueKind::CallResult => {
                        variance.loops.extend(at.and_then(|at| loops.innermost(at)));
                    }
                    ValueKind::Load { space: Space::Constant, .. } => {}
                    ValueKind::Compute(operator, _) if !operator.is_of_warp() => {}
                    ValueKind::Load { .. } | ValueKind::Elect | ValueKind::Unknown(_) | ValueKind::Compute(..) => {
                        match at {
                            Some(at) => {
                                let loops = loops.innermost(at).into_iter().collect();
                                variance.add(&Self { loops, is_path_independent: true, is_unknown: false });
                            }
                            None => variance.is_unknown = true,
                        }
                    }
                    _ => {}
                }
                found[index] = variance;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::LoopId;
    use crate::graph::tests::graph;
    use crate::id::BlockId;

    #[test]
    fn loops_are_nested() {
        // 1 is the header of the outer loop, 2 of the first inner one, 4 of the second one.
        let loops = graph(&[&[1], &[2, 6], &[3, 4], &[2], &[4, 5], &[1], &[]]).loops;
        let around = |block| loops.around(BlockId::new(block)).map(LoopId::index).collect::<Vec<_>>();
        assert_eq!(loops.count(), 3);
        assert_eq!(around(0), around(6));
        assert_eq!((around(1).len(), around(2).len(), around(4).len()), (1, 2, 2));
        assert_eq!((around(3), around(5)), (around(2), around(1)));
        assert_ne!(around(2), around(4));
        let outer = loops.innermost(BlockId::new(1)).unwrap_or(LoopId(9));
        assert!(loops.contains(outer, BlockId::new(3)) && !loops.contains(outer, BlockId::new(6)));
        assert!(!loops.has_irreducible());
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_loop() {
        let loops = graph(&[&[1, 2], &[2], &[1, 3], &[]]).loops;
        assert_eq!(loops.count(), 0);
        assert!(loops.has_irreducible());
    }
}
