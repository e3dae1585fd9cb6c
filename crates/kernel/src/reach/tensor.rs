//! What becomes of tensor memory: allocations that no way is sure to release, pairs that are released out of step.
//!
//! An *allocation* of a function is `tcgen05.alloc`, or a call of a function that leaves one open. It is released by
//! `tcgen05.dealloc`, or by a call of a function that may reach one. It is *open* where some way leads from it to the end
//! of the function without a release. Ways that contradict what is known where it stands do not count: with the allocation
//! and the release both behind `warp == 0`, no way has the one without the other. Where a release stands behind a condition
//! that the allocation does not, and the other way round, another warp may release what this one allocates, and nothing
//! is said.
//!
//! A *release of a pair* is `tcgen05.dealloc.cta_group::2`, or a call of a function that has one with no barrier before.
//! The rules ask for `barrier.cluster` on the ways to it and from it. A call of a function that may reach one counts as one.
//!
//! Leaves out on purpose: within a cycle of calls, a callee that is not looked at yet does nothing of this; in one
//! function, all beyond [`MOST`] blocks.

use super::path::{Dominators, PathConditions, successors, walk};
use super::{CallGraph, InstructionClass, Reach};
use crate::body::{Body, Instruction, InstructionKind};

/// The blocks with an allocation, a release or a release of a pair, each, that are looked at in one function, and the
/// conditions that are tried at one of them. Tensor memory has 512 columns and hands out 32 at least.
const MOST: usize = 16;

/// How a CTA pair releases tensor memory, where no way has `barrier.cluster` before.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PairDealloc {
    /// On some way the barrier comes afterwards: none arrives before, and some do after.
    BarrierAfter,
    /// No way waits for the peer before.
    NoBarrier,
}

/// What becomes of tensor memory in one function.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Release {
    /// The instructions and calls that leave an allocation open, by number.
    pub open: Vec<usize>,
    /// The instructions and calls that release a pair without a barrier before, by number.
    pub pairs: Vec<(usize, PairDealloc)>,
}

/// What callers need to know of each function.
#[derive(Debug, Default)]
pub(super) struct Tensor {
    open: Vec<bool>,
    pairs: Vec<Option<PairDealloc>>,
}

impl Tensor {
    pub(super) fn of(reach: &Reach<'_>, calls: &CallGraph) -> Self {
        let count = reach.program.functions.len();
        let mut tensor = Tensor { open: vec![false; count], pairs: vec![None; count] };
        for function in calls.callees_first() {
            let release = look(reach, &tensor, function);
            tensor.open[function] = !release.open.is_empty();
            let mut kinds = release.pairs.iter().map(|&(_, kind)| kind);
            let last = kinds.clone().next();
            tensor.pairs[function] = kinds.find(|&kind| kind == PairDealloc::BarrierAfter).or(last);
        }
        tensor
    }

    fn leaves_open(&self, callee: usize) -> bool {
        self.open.get(callee).copied().unwrap_or_default()
    }

    fn releases_pair(&self, callee: usize) -> Option<PairDealloc> {
        self.pairs.get(callee).copied().flatten()
    }
}

pub(super) fn release(reach: &Reach<'_>, function: usize) -> Release {
    look(reach, &reach.tensor, function)
}

fn look(reach: &Reach<'_>, tensor: &Tensor, function: usize) -> Release {
    let allocates = reach.reaches(function, InstructionClass::Alloc);
    let pairs = reach.reaches(function, InstructionClass::PairDealloc);
    if !allocates && !pairs {
        return Release::default();
    }
    let body = reach.body(function);
    let scene = Scene { reach, tensor, body, dominators: Dominators::of(body) };
    Release {
        open: if allocates { scene.open() } else { Vec::new() },
        pairs: if pairs { scene.pairs() } else { Vec::new() },
    }
}

struct Scene<'r, 'a> {
    reach: &'r Reach<'a>,
    tensor: &'r Tensor,
    body: &'a Body,
    dominators: Dominators<'a>,
}

impl Scene<'_, '_> {
    fn allocates(&self, instruction: &Instruction) -> bool {
        match instruction.kind {
            InstructionKind::Call(callee) => self.tensor.leaves_open(callee),
            _ => InstructionClass::Alloc.contains(instruction),
        }
    }

    fn releases(&self, instruction: &Instruction) -> bool {
        self.reach.does(instruction, InstructionClass::Dealloc)
    }

    /// The first blocks with such an instruction.
    fn blocks(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<usize> {
        let blocks = self.body.blocks.iter().enumerate();
        let found = blocks.filter(|(_, block)| block.instructions.iter().any(&wanted)).map(|(number, _)| number);
        found.take(MOST).collect()
    }

    /// For each block whether it has such an instruction.
    fn with(&self, wanted: impl Fn(&Instruction) -> bool) -> Vec<bool> {
        self.body.blocks.iter().map(|block| block.instructions.iter().any(&wanted)).collect()
    }

    fn open(&self) -> Vec<usize> {
        let mut open = Vec::new();
        let releases = self.with(|instruction| self.releases(instruction));
        let released: Vec<PathConditions> = self
            .blocks(|instruction| self.releases(instruction))
            .iter()
            .map(|&at| self.dominators.conditions(at))
            .collect();
        for at in self.blocks(|instruction| self.allocates(instruction)) {
            let known = self.dominators.conditions(at);
            let elsewhere = released.iter().any(|other| !known.is_subset(other) && !other.is_subset(&known));
            let instructions = &self.body.blocks[at].instructions;
            // Only what stands behind the last release of the block can leave it.
            let last = instructions.iter().rposition(|instruction| self.releases(instruction));
            let behind = match last.and_then(|last| Some((last, instructions.get(last)?))) {
                // A call may release one and leave another.
                Some((last, call)) if self.allocates(call) => &instructions[last..],
                Some((last, _)) => &instructions[last + 1..],
                None => instructions.as_slice(),
            };
            let mut behind = behind.iter().filter(|instruction| self.allocates(instruction)).peekable();
            if !elsewhere && behind.peek().is_some() && self.ends(at, &known, &releases) {
                open.extend(behind.map(|instruction| instruction.place));
            }
        }
        open
    }

    /// Whether some way from the end of a block leads to the end of the function and to no such block.
    fn ends(&self, from: usize, known: &PathConditions, but: &[bool]) -> bool {
        if self.body.blocks[from].exits.is_empty() {
            return true;
        }
        let mut ends = false;
        walk(self.body, known, successors(self.body, from, known), |block| {
            ends |= !but[block] && self.body.blocks[block].exits.is_empty();
            !but[block]
        });
        ends
    }

    fn pairs(&self) -> Vec<(usize, PairDealloc)> {
        let conditions = self.conditions();
        let arrives = self.with(|instruction| self.reach.does(instruction, InstructionClass::ClusterArrive));
        let waits = self.with(|instruction| self.reach.does(instruction, InstructionClass::ClusterWait));
        let releases = |instruction: &Instruction| match instruction.kind {
            InstructionKind::Call(callee) => self.tensor.releases_pair(callee).is_some(),
            _ => InstructionClass::PairDealloc.contains(instruction),
        };
        let mut found = Vec::new();
        for at in self.blocks(releases) {
            let known = self.dominators.conditions(at);
            let tried = conditions.iter().filter(|condition| known.outcome(**condition).is_none());
            let assumed = tried.flat_map(|&condition| [true, false].map(|holds| known.with(condition, holds)));
            let cases: Vec<PathConditions> = std::iter::once(known.clone()).chain(assumed).collect();
            let instructions = &self.body.blocks[at].instructions;
            for (place, instruction) in instructions.iter().enumerate().filter(|(_, instruction)| releases(instruction))
            {
                let (before, after) = (&instructions[..place], &instructions[place + 1..]);
                let in_block = |part: &[Instruction], kind| part.iter().any(|other| self.reach.does(other, kind));
                let (own, follows) = match instruction.kind {
                    InstructionKind::Call(callee) => (
                        self.reach.reaches(callee, InstructionClass::ClusterArrive),
                        self.tensor.releases_pair(callee) == Some(PairDealloc::BarrierAfter),
                    ),
                    _ => (false, false),
                };
                let out_of_step = !in_block(before, InstructionClass::ClusterArrive)
                    && cases.iter().any(|known| {
                        let after =
                            in_block(after, InstructionClass::ClusterArrive) || self.leads_to(at, known, &arrives);
                        (follows || !own && after) && self.never_before(at, known, &arrives)
                    });
                if out_of_step {
                    found.push((instruction.place, PairDealloc::BarrierAfter));
                } else if !in_block(before, InstructionClass::ClusterWait) && self.never_before(at, &known, &waits) {
                    found.push((instruction.place, PairDealloc::NoBarrier));
                }
            }
        }
        found
    }

    /// The first conditions that the edges ask.
    fn conditions(&self) -> Vec<u32> {
        let mut conditions = Vec::new();
        let edges = self.body.blocks.iter().flat_map(|block| &block.exits);
        for known in edges.flat_map(|edge| &edge.known) {
            if conditions.len() < MOST && !conditions.contains(&known.condition) {
                conditions.push(known.condition);
            }
        }
        conditions
    }

    /// Whether the block can be entered, and no way to it passes such a block.
    fn never_before(&self, at: usize, known: &PathConditions, marked: &[bool]) -> bool {
        let mut entered = false;
        let mut passed = Vec::new();
        walk(self.body, known, [0], |block| {
            entered |= block == at;
            if marked[block] {
                passed.extend(successors(self.body, block, known));
            }
            !marked[block]
        });
        let mut late = false;
        walk(self.body, known, passed, |block| {
            late |= block == at;
            !late
        });
        entered && !late
    }

    /// Whether some way from the end of a block leads to such a block.
    fn leads_to(&self, from: usize, known: &PathConditions, marked: &[bool]) -> bool {
        let mut found = false;
        walk(self.body, known, successors(self.body, from, known), |block| {
            found |= marked[block];
            !found
        });
        found
    }
}
