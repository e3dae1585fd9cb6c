//! One launch: executes the warps of a cluster until all have ended or wait.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::address::OF_CTA;
use super::arguments::{Arguments, DecidedMemory, ReadArguments};
use super::barriers::{Barrier, BarrierId, MBARRIER_BYTES, Mbarrier};
use super::bounds::Beyond;
use super::clock::{Access, Clock, Issuer, Operation, Operations};
use super::effects::{converges, has_effects, synchronises_lanes};
use super::fault::Fault;
use super::frame_values::FrameValues;
use super::kernel::Kernel;
use super::lane_accesses::LaneCopies;
use super::lanes::LaneValues;
use super::memory::{Accesses, Contents};
use super::tensor_memory::{AllocationState, COLUMNS, IssuedProduct, LiveAllocation};
use super::warp::{DecidedBranches, Frame, GroupState, LaneGroup, Warp};
use crate::execution::Run;
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::program::Meets;
use crate::threads::Cta;

/// An access to the shared memory of another CTA.
#[derive(Copy, Clone, Debug)]
pub(super) struct Remote {
    /// The rank of the CTA.
    pub rank: u32,
    pub access: Access,
    /// What goes wrong if the CTA can have exited.
    pub fault: Fault,
    /// The instruction, and how often it had been executed before.
    pub at: (InstId, u32),
}

/// How a group goes on after an instruction.
pub(super) enum Next {
    Goes,
    /// It waits, and executes the instruction again.
    Again(GroupState),
    /// It waits, and then goes on after it.
    Waits(GroupState),
    Calls(Frame),
}

/// One launch.
pub(super) struct Launch<'r, 'p> {
    pub(super) run: &'r Run<'p>,
    pub arguments: Arguments,
    pub(super) schedule: Schedule,
    /// Those whose values it has read.
    pub read_arguments: Cell<ReadArguments>,
    /// Those that decide what is in shared memory.
    pub(super) memory_by: DecidedMemory,
    pub(super) kernel: &'r Kernel<'r, 'p>,
    pub(super) warps: Vec<Warp>,
    pub(super) barriers: BTreeMap<BarrierId, Barrier>,
    pub(super) mbarriers: BTreeMap<u64, Mbarrier>,
    /// What is known of shared memory: addresses that instructions wrote.
    pub(super) memory: Contents,
    pub(super) shared: Accesses,
    pub(super) columns: Accesses,
    /// What warps have released by strong operations on each address; none stands for addresses that are not followed.
    pub(super) strong: FxHashMap<Option<u64>, Clock>,
    /// Where the lanes of each copy that is not in bulk write, and where they read.
    pub(super) targets: FxHashMap<Operation, LaneCopies>,
    /// The products and copies that write tensor memory.
    pub(super) products_of_tensor: FxHashMap<Operation, IssuedProduct>,
    /// All operations that access tensor memory.
    pub(super) of_tensor_memory: Operations,
    /// Accesses to the shared memory of other CTAs.
    pub(super) remote: Vec<Remote>,
    /// The instruction of each asynchronous operation.
    pub(super) operations: Vec<InstId>,
    /// The products of each warp group, by their number.
    pub(super) products: FxHashMap<(usize, u32), Operation>,
    /// The allocations of tensor memory in each CTA.
    pub(super) allocated: BTreeMap<u32, Vec<LiveAllocation>>,
    /// The free registers of each CTA.
    pub(super) registers: BTreeMap<u32, u64>,
    /// The number of requests of `try_cancel`.
    pub(super) requests: u64,
    /// Where their responses are.
    pub(super) responses: FxHashSet<u64>,
    /// Reads of responses that no fence of the proxy is known to follow, and the addresses.
    pub(super) unfenced: Vec<(Access, u64)>,
    pub(super) visits: u32,
    /// The number of instructions that warps have executed.
    pub instructions: u32,
    /// The CTAs of which a thread has exited, by their rank.
    pub(super) exited: BTreeSet<u32>,
    /// Whether a barrier of all threads was completed after some of these had exited.
    pub(super) has_barrier_after_exit: bool,
    /// Whether a warp has gone around a loop of which nothing is known.
    pub(super) has_skipped_loop: bool,
    /// Whether it has loaded, by a strong operation, what was there at that time: other launches can load another
    /// number.
    pub has_loaded_strong: bool,
    /// Whether it was executed until all threads have ended or wait for ever.
    pub has_ended: bool,
    /// The instructions that were executed.
    pub reached: FxHashSet<InstId>,
    /// The last time that each warp has used each allocation of tensor memory, by the CTA and the number of the
    /// allocation.
    pub(super) uses: BTreeMap<(u32, usize), BTreeMap<Issuer, u32>>,
    /// The instructions that access memory beyond a variable.
    pub(super) beyond: BTreeMap<InstId, Beyond>,
    /// The instructions of which it does not see what they conflict with.
    pub unjudged: FxHashSet<InstId>,
    /// How often each instruction was executed.
    pub executed: FxHashMap<InstId, u32>,
    pub faults: Vec<Observed>,
}

/// When a thread tests an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Schedule {
    /// If the phase is complete, when the turn of the warp comes; otherwise the other threads go on first.
    Early,
    /// After all other threads and copies have gone on as far as they can.
    Late,
}

/// A fault that a launch has shown.
#[derive(Copy, Clone, Debug)]
pub(super) struct Observed {
    pub id: InstId,
    /// How often the instruction was executed before.
    pub times: u32,
    pub fault: Fault,
    /// The other instruction that takes part in it, and how often it was executed before.
    pub other: Option<(InstId, u32)>,
}

impl<'r, 'p> Launch<'r, 'p> {
    /// Whether all of it has been executed to its end.
    pub fn has_ended(&self) -> bool {
        self.has_ended && !self.has_skipped_loop
    }

    /// The bytes of dynamic shared memory up to the last one that it accesses; none if not all sizes are known, or if
    /// it accesses no shared memory.
    pub fn dynamic_shared(&self) -> Option<u64> {
        let mbarriers = self.mbarriers.keys().map(|address| (address & !OF_CTA) + MBARRIER_BYTES);
        let end = mbarriers.chain(self.shared.end()).max()?;
        Some(end.saturating_sub(self.kernel.layout.dynamic()?))
    }

    /// Whether all threads have ended, without a fault. A launch in which threads wait for ever can be without a fault,
    /// too, if a GPU might let them go on.
    pub fn is_faultless(&self) -> bool {
        self.has_ended() && self.faults.is_empty() && self.warps.iter().all(|warp| warp.groups.is_empty())
    }

    /// Whether an instruction has a fault in it.
    pub fn has_fault(&self, fault: (InstId, Fault)) -> bool {
        self.faults.iter().any(|found| (found.id, found.fault) == fault)
    }

    /// The instructions that it has executed, and of which it sees all conflicts.
    pub fn judged(&self) -> impl Iterator<Item = InstId> {
        self.reached.iter().copied().filter(|id| !self.unjudged.contains(id))
    }

    /// The instructions that it has executed without a fault at them.
    pub fn reached_without_fault(&self) -> impl Iterator<Item = InstId> {
        let has_fault = |id: InstId| self.faults.iter().any(|fault| fault.id == id);
        self.reached.iter().copied().filter(move |&id| !has_fault(id))
    }

    /// Executes a kernel. `cta` is any of the CTAs.
    pub fn execute(
        kernel: &'r Kernel<'r, 'p>,
        (cta, registers): (Cta, u64),
        arguments: Arguments,
        schedule: Schedule,
    ) -> Self {
        let ranks = 0..cta.cluster_ctas().unwrap_or(1);
        let of_rank = |rank| cta.all().warps().map(move |(warp, lanes)| (Cta { rank, ..cta }, warp, lanes));
        let warps = ranks.flat_map(of_rank).enumerate();
        let warp = |(index, (cta, warp, lanes))| Warp::new(cta, (warp, index), lanes, kernel.run.root(), registers);
        let warps = warps.map(warp).collect();
        let mut launch = Self {
            run: kernel.run,
            arguments,
            schedule,
            read_arguments: Cell::new(ReadArguments::NONE),
            memory_by: DecidedMemory::default(),
            kernel,
            warps,
            barriers: BTreeMap::new(),
            mbarriers: BTreeMap::new(),
            memory: Contents::default(),
            shared: Accesses::default(),
            columns: Accesses::default(),
            strong: FxHashMap::default(),
            targets: FxHashMap::default(),
            products_of_tensor: FxHashMap::default(),
            of_tensor_memory: Operations::default(),
            remote: Vec::new(),
            operations: Vec::new(),
            products: FxHashMap::default(),
            allocated: BTreeMap::new(),
            registers: BTreeMap::new(),
            requests: 0,
            responses: FxHashSet::default(),
            unfenced: Vec::new(),
            visits: 0,
            instructions: 0,
            exited: BTreeSet::new(),
            has_barrier_after_exit: false,
            has_skipped_loop: false,
            has_loaded_strong: false,
            has_ended: false,
            reached: FxHashSet::default(),
            unjudged: FxHashSet::default(),
            uses: BTreeMap::new(),
            beyond: BTreeMap::new(),
            executed: FxHashMap::default(),
            faults: Vec::new(),
        };
        // What happened before something unknown did happen.
        launch.has_ended = launch.go().is_some();
        launch.report_beyond();
        launch
    }

    /// Whether it was ended since it is too long.
    pub const fn is_exhausted(&self) -> bool {
        self.instructions > limits::INSTRUCTIONS || self.visits > limits::BLOCKS
    }

    /// The threads of the block.
    pub fn threads(&self) -> u32 {
        self.warps.first().map_or(0, |warp| warp.cta.threads())
    }

    /// Executes all warps. None if something is not known.
    pub(super) fn go(&mut self) -> Option<()> {
        loop {
            let mut has_gone = false;
            for warp in 0..self.warps.len() {
                // A block each: no warp gets far ahead of the others.
                if let Some(group) = self.ready(warp)? {
                    self.run_group(warp, group)?;
                    has_gone = true;
                }
            }
            if !has_gone && !self.change() {
                if self.warps.iter().all(|warp| warp.groups.is_empty()) {
                    self.report_exited();
                    self.report_surplus();
                } else {
                    self.report_stuck();
                }
                return Some(());
            }
        }
    }

    /// The group of a warp to go on with: the one that is earliest in the program. None if something is not known.
    fn ready(&mut self, warp: usize) -> Option<Option<usize>> {
        self.merge(warp);
        self.release_masks(warp)?;
        let found = self.warps.get(warp)?;
        let alive = found.alive();
        let is_ready = |group: &LaneGroup| match &group.state {
            GroupState::Ready => true,
            GroupState::Lanes => group.lanes == alive,
            GroupState::Mask { .. } | GroupState::Time => false,
            GroupState::Columns(asked) => self.held_columns(found.cta.rank) + asked <= COLUMNS,
            GroupState::Registers(asked) => self.free_registers(found.cta.rank) >= *asked,
            GroupState::Products(awaited) => self.has_issued(warp, *awaited),
            GroupState::Barrier { id, phase } => self.barriers.get(id).is_some_and(|barrier| barrier.phase > *phase),
            GroupState::Mbarriers(waits) | GroupState::Repeats(waits) => waits
                .iter()
                .all(|(address, parity)| self.mbarriers.get(address).is_some_and(|found| found.is_past(*parity))),
        };
        let ready: Vec<usize> =
            (0..found.groups.len()).filter(|&index| found.groups.get(index).is_some_and(is_ready)).collect();
        let first = if ready.len() < 2 { ready.first().copied() } else { self.earliest(warp, &ready) };
        let Some(first) = first else { return Some(None) };
        let warp = self.warps.get_mut(warp)?;
        let group = warp.groups.get_mut(first)?;
        if let GroupState::Barrier { id, .. } = group.state
            && let Some(learned) = self.barriers.get_mut(&id).and_then(|barrier| barrier.learned(warp.index))
        {
            warp.clock.join(&learned);
        }
        group.state = GroupState::Ready;
        Some(Some(first))
    }

    /// Lets groups go on that wait for the lanes of a mask, if all of these that have not ended wait, too. None if one
    /// of them exchanges something with lanes elsewhere, which is not followed.
    fn release_masks(&mut self, warp: usize) -> Option<()> {
        let warp = self.warps.get_mut(warp)?;
        if !warp.groups.iter().any(|group| matches!(group.state, GroupState::Mask { .. })) {
            return Some(());
        }
        let alive = warp.alive();
        let waits = |group: &LaneGroup| match group.state {
            GroupState::Mask { lanes, meets } => Some((lanes, meets)),
            _ => None,
        };
        let waiting: SmallVec<[(u32, Meets); 2]> =
            warp.groups.iter().filter_map(|group| Some((group.lanes, waits(group)?.1))).collect();
        let mut met: SmallVec<[u32; 2]> = SmallVec::new();
        for group in &mut warp.groups {
            let Some((lanes, meets)) = waits(group) else { continue };
            let present = waiting.iter().filter(|(_, other)| *other == meets).fold(0, |all, (lanes, _)| all | lanes);
            if lanes & alive & !present == 0 {
                group.state = GroupState::Ready;
                // It executes what it waits at: an exchange, of which all lanes are in the group now.
                if meets != Meets::Barrier {
                    if lanes & alive & !group.lanes != 0 {
                        return None;
                    }
                    continue;
                }
                if let Some(frame) = group.frames.last_mut() {
                    frame.index += 1;
                }
                if let Some(at) = group.at {
                    *self.executed.entry(at).or_default() += 1;
                }
                met.push(lanes & alive);
            }
        }
        met.dedup();
        met.into_iter().for_each(|lanes| warp.meet(lanes));
        Some(())
    }

    /// Of several groups, the one whose program point comes first in the program.
    pub(super) fn earliest(&mut self, warp: usize, groups: &[usize]) -> Option<usize> {
        let mut found: Option<(Vec<(usize, usize)>, usize)> = None;
        for &index in groups {
            let frames: Vec<_> = {
                let group = self.warps.get(warp)?.groups.get(index)?;
                group.frames.iter().map(|frame| (frame.context, frame.block, frame.index)).collect()
            };
            let key: Vec<_> =
                frames.into_iter().map(|(context, block, at)| (self.kernel.rank(context, block), at)).collect();
            if found.as_ref().is_none_or(|(known, _)| key < *known) {
                found = Some((key, index));
            }
        }
        found.map(|(_, index)| index)
    }

    /// Makes one group of those that are at one point.
    pub(super) fn merge(&mut self, warp: usize) {
        let Some(warp) = self.warps.get_mut(warp) else { return };
        let mut index = 0;
        while index < warp.groups.len() {
            let mut other = index + 1;
            while other < warp.groups.len() {
                let (Some(one), Some(two)) = (warp.groups.get(index), warp.groups.get(other)) else { break };
                if one.state == two.state && one.is_beside(two) {
                    let taken = warp.groups.swap_remove(other);
                    if let Some(group) = warp.groups.get_mut(index) {
                        group.take(&taken);
                    }
                } else {
                    other += 1;
                }
            }
            index += 1;
        }
    }

    /// Executes a group until it waits, ends, splits or reaches another block.
    pub(super) fn run_group(&mut self, warp: usize, group: usize) -> Option<()> {
        loop {
            let found = self.warps.get(warp)?.groups.get(group)?;
            let lanes = found.lanes;
            let frame = found.frames.last()?;
            let (context, at, index) = (frame.context, frame.block, frame.index);
            let function = self.run.function(context)?;
            let block = function.block(at)?;
            if !frame.has_entered {
                self.enter_block(warp, group, function, block)?;
            }
            let Some(instruction) = block.instructions.get(index) else {
                self.visits += 1;
                if self.visits > limits::BLOCKS {
                    return None;
                }
                return self.end_block(warp, group, function, at, block);
            };
            self.reached.insert(instruction.id);
            // What many accesses take is work, too.
            self.instructions += 1 + instruction.accesses.len() as u32 / 8;
            if self.instructions > limits::INSTRUCTIONS {
                return None;
            }
            let found = self.warps.get_mut(warp)?;
            found.begin(lanes);
            if synchronises_lanes(&instruction.kind) {
                found.synchronise_lanes();
            }
            let next = self.instruction(warp, group, (context, at), instruction, lanes)?;
            let found = self.warps.get_mut(warp)?;
            if converges(&instruction.kind) && !matches!(next, Next::Again(_)) {
                found.meet(lanes);
            }
            let found = found.groups.get_mut(group)?;
            if has_effects(instruction) {
                found.note_effect();
            }
            let frame = found.frames.last_mut()?;
            match next {
                Next::Goes => frame.index += 1,
                Next::Again(state) => {
                    (found.state, found.at) = (state, Some(instruction.id));
                    return Some(());
                }
                Next::Waits(state) => {
                    frame.index += 1;
                    (found.state, found.at) = (state, Some(instruction.id));
                    return Some(());
                }
                Next::Calls(called) => {
                    frame.index += 1;
                    found.frames.push(called);
                    if found.frames.len() > limits::CALLS {
                        return None;
                    }
                }
            }
        }
    }

    pub(super) fn values(&self, warp: usize, group: usize) -> Option<FrameValues<'_, 'r, 'p>> {
        let found = self.warps.get(warp)?;
        let group = found.groups.get(group)?;
        let frame = group.frames.last()?;
        Some(FrameValues {
            run: self.run,
            cta: &found.cta,
            kernel: self.kernel,
            arguments: self.arguments,
            read_arguments: &self.read_arguments,
            needed: self.kernel.needed(frame.context),
            warp: found.number,
            lanes: group.lanes,
            frame,
        })
    }

    pub(super) fn set(&mut self, warp: usize, group: usize, value: ValueId, lanes: LaneValues) -> Option<()> {
        self.warps.get_mut(warp)?.groups.get_mut(group)?.frames.last_mut()?.set(value, lanes);
        Some(())
    }

    /// The arguments that have decided on a branch, or on what a thread has loaded from shared memory.
    pub(super) fn decided(&self) -> u64 {
        self.kernel.deciding(self.warps.iter().flat_map(|warp| warp.decided.keys().copied())) | self.memory_by.loaded
    }

    /// Whether the same few arguments decide what all warps do: two that belong together, such as a size and a number
    /// of tiles, may not have the same number. What two warps decide alike makes no difference between them: that both
    /// sizes are not 0.
    pub(super) fn is_consistent(&self) -> bool {
        let all: BTreeSet<&DecidedBranches> = self.warps.iter().map(|warp| &warp.decided).collect();
        let of_one = |one: &DecidedBranches, two: &DecidedBranches| {
            self.kernel.deciding(
                one.iter().filter(|(tested, edges)| two.get(tested) != Some(edges)).map(|(tested, _)| *tested),
            )
        };
        let is_nested = |one: &DecidedBranches, two: &DecidedBranches| {
            let (first, second) = (of_one(one, two), of_one(two, one));
            first & !second == 0 || second & !first == 0
        };
        all.iter().all(|one| self.kernel.deciding(one.keys().copied()).count_ones() <= limits::DECIDING_ARGUMENTS)
            && all.iter().all(|one| all.iter().all(|two| is_nested(one, two)))
    }

    /// The columns of tensor memory that are allocated in a CTA.
    pub(super) fn held_columns(&self, rank: u32) -> u64 {
        let allocated = self.allocated.get(&rank).into_iter().flatten();
        allocated.filter(|found| found.state == AllocationState::Held).filter_map(|found| found.columns).sum()
    }

    /// The registers of a CTA that no warp has.
    pub(super) fn free_registers(&self, rank: u32) -> u64 {
        self.registers.get(&rank).copied().unwrap_or(0)
    }

    /// How often an instruction was executed.
    pub(super) fn times_of(&self, id: InstId) -> u32 {
        self.executed.get(&id).copied().unwrap_or(0)
    }
}
