//! What an instruction does in a launch.

use std::cmp::Ordering;

use super::address::in_cta;
use super::address::key;
use super::barriers::{BarrierId, Participants};
use super::clock::Operation;
use super::fault::Fault;
use super::frame_values;
use super::granule::granule_of;
use super::lanes::{LaneValues, lanes};
use super::launch::{Launch, Next};
use super::warp::{Frame, GroupState};
use crate::execution::ContextId;
use crate::id::{BlockId, FunctionId, InstId, ValueId};
use crate::program::{BarrierOperation, BulkGroup, ClusterUse, Fence, Instruction, InstructionKind, Meets, Wgmma};

/// The bytes of a response to a request to cancel.
const RESPONSE_BYTES: u64 = 16;

impl Launch<'_, '_> {
    /// The bits of a value.
    pub(super) fn bits(&self, context: ContextId, value: ValueId) -> u8 {
        self.run.function(context).map_or(64, |function| function.bits(value))
    }

    /// The bytes of a value.
    pub(super) fn size(&self, context: ContextId, value: ValueId) -> u64 {
        u64::from(self.bits(context, value).div_ceil(8))
    }

    pub(super) fn operation(&mut self, id: InstId) -> Operation {
        self.operations.push(id);
        Operation(u32::try_from(self.operations.len() - 1).unwrap_or(u32::MAX))
    }

    /// The instruction of an asynchronous operation.
    pub(super) fn instruction_of(&self, operation: Operation) -> Option<InstId> {
        self.operations.get(operation.0 as usize).copied()
    }

    /// Executes an instruction. None if it is not known what it does.
    pub(super) fn instruction(
        &mut self,
        warp: usize,
        group: usize,
        (context, at): (ContextId, BlockId),
        instruction: &Instruction,
        lanes: u32,
    ) -> Option<Next> {
        let id = instruction.id;
        let is_followed = matches!(instruction.kind, InstructionKind::Mbarrier { .. } | InstructionKind::AsyncCopy(_))
            || !instruction.accesses.is_empty();
        if matches!(instruction.cluster_use, ClusterUse::PeerMemory { .. }) && !is_followed {
            return None;
        }
        let is_whole = self.warps.get(warp)?.alive() == lanes;
        let at = (context, at);
        let next = match &instruction.kind {
            InstructionKind::Call { callee, arguments, results } => {
                self.call((warp, group), at, *callee, (arguments, results))?
            }
            InstructionKind::WarpSync { mask, meets, elects, .. } => {
                let next = self.warp_sync((warp, group), id, (*mask, *meets), is_whole)?;
                if let (Next::Goes, Some(elects)) = (&next, *elects) {
                    let elected = self.values(warp, group)?.elected(*mask);
                    self.set(warp, group, elects, elected)?;
                }
                next
            }
            InstructionKind::Barrier { .. }
            | InstructionKind::ClusterArrive { .. }
            | InstructionKind::SetMaxnreg { .. }
                if !is_whole =>
            {
                Next::Again(GroupState::Lanes)
            }
            InstructionKind::Barrier { .. } => self.barrier((warp, group), context, instruction)?,
            InstructionKind::ClusterArrive { relaxed, .. } => {
                let phase = self.arrive_at_barrier(warp, BarrierId::Cluster, (Participants::All, 0), *relaxed)?;
                self.warps.get_mut(warp)?.cluster_phase = Some(phase);
                Next::Goes
            }
            InstructionKind::ClusterWait { .. } => {
                let phase = self.warps.get_mut(warp)?.cluster_phase.take()?;
                Next::Waits(GroupState::Barrier { id: BarrierId::Cluster, phase })
            }
            InstructionKind::Mbarrier { operation, address, relaxed } => {
                self.mbarrier(warp, group, at, instruction, (*operation, *relaxed), (*address)?)?
            }
            InstructionKind::Tcgen05 { .. } => self.tcgen05(warp, group, instruction)?,
            InstructionKind::Wgmma(operation) => self.wgmma((warp, group), id, operation)?,
            InstructionKind::SetMaxnreg { increases, registers } => {
                let registers = self.values(warp, group)?.number((*registers)?)?;
                self.set_maxnreg(warp, *increases, registers)?
            }
            kind => {
                self.operate((warp, group), (at.0, id), kind)?;
                Next::Goes
            }
        };
        if !matches!(next, Next::Goes) {
            return Some(next);
        }
        for access in &instruction.accesses {
            self.access(warp, group, (context, id), access)?;
        }
        Some(Next::Goes)
    }

    /// An instruction at which the lanes of a mask meet; without a mask, all lanes of the warp execute it together.
    fn warp_sync(
        &mut self,
        (warp, group): (usize, usize),
        id: InstId,
        (mask, meets): (Option<ValueId>, Meets),
        is_whole: bool,
    ) -> Option<Next> {
        let values = self.values(warp, group)?;
        let own = values.lanes;
        let wait = match mask {
            None if is_whole => None,
            None => Some(GroupState::Lanes),
            Some(mask) => {
                let masks = values.get(mask);
                let is_outside = |lane: &usize| masks.get(*lane).is_some_and(|mask| mask >> lane & 1 == 0);
                if let Some(lane) = lanes(own).find(is_outside) {
                    self.fault(id, Fault::NotInMask { lane: u32::try_from(lane).unwrap_or(0) });
                }
                let named = lanes(own).try_fold(0, |named, lane| Some(named | masks.get(lane)?));
                let named = named.and_then(|named| u32::try_from(named & u64::from(u32::MAX)).ok());
                let alive = self.warps.get(warp)?.alive();
                named.filter(|named| named & alive & !own != 0).map(|lanes| GroupState::Mask { lanes, meets })
            }
        };
        if let Some(wait) = wait {
            return Some(Next::Again(wait));
        }
        self.count(id);
        Some(Next::Goes)
    }

    /// Executes an instruction that no thread waits at.
    fn operate(
        &mut self,
        (warp, group): (usize, usize),
        (context, id): (ContextId, InstId),
        kind: &InstructionKind,
    ) -> Option<()> {
        match kind {
            InstructionKind::AsyncCopy(copy) => self.async_copy(warp, group, (context, id), copy)?,
            InstructionKind::CpAsync(step) => self.cp_async(warp, group, (context, id), *step)?,
            InstructionKind::BulkGroup(BulkGroup::Commit) => self.warps.get_mut(warp)?.bulk.commit(),
            InstructionKind::BulkGroup(BulkGroup::Wait { pending }) => {
                let warp = self.warps.get_mut(warp)?;
                warp.bulk.wait(*pending, &mut warp.clock);
            }
            InstructionKind::TryCancel { response, mbarrier, multicast, .. } => {
                let values = self.values(warp, group)?;
                let mbarrier = mbarrier.and_then(|mbarrier| values.number(mbarrier))?;
                let response = response.and_then(|response| values.number(response))?;
                self.try_cancel(warp, id, (response, mbarrier), *multicast)?;
            }
            InstructionKind::Fence(Fence::Generic | Fence::MbarrierInit) => self.fence_of_threads(warp)?,
            InstructionKind::Fence(fence @ (Fence::ProxyAsync | Fence::ProxyRelease | Fence::ProxyAcquire)) => {
                self.fence(warp, *fence)?;
            }
            InstructionKind::Strong(strength) => self.order_by_strong(warp, *strength)?,
            InstructionKind::Other
            | InstructionKind::Reference { .. }
            | InstructionKind::CallUnknown
            | InstructionKind::Mapa { .. }
            | InstructionKind::FirstCtaId { .. } => {}
            // Those at which threads can wait.
            InstructionKind::Call { .. }
            | InstructionKind::WarpSync { .. }
            | InstructionKind::Barrier { .. }
            | InstructionKind::ClusterArrive { .. }
            | InstructionKind::ClusterWait { .. }
            | InstructionKind::Mbarrier { .. }
            | InstructionKind::Tcgen05 { .. }
            | InstructionKind::Wgmma(_)
            | InstructionKind::SetMaxnreg { .. } => {}
        }
        Some(())
    }

    /// An instruction has been executed.
    pub(super) fn count(&mut self, id: InstId) {
        *self.executed.entry(id).or_default() += 1;
    }

    /// A call. A function that is not followed returns unknown values.
    fn call(
        &mut self,
        (warp, group): (usize, usize),
        (context, at): (ContextId, BlockId),
        callee: FunctionId,
        (arguments, results): (&[ValueId], &[ValueId]),
    ) -> Option<Next> {
        let index = self.warps.get(warp)?.groups.get(group)?.frames.last()?.index;
        let Some(called) = self.run.callee(context, at, index) else {
            if self.run.follows(callee) {
                return None;
            }
            for &result in results {
                self.set(warp, group, result, LaneValues::UNKNOWN)?;
            }
            return Some(Next::Goes);
        };
        let mut frame = Frame::new(called);
        frame.results = results.to_vec();
        let values = self.values(warp, group)?;
        for (&parameter, &argument) in self.run.function(called)?.parameters.iter().zip(arguments) {
            frame.set(parameter, values.get(argument));
        }
        Some(Next::Calls(frame))
    }

    /// A barrier of the CTA.
    fn barrier(
        &mut self,
        (warp, group): (usize, usize),
        context: ContextId,
        instruction: &Instruction,
    ) -> Option<Next> {
        let InstructionKind::Barrier { operation, id: name, threads, aligned } = instruction.kind else { return None };
        let values = self.values(warp, group)?;
        let is_divergent = aligned && name.is_some_and(|name| values.differs(name));
        let (name, count) = (values.number(name?), threads.map(|threads| values.number(threads)));
        if is_divergent {
            self.fault(instruction.id, Fault::DifferentBarriers);
        }
        if threads.is_some_and(|threads| self.kernel.is_argument(context, threads)) {
            return None;
        }
        let participants = match count {
            None => Participants::All,
            Some(count) => Some(count?).filter(|&count| count != 0).map_or(Participants::All, Participants::Count),
        };
        let cta = self.warps.get(warp)?.cta;
        let of_cta = u64::from(cta.threads().next_multiple_of(32));
        let id = BarrierId::Cta { rank: cta.rank, id: name? };
        self.count(instruction.id);
        if let (Participants::Count(count), Some(barrier)) = (participants, self.barriers.get(&id)) {
            if let Some(other) = barrier.count().filter(|other| *other != count) {
                self.fault(instruction.id, Fault::DifferentCounts { count, other });
            } else if barrier.can_wait_for_others(warp, &self.warps.get(warp)?.clock) {
                self.fault(instruction.id, Fault::ArrivesAgain);
            }
        }
        let phase = self.arrive_at_barrier(warp, id, (participants, of_cta), false)?;
        Some(match operation {
            BarrierOperation::Sync => Next::Waits(GroupState::Barrier { id, phase }),
            BarrierOperation::Arrive => Next::Goes,
        })
    }

    /// `clusterlaunchcontrol.try_cancel`: the response is written to each CTA that gets it, as a copy is.
    fn try_cancel(&mut self, warp: usize, id: InstId, (response, mbarrier): (u64, u64), multicast: bool) -> Option<()> {
        let cta = self.warps.get(warp)?.cta;
        self.requests += 1;
        self.read_arguments.set(self.read_arguments.get().and_responses());
        let answer = frame_values::response(self.requests, self.arguments);
        let receivers = if multicast { 0..cta.cluster_ctas()? } else { cta.rank..cta.rank + 1 };
        for rank in receivers {
            let response = in_cta(response, rank);
            let at = granule_of(response);
            self.responses.extend(at);
            if self.unfenced.iter().any(|&(_, read)| Some(read) == at) {
                self.fault(id, Fault::NotFenced);
            }
            let copy = self.operation(id);
            let bytes = Some(RESPONSE_BYTES);
            self.copy(warp, copy, (in_cta(mbarrier, rank), bytes), Some((response, bytes)), false)?;
            self.memory.store(key(response), 8, Some(answer));
        }
        Some(())
    }

    /// An operation of wgmma.
    fn wgmma(&mut self, (warp, group): (usize, usize), id: InstId, operation: &Wgmma) -> Option<Next> {
        match operation {
            Wgmma::Mma { descriptors, .. } => {
                let product = self.product_of_group(warp, id)?;
                let own = self.warps.get(warp)?.cta.rank;
                self.read_matrices(warp, group, product, (descriptors, None), &[own])?;
                self.count(id);
                self.warps.get_mut(warp)?.wgmma.add(product);
            }
            Wgmma::Commit => self.warps.get_mut(warp)?.wgmma.commit(),
            Wgmma::Wait { pending } => {
                let own = self.warps.get(warp)?;
                let left = u32::try_from(own.wgmma.left(*pending)).unwrap_or(u32::MAX);
                // The warps of a warp group issue a product together: it is complete after all of them have.
                let awaited = own.products.saturating_sub(left);
                if !self.has_issued(warp, awaited) {
                    return Some(Next::Again(GroupState::Products(awaited)));
                }
                let own = self.warps.get_mut(warp)?;
                own.wgmma.wait(*pending, &mut own.clock);
            }
            Wgmma::Fence => {}
        }
        Some(Next::Goes)
    }

    /// `setmaxnreg`: `.inc` waits until enough registers are free.
    fn set_maxnreg(&mut self, warp: usize, increases: bool, registers: u64) -> Option<Next> {
        let own = self.warps.get_mut(warp)?;
        let difference = 32 * registers.abs_diff(own.registers);
        let free = self.registers.entry(own.cta.rank).or_default();
        match (increases, registers.cmp(&own.registers)) {
            (true, Ordering::Greater) if *free < difference => {
                return Some(Next::Again(GroupState::Registers(difference)));
            }
            (true, Ordering::Greater) => (*free, own.registers) = (*free - difference, registers),
            (false, Ordering::Less) => (*free, own.registers) = (*free + difference, registers),
            _ => {}
        }
        Some(Next::Goes)
    }

    /// The phase of a barrier that a warp arrives at.
    fn arrive_at_barrier(
        &mut self,
        warp: usize,
        id: BarrierId,
        participants: (Participants, u64),
        relaxed: bool,
    ) -> Option<u64> {
        let clock = self.warps.get_mut(warp)?.release_by(relaxed);
        let barrier = self.barriers.entry(id).or_default();
        let phase = barrier.phase;
        barrier.arrive(warp, participants, &clock)?;
        self.complete_barriers();
        Some(phase)
    }
}

/// The ranks of a mask of CTAs.
pub(super) fn ranks(mask: u64) -> impl Iterator<Item = u32> {
    (0..16).filter(move |rank| mask >> rank & 1 == 1)
}
