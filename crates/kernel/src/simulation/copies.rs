//! Asynchronous copies to and from shared memory, `cp.async` and in bulk: what they read and write, and on what they
//! complete.

use super::address::{OF_CTA, in_cta, key};
use super::clock::{Access, Operation};
use super::fault::Fault;
use super::granule::{GranuleAccess, MAX_LANE_BYTES, granule_of, granules, parts_of};
use super::instruction::ranks;
use super::lane_accesses::{LaneAccess, LaneCopies};
use super::lanes::{LANES, LaneValues, lanes};
use super::launch::Launch;
use super::memory::{ALL, Conflict};
use super::shared::differ_at_one_address;
use crate::execution::ContextId;
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::program::{AsyncCopy, Completion, CpAsync};

impl Launch<'_, '_> {
    /// A step of copies that are not in bulk.
    pub(super) fn cp_async(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        step: CpAsync,
    ) -> Option<()> {
        let own = self.warps.get_mut(warp)?;
        match step {
            CpAsync::Copy { to: Some(to), bytes, from, copied } => {
                self.copy_lanes(warp, group, (context, id), to, (bytes, from, copied))?;
            }
            CpAsync::Copy { to: None, .. } => self.memory.forget_all(),
            CpAsync::Commit => own.cp_async.commit(),
            CpAsync::WaitGroup { pending } => self.wait_for_groups(warp, pending)?,
            CpAsync::WaitAll => self.wait_for_all(warp)?,
        }
        Some(())
    }

    /// Each lane of a group copies to its own address.
    fn copy_lanes(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        to: ValueId,
        (bytes, from, copied): (Option<ValueId>, Option<ValueId>, Option<ValueId>),
    ) -> Option<()> {
        let (addresses, mask) = self.addresses(warp, group, to)?;
        let bytes = bytes.and_then(|bytes| self.values(warp, group)?.number(bytes));
        self.check_bounds((context, id), to, (&addresses, mask), bytes.unwrap_or(1));
        let bytes = bytes.unwrap_or(MAX_LANE_BYTES);
        let values = self.values(warp, group)?;
        let sources = from.map_or(LaneValues::UNKNOWN, |from| values.get(from));
        let copied = match copied {
            // A predicate, or a size.
            Some(copied) if self.bits(context, copied) == 1 => {
                values.get(copied).map(|ignores| Some(if ignores? == 0 { bytes } else { 0 }))
            }
            Some(copied) => values.get(copied).map(|copied| Some(copied?.min(bytes))),
            None => LaneValues::Same(Some(bytes)),
        };
        let copy = self.operation(id);
        let event = self.event(id, Access::Asynchronous(copy), false);
        let mut conflict = None;
        if lanes(mask).any(|lane| addresses.get(lane).is_none()) {
            self.forget_at(context, to);
        }
        lanes(mask).filter_map(|lane| addresses.get(lane)).for_each(|to| self.memory.forget(key(to), bytes));
        let targets = LaneValues::UNKNOWN.with(mask, &addresses);
        let whole = sources.zip(&copied, |source, copied| source.filter(|_| copied == Some(bytes)));
        let copies = LaneCopies { targets, sources, copied, bytes };
        for GranuleAccess { granule, parts, .. } in granules(&addresses, mask, bytes) {
            let found = self.shared.write(granule, parts, event, &self.warps.get(warp)?.clock);
            // The same can be copied to one address several times.
            conflict = conflict.or(found.filter(|found| match found {
                Conflict::WriteAfterWrite(other) => self.copies_other(other.access, &copies),
                _ => true,
            }));
        }
        self.report_conflict(conflict, event, Fault::ReadsCopy);
        if differ_at_one_address(&addresses, &whole, mask) {
            self.fault(id, Fault::Overwrites);
        }
        self.targets.insert(copy, copies);
        self.warps.get_mut(warp)?.cp_async.add(copy);
        self.count(id);
        Some(())
    }

    /// Whether lanes certainly copy other bytes than an earlier copy, to where that one copies.
    fn copies_other(&self, earlier: Access, copies: &LaneCopies) -> bool {
        let Access::Asynchronous(earlier) = earlier else { return true };
        self.targets.get(&earlier).is_none_or(|earlier| copies.differ_from(earlier))
    }

    /// `cp.async.wait_all`.
    pub(super) fn wait_for_all(&mut self, warp: usize) -> Option<()> {
        self.warps.get_mut(warp)?.cp_async.commit();
        self.wait_for_groups(warp, 0)
    }

    /// `cp.async.wait_group`: each lane knows that its own copies are complete, as if it stored now what they write.
    fn wait_for_groups(&mut self, warp: usize, pending: u32) -> Option<()> {
        let own = self.warps.get_mut(warp)?;
        for copy in own.cp_async.wait(pending, &mut own.clock) {
            if let (Some(copies), Some(&id)) = (self.targets.get(&copy), self.operations.get(copy.0 as usize)) {
                let addresses = copies.targets.clone();
                let known = (0..LANES).filter(|&lane| addresses.get(lane).is_some());
                let known = known.fold(0, |mask, lane| mask | 1 << lane);
                let accessed = granules(&addresses, known, copies.bytes);
                let access = LaneAccess { writes: true, addresses, lanes: known, bytes: copies.bytes };
                own.accesses.add_copy(id, access, &accessed);
            }
        }
        Some(())
    }

    /// Issues a copy that completes later. None if it is not known what it does.
    pub(super) fn async_copy(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        copy: &AsyncCopy,
    ) -> Option<()> {
        let values = self.values(warp, group)?;
        let number = |value: Option<ValueId>| value.and_then(|value| values.number(value));
        let (from, to, bytes) = (number(copy.from), number(copy.to), number(copy.bytes));
        let (mbarrier, lane_count) = (number(copy.completion.mbarrier()), values.lanes.count_ones());
        let multicast = match copy.multicast {
            Some(multicast) => Some((number(multicast.ctas)?, multicast.of_pairs)),
            None => None,
        };
        for (value, address) in [(copy.to, to), (copy.from, from)] {
            if let Some((value, address)) = value.zip(address) {
                let addresses = LaneValues::Same(Some(address));
                self.check_bounds((context, id), value, (&addresses, 1), bytes.unwrap_or(1));
            }
        }
        let operation = self.operation(id);
        if let Some(from) = from {
            let source = self.granules_from(from, bytes);
            self.read_asynchronously(warp, operation, source)?;
            self.count(id);
        }
        match copy.completion {
            Completion::Group => {
                self.warps.get_mut(warp)?.bulk.add(operation);
                return Some(());
            }
            Completion::Mbarrier(_) => {}
            Completion::AfterCpAsync(_) => {
                let copies = self.warps.get(warp)?.cp_async.all();
                let user = Access::Asynchronous(operation);
                self.initialised(warp, id, key(mbarrier?), user)?.complete_copies(&copies);
            }
        }
        if to.is_none() || bytes.is_none() || !self.kernel.layout.is_exact {
            self.forget_target(context, copy);
        }
        // Every lane copies this many bytes, and the mbarrier gets all of them.
        let (mbarrier, completed) = (mbarrier?, bytes.and_then(|bytes| bytes.checked_mul(lane_count.into())));
        if !copy.is_bulk && to.is_some() {
            // What a thread stores can be what it has read: who waits for it knows that it was read.
            let issuer = self.warps.get_mut(warp)?.release();
            self.initialised(warp, id, key(mbarrier), Access::Asynchronous(operation))?.pass_on(&issuer);
        }
        let Some((ctas, of_pairs)) = multicast else {
            return self.copy(warp, operation, (mbarrier, completed), to.map(|to| (to, bytes)), copy.reduces);
        };
        for (index, rank) in ranks(ctas).enumerate() {
            let operation = if index == 0 { operation } else { self.operation(id) };
            let of_rank = if of_pairs { in_pair(mbarrier, rank) } else { in_cta(mbarrier, rank) };
            let to = to.map(|to| (in_cta(to, rank), bytes));
            self.copy(warp, operation, (of_rank, completed), to, copy.reduces)?;
        }
        Some(())
    }

    /// Forgets what a copy writes whose bytes, or their number, are not known.
    pub(super) fn forget_target(&mut self, context: ContextId, copy: &AsyncCopy) {
        match (copy.to, copy.completion) {
            (Some(to), _) => self.forget_at(context, to),
            (None, Completion::Mbarrier(_)) => self.memory.forget_all(),
            // From shared to global memory.
            (None, Completion::Group | Completion::AfterCpAsync(_)) => {}
        }
    }

    /// Issues a copy whose bytes complete on an mbarrier. `to`: where it writes, and how many bytes.
    pub(super) fn copy(
        &mut self,
        warp: usize,
        copy: Operation,
        (mbarrier, completed): (u64, Option<u64>),
        to: Option<(u64, Option<u64>)>,
        reduces: bool,
    ) -> Option<()> {
        let id = self.instruction_of(copy)?;
        let user = Access::Asynchronous(copy);
        self.access_remote(warp, id, mbarrier, user)?;
        self.initialised(warp, id, key(mbarrier), user)?.copy(copy, completed);
        let Some((to, bytes)) = to else { return Some(()) };
        let known = if self.kernel.layout.is_exact { bytes.unwrap_or(0) } else { 0 };
        self.memory.forget(key(to), known.min(limits::BYTES_OF_COPY));
        if let Some(at) = granule_of(to) {
            let event = self.event(id, Access::Asynchronous(copy), reduces);
            let mut conflict = None;
            let written = self.granules_from(to, bytes);
            let clock = &self.warps.get(warp)?.clock;
            for granule in written.filter_map(granule_of) {
                let parts = bytes.map_or(ALL, |bytes| parts_of(granule, (key(to), bytes)));
                conflict = conflict.or(self.shared.write(granule, parts, event, clock));
            }
            let reads = if self.responses.contains(&at) { Fault::ReadsResponse } else { Fault::ReadsCopy };
            self.report_conflict(conflict, event, reads);
            self.count(id);
        }
        Some(())
    }

    /// The addresses of the granules that a copy accesses, which count as work: only the first one if the size is not
    /// known, or another variable can follow one whose size is not known.
    fn granules_from(&mut self, address: u64, bytes: Option<u64>) -> impl Iterator<Item = u64> + use<> {
        let bytes = bytes.filter(|_| self.kernel.layout.is_exact).unwrap_or(1).min(limits::BYTES_OF_COPY);
        self.visits = self.visits.saturating_add((bytes / limits::BYTES_OF_BLOCK) as u32);
        (address & !0xf..address.saturating_add(bytes)).step_by(16)
    }
}

/// The address of an mbarrier in the pair of CTAs that has this rank: in that of the two whose rank has the parity of
/// the rank in the address.
fn in_pair(mbarrier: u64, rank: u32) -> u64 {
    let parity = (mbarrier >> OF_CTA.trailing_zeros()) as u32 & 1;
    in_cta(mbarrier, (rank & !1) | parity)
}
