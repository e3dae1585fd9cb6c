//! What an instruction does in a launch.

use smallvec::{SmallVec, smallvec};

use super::barriers::BarrierId;
use super::clock::{Access, Clock, Operation};
use super::lanes::Lanes;
use super::launch::{Launch, Next};
use super::shared::place;
use super::warp::{self, Frame, Several, State};
use super::{Fault, in_cta};
use crate::execution::ContextId;
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{
    BarrierOperation, Block, BulkGroup, CtaGroup, Fence, Instruction, InstructionKind, Tcgen05, Wgmma,
};
use crate::value::Space;

/// The part of an address of tensor memory that is the same for the warps that load a matrix: the column, and the lane in the
/// quarter of a warp.
const COLUMN: u64 = 0x1f_ffff;

/// The bytes of a response to a request to cancel.
const RESPONSE_BYTES: u64 = 16;

/// The distance of the lanes of tensor memory.
const LANE: u64 = 1 << 16;

/// The distance of the allocations of a launch: the columns that there are.
const ALLOCATION: u64 = 0x200;

impl Launch<'_, '_> {
    /// The bytes of a value.
    pub(super) fn size(&self, context: ContextId, value: ValueId) -> u64 {
        let bits = self.run.function(context).and_then(|function| function.value(value)).map_or(64, |value| value.bits);
        u64::from(bits.div_ceil(8))
    }

    /// The product that reads matrices here. The warps of a warp group execute one product of wgmma together.
    pub(super) fn product(&mut self, warp: usize, block: &Block, reads: &Instruction) -> Option<Operation> {
        let is_of_group = |found: &Instruction| found.id == reads.id && matches!(found.kind, InstructionKind::Wgmma(_));
        if !block.instructions.iter().any(is_of_group) {
            return Some(self.operation(reads.id));
        }
        let found = self.warps.get_mut(warp)?;
        found.products += 1;
        let key = (found.index - found.number % 4, found.products);
        if let Some(known) = self.products.get(&key) {
            return Some(*known);
        }
        let product = self.operation(reads.id);
        self.products.insert(key, product);
        Some(product)
    }

    pub(super) fn operation(&mut self, id: InstId) -> Operation {
        self.operations.push(id);
        Operation(u32::try_from(self.operations.len() - 1).unwrap_or(u32::MAX))
    }

    /// Executes an instruction. None if it is not known what it does.
    pub(super) fn instruction(
        &mut self,
        warp: usize,
        group: usize,
        (context, at, block): (ContextId, BlockId, &Block),
        instruction: &Instruction,
        lanes: u32,
    ) -> Option<Next> {
        let id = instruction.id;
        let is_whole = |launch: &Self| launch.warps.get(warp).is_some_and(|warp| warp.alive() == lanes);
        match &instruction.kind {
            InstructionKind::Call { callee, arguments, results } => {
                let index = self.warps.get(warp)?.groups.get(group)?.frames.last()?.index;
                let Some(called) = self.run.callee(context, at, index) else {
                    if self.run.follows(*callee) {
                        return None;
                    }
                    for &result in results {
                        self.set(warp, group, result, Lanes::UNKNOWN)?;
                    }
                    return Some(Next::Goes);
                };
                let mut frame = Frame::new(called);
                frame.results.clone_from(results);
                let values = self.values(warp, group)?;
                for (&parameter, &argument) in self.run.function(called)?.parameters.iter().zip(arguments) {
                    frame.set(parameter, values.get(argument));
                }
                return Some(Next::Calls(frame));
            }
            InstructionKind::WarpSync { mask, .. } => {
                let all = u64::from(u32::MAX);
                let is_all = match mask {
                    Some(mask) => self.values(warp, group)?.number(*mask) == Some(all),
                    None => true,
                };
                if is_all && !is_whole(self) {
                    return Some(Next::Again(State::Lanes));
                }
            }
            InstructionKind::Barrier { operation, id: name, threads, .. } => {
                if !is_whole(self) {
                    return Some(Next::Again(State::Lanes));
                }
                let values = self.values(warp, group)?;
                let name = values.number((*name)?)?;
                let count = match threads {
                    Some(threads) => Some(values.number(*threads).filter(|_| !self.is_argument(context, *threads))?),
                    None => None,
                };
                let cta = self.warps.get(warp)?.cta;
                let whole = u64::from(cta.threads().next_multiple_of(32));
                let count = count.filter(|&count| count != 0 && count != whole);
                *self.executed.entry(id).or_default() += 1;
                let name = BarrierId::Cta { rank: cta.rank, id: name };
                let phase = self.arrive_at_barrier(warp, name, count)?;
                if *operation == BarrierOperation::Sync {
                    return Some(Next::Waits(State::Barrier { id: name, phase }));
                }
            }
            InstructionKind::ClusterArrive { .. } => {
                if !is_whole(self) {
                    return Some(Next::Again(State::Lanes));
                }
                let phase = self.arrive_at_barrier(warp, BarrierId::Cluster, None)?;
                self.warps.get_mut(warp)?.cluster_phase = Some(phase);
            }
            InstructionKind::ClusterWait { .. } => {
                let phase = self.warps.get_mut(warp)?.cluster_phase.take()?;
                return Some(Next::Waits(State::Barrier { id: BarrierId::Cluster, phase }));
            }
            InstructionKind::RemoteAccess { .. } => {
                let is_of_mbarrier = |found: &Instruction| {
                    let kind = &found.kind;
                    found.id == id
                        && matches!(kind, InstructionKind::Mbarrier { .. } | InstructionKind::AsyncCopy { .. })
                };
                // Such as `st.async`, whose bytes complete on an mbarrier.
                block.instructions.iter().find(|found| is_of_mbarrier(found))?;
            }
            InstructionKind::Multicast { ctas, to, of_pairs } => {
                let values = self.values(warp, group)?;
                let ctas = values.number((*ctas)?)?;
                let to = to.and_then(|to| values.number(to));
                self.warps.get_mut(warp)?.multicast = Some(Several { ctas, to, of_pairs: *of_pairs });
            }
            InstructionKind::Mbarrier { operation, address } => {
                return self.mbarrier(warp, group, (context, at, block), instruction, *operation, (*address)?);
            }
            InstructionKind::CopySource { from, bytes } => {
                let values = self.values(warp, group)?;
                let source = (values.number(*from), bytes.and_then(|bytes| values.number(bytes)));
                self.warps.get_mut(warp)?.source = Some(source);
            }
            InstructionKind::AsyncCopy { barrier: None, .. } => self.bulk_copy(warp, id)?,
            InstructionKind::AsyncCopy { barrier: Some(barrier), to, bytes } => {
                let values = self.values(warp, group)?;
                // Each lane copies as many.
                let bytes = bytes.and_then(|bytes| values.number(bytes)?.checked_mul(lanes.count_ones().into()));
                let barrier = values.number(*barrier)?;
                let to = to.and_then(|to| values.number(to));
                match self.warps.get_mut(warp)?.multicast.take() {
                    Some(several) => {
                        for rank in ranks(several.ctas) {
                            let to = several.to.map(|to| in_cta(to, rank));
                            self.copy(warp, id, (several.barrier(barrier, rank), bytes), to)?;
                        }
                    }
                    None => self.copy(warp, id, (barrier, bytes), to)?,
                }
            }
            InstructionKind::CpAsync(step) => self.cp_async(warp, group, id, *step)?,
            InstructionKind::BulkGroup(BulkGroup::Commit) => self.warps.get_mut(warp)?.bulk.commit(),
            InstructionKind::BulkGroup(BulkGroup::Wait { pending }) => {
                let warp = self.warps.get_mut(warp)?;
                warp.bulk.wait(*pending, &mut warp.clock);
            }
            InstructionKind::TryCancel { response, barrier, multicast, .. } => {
                let values = self.values(warp, group)?;
                let barrier = barrier.and_then(|barrier| values.number(barrier))?;
                let response = response.and_then(|response| values.number(response))?;
                let cta = self.warps.get(warp)?.cta;
                self.requests += 1;
                let answer = warp::response(self.requests, self.arguments);
                let receivers = if *multicast { 0..cta.cluster_ctas()? } else { cta.rank..cta.rank + 1 };
                for rank in receivers {
                    let response = in_cta(response, rank);
                    let at = place(response);
                    self.responses.extend(at);
                    if self.unfenced.iter().any(|&(_, read)| Some(read) == at) {
                        self.fault(id, Fault::NotFenced);
                    }
                    self.copy(warp, id, (in_cta(barrier, rank), Some(RESPONSE_BYTES)), Some(response))?;
                    self.memory.store(key(response), 8, Some(answer));
                }
            }
            InstructionKind::ReadMatrices { descriptors } => {
                let product = self.product(warp, block, instruction)?;
                let values = self.values(warp, group)?;
                let descriptors: Vec<u64> = descriptors.iter().filter_map(|&found| values.number(found)).collect();
                let readers = self.of_pair(warp, block, id)?;
                let matrices = descriptors.iter().map(|descriptor| (descriptor & 0x3fff) << 4);
                let matrices = matrices.flat_map(|matrix| readers.iter().map(move |&rank| in_cta(matrix, rank)));
                self.read_asynchronously(warp, id, product, matrices)?;
                *self.executed.entry(id).or_default() += 1;
                let warp = self.warps.get_mut(warp)?;
                warp.product = Some(product);
                warp.wgmma.add(product);
                warp.committed.push(product);
            }
            InstructionKind::Fence(fence @ (Fence::ProxyAsync | Fence::ProxyRelease | Fence::ProxyAcquire)) => {
                self.fence(warp, *fence)?;
            }
            InstructionKind::Wgmma(Wgmma::Commit) => self.warps.get_mut(warp)?.wgmma.commit(),
            InstructionKind::Wgmma(Wgmma::Wait { pending }) => {
                let warp = self.warps.get_mut(warp)?;
                warp.wgmma.wait(*pending, &mut warp.clock);
            }
            InstructionKind::Tcgen05 { operation, address, columns, .. } => {
                let columns = columns.and_then(|columns| self.values(warp, group)?.number(columns));
                self.tcgen05(warp, group, (block, id), *operation, *address, columns)?;
            }
            InstructionKind::Load { address, space: Space::Shared, value } => {
                self.load(warp, group, (context, id), *address, *value)?;
            }
            InstructionKind::Store { address, value } => self.store(warp, group, (context, id), *address, *value)?,
            _ => {}
        }
        Some(Next::Goes)
    }

    /// The phase of a barrier that a warp arrives at.
    fn arrive_at_barrier(&mut self, warp: usize, id: BarrierId, count: Option<u64>) -> Option<u64> {
        let clock = self.warps.get_mut(warp)?.tell();
        let barrier = self.barriers.entry(id).or_default();
        let phase = barrier.phase;
        barrier.arrive(warp, count, &clock)?;
        self.complete_barriers();
        Some(phase)
    }

    /// The number of columns of the allocation that an address of tensor memory is in, if it is known.
    fn allocated_at(&self, rank: u32, address: u64) -> Option<u64> {
        let index = usize::try_from(address % LANE / ALLOCATION).ok()?;
        self.allocated.get(&rank)?.get(index).copied().flatten()
    }

    /// The CTAs whose memory a product reads and writes: its own, or both of the pair.
    fn of_pair(&self, warp: usize, block: &Block, id: InstId) -> Option<SmallVec<[u32; 2]>> {
        let is_of_pair = |found: &Instruction| {
            found.id == id && matches!(found.kind, InstructionKind::Tcgen05 { group: Some(CtaGroup::Two), .. })
        };
        let own = self.warps.get(warp)?.cta.rank;
        let has_peer = block.instructions.iter().any(is_of_pair);
        Some(if has_peer { smallvec![own, own ^ 1] } else { smallvec![own] })
    }

    pub(super) fn tcgen05(
        &mut self,
        warp: usize,
        group: usize,
        (block, id): (&Block, InstId),
        operation: Tcgen05,
        address: Option<ValueId>,
        columns: Option<u64>,
    ) -> Option<()> {
        let values = self.values(warp, group)?;
        let is_divergent = address.is_some_and(|address| values.differs(address));
        let address = address.and_then(|address| values.number(address));
        if is_divergent && matches!(operation, Tcgen05::Ld | Tcgen05::St) {
            self.fault(id, Fault::DifferentAddresses);
        }
        let found = self.warps.get(warp)?;
        let (rank, access) = (found.cta.rank, found.access());
        if let (Tcgen05::Mma | Tcgen05::Ld | Tcgen05::St, Some(address)) = (operation, address)
            && let Some(columns) = self.allocated_at(rank, address)
            && address % ALLOCATION >= columns
        {
            self.fault(id, Fault::NotAllocated { column: address % ALLOCATION, columns });
        }
        let found = self.warps.get(warp)?;
        match (operation, address) {
            (Tcgen05::Alloc, Some(address)) => {
                let allocated = self.allocated.entry(found.cta.rank).or_default();
                // No address is left.
                if allocated.len() as u64 >= LANE / ALLOCATION {
                    return None;
                }
                self.memory.store(key(address), 4, Some(allocated.len() as u64 * ALLOCATION));
                allocated.push(columns);
            }
            (Tcgen05::Commit, barrier) => {
                let mut clock = self.warps.get_mut(warp)?.tell();
                let committed = self.warps.get(warp)?.committed.clone();
                committed.into_iter().for_each(|operation| clock.complete(operation));
                let barrier = barrier?;
                match self.warps.get_mut(warp)?.multicast.take() {
                    Some(several) => {
                        for barrier in ranks(several.ctas).map(|rank| in_cta(barrier, rank)) {
                            self.access_remote(warp, id, barrier, access)?;
                            self.initialised(warp, id, key(barrier))?.arrive(1, &clock);
                        }
                    }
                    None => {
                        self.access_remote(warp, id, barrier, access)?;
                        self.initialised(warp, id, key(barrier))?.arrive(1, &clock);
                    }
                }
            }
            (Tcgen05::Mma, address) => {
                let product = match self.warps.get_mut(warp)?.product.take() {
                    Some(product) => product,
                    None => self.operation(id),
                };
                if let Some(address) = address {
                    // Products of one thread are executed in their order.
                    let mut clock = self.warps.get(warp)?.clock.clone();
                    self.warps.get(warp)?.committed.iter().for_each(|&before| clock.complete(before));
                    for rank in self.of_pair(warp, block, id)? {
                        let column = in_columns(address, rank);
                        let conflict = self.columns.write(column, Access::Asynchronous(product), &clock);
                        self.report_conflict(conflict, id, product, Fault::ReadsProduct);
                    }
                    *self.executed.entry(id).or_default() += 1;
                }
                self.warps.get_mut(warp)?.committed.push(product);
            }
            (Tcgen05::St, _) | (Tcgen05::Ld, None) => *self.executed.entry(id).or_default() += 1,
            (Tcgen05::Ld, Some(address)) => {
                let times = self.times_of(id);
                let clock: &Clock = &self.warps.get(warp)?.clock;
                if let before @ Some(_) = self.columns.read(in_columns(address, rank), (id, times), access, clock) {
                    self.fault_after(id, Fault::ReadsProduct, before);
                }
                *self.executed.entry(id).or_default() += 1;
            }
            _ => {}
        }
        Some(())
    }
}

/// Where an access to tensor memory of a CTA begins.
fn in_columns(address: u64, rank: u32) -> u64 {
    address & COLUMN | u64::from(rank) << 32
}

/// The ranks of a mask of CTAs.
fn ranks(mask: u64) -> impl Iterator<Item = u32> {
    (0..16).filter(move |rank| mask >> rank & 1 == 1)
}

/// The part of an address by which objects in shared memory are told apart.
pub(super) const fn key(address: u64) -> u64 {
    address & 0xffff_ffff
}
