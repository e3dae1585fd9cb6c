//! Accesses to shared memory: of threads, of copies and of products.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::address::{END, OF_CTA, in_cta, key};
use super::bounds::Beyond;
use super::clock::{Access, Operation};
use super::fault::{Fault, Memory};
use super::granule::{GranuleAccess, granule_of, granules};
use super::lane_accesses::LaneAccess;
use super::lanes::{LaneValues, lanes};
use super::launch::Launch;
use super::memory::{ALL, Conflict, GranuleParts, MemoryEvent};
use crate::execution::ContextId;
use crate::id::{InstId, ValueId};
use crate::program::{Fence, Strength};
use crate::value::masked;

impl Launch<'_, '_> {
    /// The lanes of a group load from shared memory.
    pub(super) fn load(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        (address, value, strength): (ValueId, ValueId, Strength),
    ) -> Option<()> {
        self.warps.get_mut(warp)?.groups.get_mut(group)?.note_effect();
        let (addresses, all) = self.addresses(warp, group, address)?;
        let size = self.size(context, value);
        let strong = strength != Strength::Weak;
        if strong {
            self.learn_from_strong(warp, (&addresses, all), strength)?;
        }
        // A response that is read before there is one looks like a failure.
        let otherwise = self.kernel.is_queried(context, value).then_some(0);
        let loaded = |lane| self.memory.load(key(addresses.get(lane)?), size).or(otherwise);
        let loaded = LaneValues::from_fn(loaded);
        if loaded != LaneValues::UNKNOWN {
            self.has_loaded_strong |= strong;
            self.memory_by.loaded |= self.memory_by.stored;
        }
        self.set(warp, group, value, loaded)?;
        self.access_ranks(warp, id, &addresses, all)?;
        self.check_bounds((context, id), address, (&addresses, all), size);
        let event = self.event(id, self.warps.get(warp)?.access(), strong);
        let clock = &self.warps.get(warp)?.clock;
        let (mut before, mut reads_response, mut is_open) = (None, false, false);
        let accessed = granules(&addresses, all, size);
        for &GranuleAccess { granule, parts, lanes } in &accessed {
            let event = event.of_lanes(lanes);
            is_open |= self.shared.concerns_lanes(granule, parts, &event, false);
            before = before.or(self.shared.read(granule, parts, event, clock));
            if self.responses.contains(&granule) {
                reads_response = true;
                self.unfenced.push((event.access, granule));
            }
        }
        let access = LaneAccess { writes: false, addresses, lanes: all, bytes: size };
        let of_lanes = if strong { None } else { self.race_of_lanes(warp, id, access, &accessed, is_open) };
        if before.is_none()
            && let Some(other) = of_lanes
        {
            let is_copy = self.warps.get(warp)?.accesses.is_copy(other);
            self.fault_with(id, if is_copy { Fault::ReadsCopy } else { Fault::Race(Memory::Shared) }, other);
        }
        if let Some(before) = before {
            let fault = match before.access {
                Access::Warp(..) => Fault::Race(Memory::Shared),
                Access::Asynchronous(_) if reads_response => Fault::ReadsResponse,
                Access::Asynchronous(_) => Fault::ReadsCopy,
            };
            self.fault_with(id, fault, before.id);
        }
        self.count(id);
        Some(())
    }

    /// The lanes of a group store to shared memory.
    pub(super) fn store(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        (address, value, strength): (ValueId, ValueId, Strength),
    ) -> Option<()> {
        self.warps.get_mut(warp)?.groups.get_mut(group)?.note_effect();
        let (addresses, all) = self.addresses(warp, group, address)?;
        let strong = strength != Strength::Weak;
        let stored = match self.kernel.is_unknowable(context, value) {
            true => LaneValues::UNKNOWN,
            false => self.values(warp, group)?.get(value),
        };
        self.memory_by.stored |= self.kernel.deciding([(context, value)]);
        let size = self.size(context, value);
        self.access_ranks(warp, id, &addresses, all)?;
        self.check_bounds((context, id), address, (&addresses, all), size);
        let event = self.event(id, self.warps.get(warp)?.access(), strong);
        let clock = &self.warps.get(warp)?.clock;
        let (mut conflict, mut race, mut is_barrier, mut is_open) = (None, None, false, false);
        let accessed = granules(&addresses, all, size);
        for &GranuleAccess { granule, parts, lanes } in &accessed {
            let event = event.of_lanes(lanes);
            is_barrier |= self.has_mbarrier(granule, parts);
            is_open |= self.shared.concerns_lanes(granule, parts, &event, true);
            match self.shared.write(granule, parts, event, clock) {
                // Several threads can store one number.
                Some(Conflict::WriteAfterWrite(other)) if matches!(other.access, Access::Warp(..)) => {
                    race = Some(other)
                }
                found => conflict = conflict.or(found),
            }
        }
        let differs = |lane: usize| {
            let before = self.memory.load(key(addresses.get(lane)?), size)?;
            Some(before != masked(stored.get(lane)?, u8::try_from(8 * size).unwrap_or(64)))
        };
        let has_other_number = || lanes(all).any(|lane| differs(lane) == Some(true));
        let race = race.filter(|_| has_other_number()).map(|other| other.id);
        // The order of the lanes of one instruction is not stated.
        let is_same_word = !strong && differ_at_one_address(&addresses, &stored, all);
        let race = race.or(is_same_word.then_some(id));
        self.store_numbers(context, address, (&addresses, all), size, &stored);
        let access = LaneAccess { writes: true, addresses: addresses.clone(), lanes: all, bytes: size };
        let of_lanes = if strong { None } else { self.race_of_lanes(warp, id, access, &accessed, is_open) };
        if is_barrier {
            self.fault(id, Fault::StoresToMbarrier);
        }
        if let Some(conflict) = conflict {
            self.report_store(id, conflict);
        } else if let Some(other) = race.or(of_lanes) {
            self.fault_with(id, Fault::Race(Memory::Shared), other);
        }
        if strong {
            self.tell_by_strong(warp, (&addresses, all), strength)?;
        }
        self.count(id);
        Some(())
    }

    /// Lanes access so many bytes, each at its address.
    pub(super) fn check_bounds(
        &mut self,
        (context, id): (ContextId, InstId),
        address: ValueId,
        (addresses, mask): (&LaneValues, u32),
        bytes: u64,
    ) {
        let Some((symbol, size)) = self.kernel.bounds(context, address) else { return };
        let begin = self.kernel.layout.address(symbol, 0);
        let end_in = |lane: usize| (addresses.get(lane)? & !OF_CTA).checked_sub(begin)?.checked_add(bytes);
        let Some(end) = lanes(mask).filter_map(end_in).max().filter(|end| *end > size) else { return };
        if !self.kernel.is_argument(context, address) {
            let times = self.times_of(id);
            let beyond = self.beyond.entry(id).or_insert(Beyond { times, end, size });
            beyond.end = beyond.end.max(end);
        }
    }

    /// Reports the accesses beyond variables. The farthest one is the same in all launches with many iterations, unless
    /// a loop goes on as far as an argument says.
    pub(super) fn report_beyond(&mut self) {
        for (id, Beyond { times, end, size }) in std::mem::take(&mut self.beyond) {
            self.fault_of((id, times), Fault::OutOfBounds { end, size }, None);
        }
    }

    /// The lanes of a warp access shared memory. Another instruction by which other lanes of the warp access some of
    /// the bytes, and that nothing orders. `is_open`: whether the warp has accessed them before by one that is no copy.
    fn race_of_lanes(
        &mut self,
        warp: usize,
        id: InstId,
        access: LaneAccess,
        accessed: &[GranuleAccess],
        is_open: bool,
    ) -> Option<InstId> {
        let own = &mut self.warps.get_mut(warp)?.accesses;
        let race = if is_open || own.has_copies() { own.race(id, &access, accessed) } else { None };
        let race = race.filter(|other| is_open || own.is_copy(*other));
        own.add(id, access, accessed);
        race
    }

    /// The lanes of a group access shared memory, that of each CTA whose address one of them has.
    fn access_ranks(&mut self, warp: usize, id: InstId, addresses: &LaneValues, all: u32) -> Option<()> {
        let access = self.warps.get(warp)?.access();
        let base = |address: u64| address & OF_CTA;
        for address in lanes(all).filter_map(|lane| addresses.get(lane)).map(base).collect::<BTreeSet<_>>() {
            self.access_remote(warp, id, address, access)?;
        }
        Some(())
    }

    /// What an instruction does now.
    pub(super) fn event(&self, id: InstId, access: Access, strong: bool) -> MemoryEvent {
        let period = match access {
            Access::Warp(issuer, _) => self.warps.get(issuer.warp).map_or(0, |warp| warp.period),
            Access::Asynchronous(_) => 0,
        };
        MemoryEvent { access, id, times: self.times_of(id), strong, period }
    }

    /// Keeps what lanes store, if it is known.
    fn store_numbers(
        &mut self,
        context: ContextId,
        address: ValueId,
        (addresses, all): (&LaneValues, u32),
        size: u64,
        stored: &LaneValues,
    ) {
        if lanes(all).any(|lane| addresses.get(lane).is_none()) {
            self.forget_at(context, address);
        }
        for lane in lanes(all) {
            if let Some(address) = addresses.get(lane) {
                self.memory.store(key(address), size, stored.get(lane));
            }
        }
    }

    /// Forgets what an address that is not known can lead to: the variable that it is computed from, or all.
    pub(super) fn forget_at(&mut self, context: ContextId, address: ValueId) {
        let variable = self.run.function(context).and_then(|function| function.variable_of(address));
        let definition = variable.and_then(|(variable, _)| {
            let size = self.run.program().variables.get(&variable)?.size?;
            Some((self.kernel.layout.address(variable, 0), if size == 0 { END } else { size }))
        });
        let ranks: BTreeSet<u32> = self.warps.iter().map(|warp| warp.cta.rank).collect();
        match definition {
            Some((at, size)) => ranks.into_iter().for_each(|rank| self.memory.forget(key(in_cta(at, rank)), size)),
            None => self.memory.forget_all(),
        }
    }

    /// A strong operation on a word that is not known.
    pub(super) fn order_by_strong(&mut self, warp: usize, strength: Strength) -> Option<()> {
        self.learn_from_strong(warp, (&LaneValues::UNKNOWN, 1), strength)?;
        self.tell_by_strong(warp, (&LaneValues::UNKNOWN, 1), strength)
    }

    /// Who reads a word by a strong operation knows what those have released who have written it by one.
    pub(super) fn learn_from_strong(
        &mut self,
        warp: usize,
        (addresses, all): (&LaneValues, u32),
        strength: Strength,
    ) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        let words: BTreeSet<_> = lanes(all).map(|lane| addresses.get(lane)).collect();
        // A word that is not known can be any.
        let is_read = |word: &Option<u64>| word.is_none() || words.contains(word) || words.contains(&None);
        for (_, released) in self.strong.iter().filter(|(word, _)| is_read(word)) {
            found.acquire(released, strength == Strength::Relaxed);
        }
        Some(())
    }

    /// Tells what a warp knows to those who read these words by strong operations.
    pub(super) fn tell_by_strong(
        &mut self,
        warp: usize,
        (addresses, all): (&LaneValues, u32),
        strength: Strength,
    ) -> Option<()> {
        let released = self.warps.get_mut(warp)?.release_by(strength == Strength::Relaxed);
        for word in lanes(all).map(|lane| addresses.get(lane)).collect::<BTreeSet<_>>() {
            self.strong.entry(word).or_default().join(&released);
        }
        Some(())
    }

    /// The addresses of the lanes of a group, and the lanes.
    pub(super) fn addresses(&self, warp: usize, group: usize, address: ValueId) -> Option<(LaneValues, u32)> {
        let values = self.values(warp, group)?;
        Some((values.get(address), values.lanes))
    }

    /// A store that some lanes may have executed.
    pub(super) fn forget_stored(
        &mut self,
        warp: usize,
        group: usize,
        context: ContextId,
        address: ValueId,
        value: ValueId,
    ) -> Option<()> {
        let (addresses, all) = self.addresses(warp, group, address)?;
        let size = self.size(context, value);
        self.store_numbers(context, address, (&addresses, all), size, &LaneValues::UNKNOWN);
        Some(())
    }

    /// An asynchronous operation reads shared memory at these addresses.
    pub(super) fn read_asynchronously(
        &mut self,
        warp: usize,
        operation: Operation,
        addresses: impl Iterator<Item = u64>,
    ) -> Option<()> {
        let id = self.instruction_of(operation)?;
        let event = self.event(id, Access::Asynchronous(operation), false);
        let clock = &self.warps.get(warp)?.known();
        let mut before = None;
        for granule in addresses.filter_map(granule_of) {
            before = before.or(self.shared.read(granule, ALL, event, clock));
        }
        let Some(write) = before else { return Some(()) };
        let fault = match write.access {
            Access::Asynchronous(_) => Fault::ReadsCopy,
            Access::Warp(..) if clock.knows(write.access) => Fault::NotVisible,
            Access::Warp(..) => Fault::ReadsEarly,
        };
        self.fault_with(id, fault, write.id);
        Some(())
    }

    /// A fence of threads: relaxed arrivals make visible what was before it, and what relaxed waits have shown is
    /// visible after it.
    pub(super) fn fence_of_threads(&mut self, warp: usize) -> Option<()> {
        let warp = self.warps.get_mut(warp)?;
        warp.clock.join(&warp.seen);
        let released = warp.release();
        warp.fenced.join(&released);
        Some(())
    }

    /// A fence of the async proxy: what the warp knows becomes visible to it. The time of the warp advances, so that
    /// later stores are not. A fence in one direction counts as one in both, but for reads of responses: a release is
    /// for those of the warp itself, and a fence in both directions for all that the warp knows of. A release and an
    /// acquire make visible what relaxed operations between them order, as in the example of `clusterlaunchcontrol` of
    /// the PTX ISA.
    pub(super) fn fence(&mut self, warp: usize, fence: Fence) -> Option<()> {
        let warp = self.warps.get_mut(warp)?;
        if fence == Fence::ProxyAcquire {
            warp.clock.join(&warp.seen);
        }
        let (own, known) = (warp.index, warp.release());
        warp.clock.fence(&known);
        if fence == Fence::ProxyRelease {
            warp.fenced.join(&known);
        }
        // The async proxy sees it, whoever starts the operation, once it is certain that the fence has happened.
        warp.fenced.fence(&known);
        self.unfenced.retain(|&(read, _)| match fence {
            Fence::ProxyAsync => !known.knows(read),
            Fence::ProxyRelease => !matches!(read, Access::Warp(reader, _) if reader.warp == own),
            _ => true,
        });
        Some(())
    }

    /// Reports what a store conflicts with.
    pub(super) fn report_store(&mut self, id: InstId, conflict: Conflict) {
        let other = conflict.event();
        let fault = match other.access {
            Access::Warp(..) => Fault::Race(Memory::Shared),
            Access::Asynchronous(_) => Fault::Overwrites,
        };
        self.fault_with(id, fault, other.id);
    }

    /// Whether there is an mbarrier at some of these bytes of a granule.
    pub(super) fn has_mbarrier(&self, granule: u64, parts: GranuleParts) -> bool {
        let has_one = |half: u64| parts >> half & 0xff != 0 && self.mbarriers.contains_key(&(granule + half));
        has_one(0) || has_one(8)
    }

    /// Reports what a copy or a product conflicts with. `reads`: the fault of an instruction that reads what it writes.
    pub(super) fn report_conflict(&mut self, conflict: Option<Conflict>, event: MemoryEvent, reads: Fault) {
        match conflict {
            Some(Conflict::BeforeFirstWrite(reader)) => {
                self.fault_of((reader.id, reader.times), reads, Some(event.id));
            }
            Some(conflict) => self.fault_with(event.id, Fault::Overwrites, conflict.event().id),
            None => {}
        }
    }
}

/// Whether two lanes of a mask certainly have one address, and different numbers.
pub(super) fn differ_at_one_address(addresses: &LaneValues, numbers: &LaneValues, mask: u32) -> bool {
    if matches!(numbers, LaneValues::Same(_)) {
        return false;
    }
    if addresses.same_in(mask).is_some() {
        return numbers.differ_in(mask);
    }
    let known = |lane| Some((addresses.get(lane)?, numbers.get(lane)?));
    let mut known: SmallVec<[(u64, u64); 32]> = lanes(mask).filter_map(known).collect();
    known.sort_unstable();
    known.windows(2).any(|pair| matches!(pair, [one, other] if one.0 == other.0 && one.1 != other.1))
}
