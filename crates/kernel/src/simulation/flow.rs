//! How a group of lanes goes from one block to the next: branches, calls, exits and the barriers that these complete,
//! and ways around what is not known.

use super::barriers::BarrierId;
use super::clock::Clock;
use super::lanes::{LaneValues, lanes};
use super::launch::Launch;
use super::needed::is_in;
use super::origins::is_argument;
use super::warp::Warp;
use crate::execution::ContextId;
use crate::id::BlockId;
use crate::program::{
    Block, CpAsync, Direction, Fence, Function, Instruction, InstructionKind, Strength, Target, Terminator,
};
use crate::value::{Space, ValueKind};

impl<'p> Launch<'_, 'p> {
    /// Sets what a visit of a block computes anew.
    pub(super) fn enter_block(&mut self, warp: usize, group: usize, function: &Function, block: &Block) -> Option<()> {
        let kernel = self.kernel;
        let needed = kernel.needed(self.values(warp, group)?.frame.context);
        for &value in block.computes.iter().filter(|value| is_in(needed, **value)) {
            let computed = match &function.value(value)?.kind {
                ValueKind::Compute(operator, operands) if operator.is_of_lanes() => {
                    let alive = self.warps.get(warp)?.alive();
                    self.values(warp, group)?.of_lanes(*operator, operands, alive)
                }
                ValueKind::Load { space: Space::Constant, .. } => continue,
                _ if is_argument(self.run.program(), function, value) => continue,
                _ => LaneValues::UNKNOWN,
            };
            self.set(warp, group, value, computed)?;
        }
        self.warps.get_mut(warp)?.groups.get_mut(group)?.frames.last_mut()?.has_entered = true;
        Some(())
    }

    /// Goes on after the last instruction of a block.
    pub(super) fn end_block(
        &mut self,
        warp: usize,
        group: usize,
        function: &'p Function,
        at: BlockId,
        block: &'p Block,
    ) -> Option<()> {
        let values = self.values(warp, group)?;
        let all = values.lanes;
        let context = values.frame.context;
        let targets: Vec<&Target> = block.end.targets().collect();
        // The lanes that take each edge; none if that is not known.
        let mut taken: Vec<u32> = vec![0; targets.len()];
        let is_known = match &block.end {
            Terminator::Jump(_) => {
                taken = vec![all];
                true
            }
            Terminator::Branch { condition, .. } => {
                let condition = values.get(*condition);
                lanes(all).all(|lane| {
                    let Some(number) = condition.get(lane) else { return false };
                    let edge = usize::from(number == 0);
                    taken.get_mut(edge).map(|taken| *taken |= 1 << lane).is_some()
                })
            }
            Terminator::Switch { value, cases, .. } => {
                let value = values.get(*value);
                lanes(all).all(|lane| {
                    let Some(number) = value.get(lane) else { return false };
                    let case = cases.iter().position(|(constant, _)| *constant == number).map_or(0, |case| case + 1);
                    taken.get_mut(case).map(|taken| *taken |= 1 << lane).is_some()
                })
            }
            Terminator::OneOf(_) => false,
            Terminator::Return(results) => {
                let results: Vec<LaneValues> = results.iter().map(|&result| values.get(result)).collect();
                return self.leave(warp, group, &results);
            }
            Terminator::Exit => return self.leave_kernel(warp, group),
            Terminator::Trap => return None,
        };
        let tested = match &block.end {
            Terminator::Branch { condition: tested, .. } | Terminator::Switch { value: tested, .. } => Some(tested),
            _ => None,
        };
        if let Some(&tested) = tested.filter(|tested| self.kernel.is_argument(context, **tested)) {
            let edges = taken.iter().take(64).enumerate().filter(|(_, lanes)| **lanes != 0);
            let edges = edges.fold(0, |edges, (edge, _)| edges | 1 << edge);
            *self.warps.get_mut(warp)?.decided.entry((context, tested)).or_default() |= edges;
        }
        if !is_known {
            return self.take_detour(warp, group, function, (context, at));
        }
        let mut rest = Vec::new();
        for (target, lanes) in targets.into_iter().zip(taken).filter(|(_, lanes)| *lanes != 0) {
            let values = self.values(warp, group)?;
            let parameters = function.block(target.to)?.parameters.iter().zip(&target.arguments);
            let parameters = parameters.filter(|(parameter, _)| values.is_needed(**parameter));
            let parameters = parameters.map(|(&parameter, &argument)| (parameter, values.get(argument)));
            rest.push((lanes, target.to, parameters.collect::<Vec<_>>()));
        }
        let groups = &mut self.warps.get_mut(warp)?.groups;
        // All but the first edge get a group of their own.
        for _ in 1..rest.len() {
            let copy = groups.get(group)?.clone();
            groups.push(copy);
        }
        let first_copy = groups.len() - rest.len().checked_sub(1)?;
        for (number, (lanes, to, parameters)) in rest.into_iter().enumerate() {
            let next = groups.get_mut(if number == 0 { group } else { first_copy + number - 1 })?;
            next.lanes = lanes;
            next.frames.last_mut()?.go_to(to, parameters.into_iter());
        }
        Some(())
    }

    /// Goes around what an unknown condition decides, if nothing there matters.
    pub(super) fn take_detour(
        &mut self,
        warp: usize,
        group: usize,
        function: &Function,
        from: (ContextId, BlockId),
    ) -> Option<()> {
        let detour = self.kernel.detour(from)?;
        // What is left out may have been executed by all lanes: no wait and no order is reported as missing.
        self.warps.get_mut(warp)?.begin(u32::MAX);
        // A loop that waits for memory goes on when another thread has stored there.
        let graph = self.run.graph(from.0)?;
        let waits = |block: BlockId| graph.is_in_cycle(block) && function.block(block).is_some_and(has_strong);
        self.has_skipped_loop |= detour.blocks.iter().any(|&block| block == from.1 || waits(block));
        for block in detour.blocks.iter().chain([&detour.to]).filter_map(|&block| function.block(block)) {
            for &parameter in block.parameters.iter().chain(&block.computes) {
                self.set(warp, group, parameter, LaneValues::UNKNOWN)?;
            }
        }
        for instruction in
            detour.blocks.iter().filter_map(|&block| function.block(block)).flat_map(|found| &found.instructions)
        {
            for access in instruction.accesses.iter().filter(|access| access.direction == Direction::Store) {
                self.may_store(warp, group, from.0, access)?;
            }
            for access in instruction.accesses.iter().filter(|access| access.strength != Strength::Weak) {
                self.order_by_strong(warp, access.strength)?;
            }
            match instruction.kind {
                InstructionKind::WarpSync { .. } => self.warps.get_mut(warp)?.meet(u32::MAX),
                InstructionKind::CpAsync(CpAsync::Copy { to: Some(to), .. }) => self.forget_at(from.0, to),
                InstructionKind::CpAsync(CpAsync::Copy { to: None, .. }) => self.memory.forget_all(),
                InstructionKind::AsyncCopy(ref copy) => self.forget_target(from.0, copy),
                InstructionKind::CpAsync(_) => {
                    self.wait_for_all(warp)?;
                    self.warps.get_mut(warp)?.synchronise_lanes();
                }
                InstructionKind::Fence(fence @ Fence::ProxyAsync) => self.fence(warp, fence)?,
                InstructionKind::Fence(Fence::Generic | Fence::MbarrierInit) => self.fence_of_threads(warp)?,
                InstructionKind::Strong(strength) => self.order_by_strong(warp, strength)?,
                _ => {}
            }
        }
        let frame = self.warps.get_mut(warp)?.groups.get_mut(group)?.frames.last_mut()?;
        (frame.block, frame.index, frame.has_entered) = (detour.to, 0, false);
        Some(())
    }

    pub(super) fn leave(&mut self, warp: usize, group: usize, results: &[LaneValues]) -> Option<()> {
        let found = self.warps.get_mut(warp)?.groups.get_mut(group)?;
        if found.frames.len() < 2 {
            return self.leave_kernel(warp, group);
        }
        let called = found.frames.pop()?;
        let frame = found.frames.last_mut()?;
        for (index, &result) in called.results.iter().enumerate() {
            frame.set(result, results.get(index).cloned().unwrap_or(LaneValues::UNKNOWN));
        }
        Some(())
    }

    /// The warps that have not ended and take part in a barrier.
    pub(super) fn alive(&self, id: BarrierId) -> Vec<usize> {
        self.warps_of(id).filter(|warp| !warp.groups.is_empty()).map(|warp| warp.index).collect()
    }

    /// What the warps know that have ended and took part in a barrier.
    pub(super) fn ended(&self, id: BarrierId) -> impl Iterator<Item = &Clock> {
        self.warps_of(id).filter(|warp| warp.groups.is_empty()).map(|warp| &warp.clock)
    }

    /// Whether a thread has exited that would take part in a barrier.
    pub(super) fn has_exited(&self, id: BarrierId) -> bool {
        match id {
            BarrierId::Cluster => !self.exited.is_empty(),
            BarrierId::Cta { rank, .. } => self.exited.contains(&rank),
        }
    }

    fn warps_of(&self, id: BarrierId) -> impl Iterator<Item = &Warp> {
        self.warps.iter().filter(move |warp| match id {
            BarrierId::Cluster => true,
            BarrierId::Cta { rank, .. } => warp.cta.rank == rank,
        })
    }

    /// Begins the next phase of each barrier that nothing is missing at.
    pub(super) fn complete_barriers(&mut self) {
        let mut barriers = std::mem::take(&mut self.barriers);
        for (&id, barrier) in &mut barriers {
            if barrier.is_complete(&self.alive(id)) {
                self.has_barrier_after_exit |= barrier.is_of_all() && self.has_exited(id);
                barrier.complete(self.ended(id));
            }
        }
        self.barriers = barriers;
    }

    /// Ends the threads of a group.
    pub(super) fn leave_kernel(&mut self, warp: usize, group: usize) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        found.groups.swap_remove(group);
        let rank = found.cta.rank;
        self.exited.insert(rank);
        self.complete_barriers();
        Some(())
    }
}

/// Whether a block has a strong operation.
fn has_strong(block: &Block) -> bool {
    let is_strong = |found: &Instruction| {
        matches!(found.kind, InstructionKind::Strong(_))
            || found.accesses.iter().any(|access| access.strength != Strength::Weak)
    };
    block.instructions.iter().any(is_strong)
}
