//! Tensor memory: allocations without a release, and releases of CTA pairs without a barrier.
//!
//! An *allocation* is `tcgen05.alloc`, or a call of a function with an unreleased allocation. A *release* is
//! `tcgen05.dealloc`, or a call of a function that reaches one. An allocation is *unreleased* where some path leads
//! from it to the end of the function without a release. Only paths count that agree with the conditions that are known
//! in the block of the allocation: if the allocation and the release are both behind `warp == 0`, no path has one
//! without the other. If a release is behind a condition that the allocation is not behind, and the other way round,
//! another warp can release what this one allocates, and nothing is reported.
//!
//! A *release of a pair* is `tcgen05.dealloc.cta_group::2`, or a call of a function that has one without a barrier
//! before it. The analysis looks for `barrier.cluster` on the paths to it and from it. A call of a function that
//! reaches the barrier counts as the barrier.
//!
//! Leaves out on purpose: callees within a cycle of calls that are not analysed yet, which count as functions without
//! tensor memory; and in one function, all blocks after the first [`MAX_BLOCKS`] of a kind.

use super::path::{Dominators, PathConditions, successors, walk};
use super::{CallGraph, InstructionClass, Reach};
use crate::body::{Body, Instruction, InstructionKind};
use crate::id::{BlockId, ConditionId, FunctionId, InstId};

/// The most blocks with an allocation, with a release and with a release of a pair that are analysed in one function.
///
/// Tensor memory has 512 columns and an allocation has at least 32 of them, so that more than 16 cannot be live at
/// once.
const MAX_BLOCKS: usize = 16;

/// The most conditions that are assumed, one after the other, at a release of a pair.
const MAX_CONDITIONS: usize = 16;

/// How a CTA pair releases tensor memory, where no path has `barrier.cluster` before the release.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PairDealloc {
    /// On some path the barrier is after the release: there is no arrive before it, and one after it.
    BarrierAfter,
    /// No path waits for the peer before the release.
    NoBarrier,
}

/// How one function uses tensor memory.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TensorMemory {
    /// The instructions and calls with an unreleased allocation, in the order of the body.
    pub unreleased: Vec<InstId>,
    /// The instructions and calls that release a pair without a barrier before it, in the order of the body.
    pub unsynchronised: Vec<(InstId, PairDealloc)>,
}

/// What callers need to know of each function.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    has_unreleased: Vec<bool>,
    unsynchronised: Vec<Option<PairDealloc>>,
}

impl Summaries {
    pub(super) fn of(reach: &Reach<'_>, calls: &CallGraph) -> Self {
        let count = reach.program.functions.len();
        let mut summaries = Summaries { has_unreleased: vec![false; count], unsynchronised: vec![None; count] };
        for function in calls.callees_first() {
            let found = analyse(reach, &summaries, function);
            summaries.has_unreleased[function.index()] = !found.unreleased.is_empty();
            let mut kinds = found.unsynchronised.iter().map(|&(_, kind)| kind);
            let first = kinds.clone().next();
            summaries.unsynchronised[function.index()] =
                kinds.find(|&kind| kind == PairDealloc::BarrierAfter).or(first);
        }
        summaries
    }

    fn has_unreleased(&self, callee: FunctionId) -> bool {
        self.has_unreleased.get(callee.index()).copied().unwrap_or_default()
    }

    fn unsynchronised(&self, callee: FunctionId) -> Option<PairDealloc> {
        self.unsynchronised.get(callee.index()).copied().flatten()
    }
}

pub(super) fn tensor_memory(reach: &Reach<'_>, function: FunctionId) -> TensorMemory {
    analyse(reach, &reach.tensor_memory, function)
}

fn analyse(reach: &Reach<'_>, summaries: &Summaries, function: FunctionId) -> TensorMemory {
    let allocates = reach.reaches(function, InstructionClass::Alloc);
    let pairs = reach.reaches(function, InstructionClass::PairDealloc);
    if !allocates && !pairs {
        return TensorMemory::default();
    }
    let body = reach.body(function);
    let analysis = FunctionAnalysis { reach, summaries, body, dominators: Dominators::of(body) };
    TensorMemory {
        unreleased: if allocates { analysis.unreleased() } else { Vec::new() },
        unsynchronised: if pairs { analysis.unsynchronised() } else { Vec::new() },
    }
}

struct FunctionAnalysis<'r, 'a> {
    reach: &'r Reach<'a>,
    summaries: &'r Summaries,
    body: &'a Body,
    dominators: Dominators<'a>,
}

impl FunctionAnalysis<'_, '_> {
    fn allocates(&self, instruction: &Instruction) -> bool {
        match instruction.kind {
            InstructionKind::Call(callee) => self.summaries.has_unreleased(callee),
            _ => InstructionClass::Alloc.contains(instruction),
        }
    }

    fn releases(&self, instruction: &Instruction) -> bool {
        self.reach.does(instruction, InstructionClass::Dealloc)
    }

    /// The first blocks with such an instruction.
    fn blocks(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<BlockId> {
        let blocks = self.body.enumerate();
        let found = blocks.filter(|(_, block)| block.instructions.iter().any(&wanted)).map(|(id, _)| id);
        found.take(MAX_BLOCKS).collect()
    }

    /// For each block, whether it has such an instruction.
    fn blocks_with(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<bool> {
        self.body.blocks.iter().map(|block| block.instructions.iter().any(&wanted)).collect()
    }

    fn unreleased(&self) -> Vec<InstId> {
        let mut found = Vec::new();
        let releases = self.blocks_with(|instruction| self.releases(instruction));
        let released: Vec<PathConditions> = self
            .blocks(|instruction| self.releases(instruction))
            .iter()
            .map(|&at| self.dominators.conditions(at))
            .collect();
        for at in self.blocks(|instruction| self.allocates(instruction)) {
            let known = self.dominators.conditions(at);
            let another_warp = released.iter().any(|other| !known.is_subset(other) && !other.is_subset(&known));
            let instructions = &self.body.blocks[at.index()].instructions;
            // Only the allocations after the last release of the block can be unreleased at the end of it.
            let last = instructions.iter().rposition(|instruction| self.releases(instruction));
            let after = match last.and_then(|last| Some((last, instructions.get(last)?))) {
                // One call can release an allocation and make another.
                Some((last, call)) if self.allocates(call) => &instructions[last..],
                Some((last, _)) => &instructions[last + 1..],
                None => instructions.as_slice(),
            };
            let mut after = after.iter().filter(|instruction| self.allocates(instruction)).peekable();
            if !another_warp && after.peek().is_some() && self.can_end_without(at, &known, &releases) {
                found.extend(after.map(|instruction| instruction.id));
            }
        }
        found
    }

    /// Whether some path from the end of a block leads to the end of the function and passes no marked block.
    fn can_end_without(&self, from: BlockId, known: &PathConditions, marked: &[bool]) -> bool {
        if self.body.blocks[from.index()].exits.is_empty() {
            return true;
        }
        let mut ends = false;
        walk(self.body, known, successors(self.body, from, known), |block| {
            ends |= !marked[block.index()] && self.body.blocks[block.index()].exits.is_empty();
            !marked[block.index()]
        });
        ends
    }

    fn unsynchronised(&self) -> Vec<(InstId, PairDealloc)> {
        let conditions = self.conditions();
        let arrives = self.blocks_with(|instruction| self.reach.does(instruction, InstructionClass::ClusterArrive));
        let waits = self.blocks_with(|instruction| self.reach.does(instruction, InstructionClass::ClusterWait));
        let releases = |instruction: &Instruction| match instruction.kind {
            InstructionKind::Call(callee) => self.summaries.unsynchronised(callee).is_some(),
            _ => InstructionClass::PairDealloc.contains(instruction),
        };
        let mut found = Vec::new();
        for at in self.blocks(releases) {
            let known = self.dominators.conditions(at);
            let tried = conditions.iter().filter(|condition| known.outcome(**condition).is_none());
            let assumed = tried.flat_map(|&condition| [true, false].map(|holds| known.with(condition, holds)));
            let cases: Vec<PathConditions> = std::iter::once(known.clone()).chain(assumed).collect();
            let instructions = &self.body.blocks[at.index()].instructions;
            for (index, instruction) in instructions.iter().enumerate().filter(|(_, instruction)| releases(instruction))
            {
                let (before, after) = (&instructions[..index], &instructions[index + 1..]);
                let in_block = |part: &[Instruction], class| part.iter().any(|other| self.reach.does(other, class));
                let (own, follows) = match instruction.kind {
                    InstructionKind::Call(callee) => (
                        self.reach.reaches(callee, InstructionClass::ClusterArrive),
                        self.summaries.unsynchronised(callee) == Some(PairDealloc::BarrierAfter),
                    ),
                    _ => (false, false),
                };
                let barrier_after = !in_block(before, InstructionClass::ClusterArrive)
                    && cases.iter().any(|known| {
                        let after =
                            in_block(after, InstructionClass::ClusterArrive) || self.leads_to(at, known, &arrives);
                        (follows || !own && after) && self.never_before(at, known, &arrives)
                    });
                if barrier_after {
                    found.push((instruction.id, PairDealloc::BarrierAfter));
                } else if !in_block(before, InstructionClass::ClusterWait) && self.never_before(at, &known, &waits) {
                    found.push((instruction.id, PairDealloc::NoBarrier));
                }
            }
        }
        found
    }

    /// The first conditions of the edges of the body.
    fn conditions(&self) -> Vec<ConditionId> {
        let mut conditions = Vec::new();
        let edges = self.body.blocks.iter().flat_map(|block| &block.exits);
        for known in edges.flat_map(|edge| &edge.known) {
            if conditions.len() < MAX_CONDITIONS && !conditions.contains(&known.condition) {
                conditions.push(known.condition);
            }
        }
        conditions
    }

    /// Whether some path leads to the block, and none of them passes a marked block.
    fn never_before(&self, at: BlockId, known: &PathConditions, marked: &[bool]) -> bool {
        let mut reached = false;
        let mut passed = Vec::new();
        walk(self.body, known, [BlockId::new(0)], |block| {
            reached |= block == at;
            if marked[block.index()] {
                passed.extend(successors(self.body, block, known));
            }
            !marked[block.index()]
        });
        let mut reached_late = false;
        walk(self.body, known, passed, |block| {
            reached_late |= block == at;
            !reached_late
        });
        reached && !reached_late
    }

    /// Whether some path from the end of a block leads to a marked block.
    fn leads_to(&self, from: BlockId, known: &PathConditions, marked: &[bool]) -> bool {
        let mut found = false;
        walk(self.body, known, successors(self.body, from, known), |block| {
            found |= marked[block.index()];
            !found
        });
        found
    }
}
