//! Tensor memory: allocations without a release, and releases of CTA pairs without a barrier.
//!
//! An *allocation* is `tcgen05.alloc`, or a call of a function with an unreleased allocation. A *release* is
//! `tcgen05.dealloc`, or a call of a function that contains one, itself or in functions that it calls.
//!
//! An allocation is *unreleased* if some path leads from it to the end of the function without a release. Paths that
//! contradict a condition of the allocation are ignored. For example, if the allocation and the release are both
//! executed only if `warp == 0`, no path has one without the other. Nothing is reported if the allocation has a
//! condition that a release does not have, and this release has one that the allocation does not have. In that case
//! another warp may release what this one allocates.
//!
//! A *release of a pair* is `tcgen05.dealloc.cta_group::2`. A call of a function counts as one, too, if the function
//! has a release of a pair without a barrier before it. The barrier is `barrier.cluster`, which consists of
//! `barrier.cluster.arrive` and `barrier.cluster.wait`. A call of a function that contains one of the two, itself or
//! in functions that it calls, counts as that instruction.
//!
//! Leaves out on purpose: in a cycle of calls, a function that is analysed later than its caller, which counts as a
//! function without tensor memory; and in one function, the blocks after the first [`MAX_BLOCKS`] with an allocation,
//! with a release, or with a release of a pair.

use super::path::{Dominators, PathConditions, successors, walk};
use super::{CallGraph, InstructionClass, Reach};
use crate::body::{Body, Instruction, InstructionKind};
use crate::id::{BlockId, ConditionId, FunctionId, InstId};

/// The limit on the blocks of one function that are analysed. It applies to the blocks with an allocation, to those
/// with a release, and to those with a release of a pair, each on its own.
///
/// Tensor memory has 512 columns and an allocation has at least 32 of them, so that more than 16 cannot be live at
/// once.
const MAX_BLOCKS: usize = 16;

/// The limit on the conditions that are tried at a release of a pair, see `FunctionAnalysis::unsynchronised`.
const MAX_CONDITIONS: usize = 16;

/// What is wrong with the barrier of a release of a pair.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PairDeallocFault {
    /// On some path, `barrier.cluster.arrive` is not before the release but after it.
    BarrierAfter,
    /// No path has `barrier.cluster.wait`, which waits for the other CTA, before the release.
    NoBarrier,
}

/// How one function uses tensor memory.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TensorMemory {
    /// The unreleased allocations, in the order of the body.
    pub unreleased: Vec<InstId>,
    /// The releases of a pair without a barrier before them, in the order of the body.
    pub unsynchronised: Vec<(InstId, PairDeallocFault)>,
}

/// What the analysis of a caller needs to know of each function. The index is that of the function.
#[derive(Debug, Default)]
pub(super) struct Summaries {
    /// Whether the function has an unreleased allocation.
    has_unreleased: Vec<bool>,
    /// What is wrong with the releases of a pair in the function. `BarrierAfter` if both faults occur, because that one
    /// is an error and the other a warning.
    unsynchronised: Vec<Option<PairDeallocFault>>,
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
                kinds.find(|&kind| kind == PairDeallocFault::BarrierAfter).or(first);
        }
        summaries
    }

    fn has_unreleased(&self, callee: FunctionId) -> bool {
        self.has_unreleased.get(callee.index()).copied().unwrap_or_default()
    }

    fn unsynchronised(&self, callee: FunctionId) -> Option<PairDeallocFault> {
        self.unsynchronised.get(callee.index()).copied().flatten()
    }
}

/// How one function uses tensor memory. Needs the summaries of its callees in `reach`.
pub(super) fn tensor_memory(reach: &Reach<'_>, function: FunctionId) -> TensorMemory {
    analyse(reach, &reach.tensor_memory, function)
}

/// Does the work of [`tensor_memory`], with summaries that may not be in `reach` yet.
fn analyse(reach: &Reach<'_>, summaries: &Summaries, function: FunctionId) -> TensorMemory {
    let allocates = reach.reaches(function, InstructionClass::Alloc);
    let releases_pair = reach.reaches(function, InstructionClass::PairDealloc);
    if !allocates && !releases_pair {
        return TensorMemory::default();
    }
    let body = reach.body(function);
    let analysis = FunctionAnalysis { reach, summaries, body, dominators: Dominators::of(body) };
    TensorMemory {
        unreleased: if allocates { analysis.unreleased() } else { Vec::new() },
        unsynchronised: if releases_pair { analysis.unsynchronised() } else { Vec::new() },
    }
}

struct FunctionAnalysis<'r, 'a> {
    reach: &'r Reach<'a>,
    summaries: &'r Summaries,
    body: &'a Body,
    dominators: Dominators<'a>,
}

impl FunctionAnalysis<'_, '_> {
    /// Whether an instruction is an allocation.
    fn allocates(&self, instruction: &Instruction) -> bool {
        match instruction.kind {
            InstructionKind::Call(callee) => self.summaries.has_unreleased(callee),
            _ => InstructionClass::Alloc.contains(instruction),
        }
    }

    /// Whether an instruction is a release.
    fn releases(&self, instruction: &Instruction) -> bool {
        self.reach.does(instruction, InstructionClass::Dealloc)
    }

    /// The first [`MAX_BLOCKS`] blocks with a wanted instruction.
    fn first_blocks_with(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<BlockId> {
        let blocks = self.body.enumerate();
        let found = blocks.filter(|(_, block)| block.instructions.iter().any(&wanted)).map(|(id, _)| id);
        found.take(MAX_BLOCKS).collect()
    }

    /// Marks the blocks with a wanted instruction. The index is that of the block.
    fn mark_blocks_with(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<bool> {
        self.body.blocks.iter().map(|block| block.instructions.iter().any(&wanted)).collect()
    }

    /// The unreleased allocations.
    fn unreleased(&self) -> Vec<InstId> {
        let mut found = Vec::new();
        let marked = self.mark_blocks_with(|instruction| self.releases(instruction));
        let release_conditions: Vec<PathConditions> = self
            .first_blocks_with(|instruction| self.releases(instruction))
            .iter()
            .map(|&block| self.dominators.conditions(block))
            .collect();
        for block in self.first_blocks_with(|instruction| self.allocates(instruction)) {
            let known = self.dominators.conditions(block);
            let another_warp_may_release =
                release_conditions.iter().any(|other| !known.is_subset(other) && !other.is_subset(&known));
            let instructions = &self.body.blocks[block.index()].instructions;
            // Only the allocations after the last release of the block can be unreleased at the end of it.
            let last_release = instructions.iter().rposition(|instruction| self.releases(instruction));
            let rest = match last_release.and_then(|last| Some((last, instructions.get(last)?))) {
                // A call can be both: a release, and then an allocation.
                Some((last, call)) if self.allocates(call) => &instructions[last..],
                Some((last, _)) => &instructions[last + 1..],
                None => instructions.as_slice(),
            };
            let mut allocations = rest.iter().filter(|instruction| self.allocates(instruction)).peekable();
            if !another_warp_may_release && allocations.peek().is_some() && self.can_end_without(block, &known, &marked)
            {
                found.extend(allocations.map(|instruction| instruction.id));
            }
        }
        found
    }

    /// Whether some path leads from the end of a block to the end of the function without a block in `marked`. Like
    /// `never_before` and `leads_to`, it ignores paths that contradict the `known` conditions.
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

    /// The releases of a pair without a barrier before them.
    ///
    /// A fault can exist on some paths only. For example, a kernel arrives before the release if `c` is true, and after
    /// the release if `c` is false. [`Self::never_before`] is about all paths at once and does not see this fault.
    /// Therefore each condition is tried: the paths are analysed with the assumption that it is true, and then that it
    /// is false.
    fn unsynchronised(&self) -> Vec<(InstId, PairDeallocFault)> {
        let conditions = self.conditions();
        let arrives =
            self.mark_blocks_with(|instruction| self.reach.does(instruction, InstructionClass::ClusterArrive));
        let waits = self.mark_blocks_with(|instruction| self.reach.does(instruction, InstructionClass::ClusterWait));
        let releases = |instruction: &Instruction| match instruction.kind {
            InstructionKind::Call(callee) => self.summaries.unsynchronised(callee).is_some(),
            _ => InstructionClass::PairDealloc.contains(instruction),
        };
        let mut found = Vec::new();
        for block in self.first_blocks_with(releases) {
            let known = self.dominators.conditions(block);
            let undecided = conditions.iter().filter(|condition| known.outcome(**condition).is_none());
            let assumptions = undecided.flat_map(|&condition| [true, false].map(|holds| known.with(condition, holds)));
            let cases: Vec<PathConditions> = std::iter::once(known.clone()).chain(assumptions).collect();
            let instructions = &self.body.blocks[block.index()].instructions;
            for (index, instruction) in instructions.iter().enumerate().filter(|(_, instruction)| releases(instruction))
            {
                let (before, after) = (&instructions[..index], &instructions[index + 1..]);
                let contains = |part: &[Instruction], class| part.iter().any(|other| self.reach.does(other, class));
                // A callee can arrive on its own, before or after its release.
                let (callee_arrives, callee_arrives_after) = match instruction.kind {
                    InstructionKind::Call(callee) => (
                        self.reach.reaches(callee, InstructionClass::ClusterArrive),
                        self.summaries.unsynchronised(callee) == Some(PairDeallocFault::BarrierAfter),
                    ),
                    _ => (false, false),
                };
                let barrier_after = !contains(before, InstructionClass::ClusterArrive)
                    && cases.iter().any(|known| {
                        let arrives_after =
                            contains(after, InstructionClass::ClusterArrive) || self.leads_to(block, known, &arrives);
                        (callee_arrives_after || (!callee_arrives && arrives_after))
                            && self.never_before(block, known, &arrives)
                    });
                if barrier_after {
                    found.push((instruction.id, PairDeallocFault::BarrierAfter));
                } else if !contains(before, InstructionClass::ClusterWait) && self.never_before(block, &known, &waits) {
                    found.push((instruction.id, PairDeallocFault::NoBarrier));
                }
            }
        }
        found
    }

    /// The first [`MAX_CONDITIONS`] conditions that edges of the body depend on.
    fn conditions(&self) -> Vec<ConditionId> {
        let mut conditions = Vec::new();
        let edges = self.body.blocks.iter().flat_map(|block| &block.exits);
        for outcome in edges.flat_map(|edge| &edge.known) {
            if conditions.len() < MAX_CONDITIONS && !conditions.contains(&outcome.condition) {
                conditions.push(outcome.condition);
            }
        }
        conditions
    }

    /// Whether paths lead to a block, and no block before it on any of them is in `marked`.
    fn never_before(&self, block: BlockId, known: &PathConditions, marked: &[bool]) -> bool {
        // From the entry to the first marked block of each path.
        let mut reached_unmarked = false;
        let mut after_marked = Vec::new();
        walk(self.body, known, [BlockId::new(0)], |visited| {
            reached_unmarked |= visited == block;
            if marked[visited.index()] {
                after_marked.extend(successors(self.body, visited, known));
            }
            !marked[visited.index()]
        });
        // From these marked blocks on.
        let mut reached_after_marked = false;
        walk(self.body, known, after_marked, |visited| {
            reached_after_marked |= visited == block;
            !reached_after_marked
        });
        reached_unmarked && !reached_after_marked
    }

    /// Whether some path leads from the end of a block to a block in `marked`.
    fn leads_to(&self, from: BlockId, known: &PathConditions, marked: &[bool]) -> bool {
        let mut found = false;
        walk(self.body, known, successors(self.body, from, known), |block| {
            found |= marked[block.index()];
            !found
        });
        found
    }
}
