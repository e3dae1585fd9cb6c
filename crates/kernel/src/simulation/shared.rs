//! Accesses to shared memory: of threads, of copies and of products.

use rustc_hash::FxHashSet;

use super::clock::{Access, Operation};
use super::instruction::key;
use super::lanes::{Lanes, lanes};
use super::launch::Launch;
use super::layout::{END, FIRST};
use super::memory::Conflict;
use super::{Fault, OF_CTA};
use crate::execution::ContextId;
use crate::id::{InstId, ValueId};
use crate::program::{CpAsync, Fence};
use crate::value::{Operator, ValueKind};

/// The most bytes of a copy that are followed: as many as the shared memory of a CTA has.
const MAX_BYTES: u64 = 227 * 1024;

/// As many bytes of a copy are as much work as a block.
const BYTES_OF_VISIT: u64 = 1024;

impl Launch<'_, '_> {
    /// The lanes of a group load from shared memory.
    pub(super) fn load(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        address: ValueId,
        value: ValueId,
    ) -> Option<()> {
        let (addresses, all) = self.addresses(warp, group, address)?;
        let size = self.size(context, value);
        // A response that is read before there is one looks like a failure.
        let otherwise = self.queried(context).contains(&value).then_some(0);
        let loaded = |lane| self.memory.load(key(addresses.get(lane)?), size).or(otherwise);
        let loaded = Lanes::from_fn(loaded);
        self.set(warp, group, value, loaded)?;
        let found = self.warps.get(warp)?;
        let access = found.access();
        let (mut before, mut reads_response, times) = (None, false, self.times_of(id));
        for at in places(&addresses, all) {
            before = before.or(self.shared.read(at, (id, times), access, &found.clock));
            if self.responses.contains(&at) {
                reads_response = true;
                self.unfenced.push((access, at));
            }
        }
        if before.is_some() {
            let fault = if reads_response { Fault::ReadsResponse } else { Fault::ReadsCopy };
            self.fault_after(id, fault, before);
        }
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }

    /// The lanes of a group store to shared memory.
    pub(super) fn store(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        address: ValueId,
        value: ValueId,
    ) -> Option<()> {
        let (addresses, all) = self.addresses(warp, group, address)?;
        let stored = self.values(warp, group)?.get(value);
        let size = self.size(context, value);
        let is_constant = self.is_constant(context, value);
        for lane in lanes(all) {
            if let Some(address) = addresses.get(lane) {
                // What threads compute, others can change in a way that is not followed.
                self.memory.store(key(address), size, stored.get(lane).filter(|_| is_constant));
            }
        }
        let found = self.warps.get(warp)?;
        let access = found.access();
        let mut conflict = None;
        for at in places(&addresses, all) {
            conflict = conflict.or(self.shared.write(at, access, &found.clock));
        }
        if let Some(conflict) = conflict {
            self.fault_after(id, Fault::Overwrites, conflict.overwritten());
        }
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }

    /// The addresses of the lanes of a group, and the lanes.
    fn addresses(&self, warp: usize, group: usize, address: ValueId) -> Option<(Lanes, u32)> {
        let values = self.values(warp, group)?;
        Some((values.get(address), values.lanes))
    }

    fn is_constant(&self, context: ContextId, value: ValueId) -> bool {
        let value = self.run.function(context).and_then(|function| function.value(value));
        value.is_some_and(|value| matches!(value.kind, ValueKind::Constant(_)))
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
        for address in lanes(all).filter_map(|lane| addresses.get(lane)) {
            self.memory.store(key(address), size, None);
        }
        Some(())
    }

    /// An asynchronous operation reads shared memory at these addresses.
    pub(super) fn read_asynchronously(
        &mut self,
        warp: usize,
        id: InstId,
        operation: Operation,
        addresses: impl Iterator<Item = u64>,
    ) -> Option<()> {
        let (clock, times) = (&self.warps.get(warp)?.clock, self.times_of(id));
        let mut before = None;
        for address in addresses.filter_map(place) {
            let access = Access::Asynchronous(operation);
            before = before.or(self.shared.read(address, (id, times), access, clock));
        }
        let Some(write) = before else { return Some(()) };
        let fault = match write {
            Access::Asynchronous(_) => Fault::ReadsCopy,
            Access::Warp(..) if clock.knows(write) => Fault::NotVisible,
            Access::Warp(..) => Fault::ReadsEarly,
        };
        self.fault_after(id, fault, before);
        Some(())
    }

    /// A fence of the async proxy: what the warp knows becomes visible to it. The time of the warp advances, so that later stores
    /// are not. A fence in one direction counts as one in both, but for reads of responses: a release is for those of the warp
    /// itself, and a fence in both directions for all that the warp knows of.
    pub(super) fn fence(&mut self, warp: usize, fence: Fence) -> Option<()> {
        let warp = self.warps.get_mut(warp)?;
        let (own, known) = (warp.index, warp.tell());
        warp.clock.fence(&known);
        self.unfenced.retain(|&(read, _)| match fence {
            Fence::ProxyAsync => !known.knows(read),
            Fence::ProxyRelease => !matches!(read, Access::Warp(reader, _) if reader == own),
            _ => true,
        });
        Some(())
    }

    /// The values of a function that it takes for responses to requests.
    fn queried(&mut self, context: ContextId) -> &FxHashSet<ValueId> {
        let values = self.run.function(context).map_or(&[][..], |function| &function.values);
        self.queried.entry(context).or_insert_with(|| {
            let queried = values.iter().filter_map(|value| match &value.kind {
                ValueKind::Compute(Operator::IsCanceled, operands) => operands.first().copied(),
                _ => None,
            });
            queried.collect()
        })
    }

    /// A step of copies that are not in bulk.
    pub(super) fn cp_async(&mut self, warp: usize, group: usize, id: InstId, step: CpAsync) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        match step {
            CpAsync::Copy { to: Some(to) } => self.copy_lanes(warp, group, id, to)?,
            // What it writes is not known.
            CpAsync::Copy { to: None } => {}
            CpAsync::Commit => found.cp_async.commit(),
            CpAsync::WaitGroup { pending } => found.cp_async.wait(pending, &mut found.clock),
            CpAsync::WaitAll => self.wait_for_all(warp)?,
            CpAsync::Arrive => found.completed_by_arrival = found.cp_async.all(),
        }
        Some(())
    }

    /// Each lane of a group copies to its own address.
    fn copy_lanes(&mut self, warp: usize, group: usize, id: InstId, to: ValueId) -> Option<()> {
        let (addresses, all) = self.addresses(warp, group, to)?;
        let copy = self.operation(id);
        let mut conflict = None;
        lanes(all).filter_map(|lane| addresses.get(lane)).for_each(|to| self.memory.forget(key(to), 16));
        for at in places(&addresses, all) {
            let found = self.shared.write(at, Access::Asynchronous(copy), &self.warps.get(warp)?.clock);
            // Several threads can copy the same to one address.
            conflict = conflict.or(found.filter(|found| !matches!(found, Conflict::OverwritesWrite(_))));
        }
        self.report_conflict(conflict, id, copy, Fault::ReadsCopy);
        self.warps.get_mut(warp)?.cp_async.add(copy);
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }

    /// `cp.async.wait_all`.
    pub(super) fn wait_for_all(&mut self, warp: usize) -> Option<()> {
        let warp = self.warps.get_mut(warp)?;
        warp.cp_async.commit();
        warp.cp_async.wait(0, &mut warp.clock);
        Some(())
    }

    /// Issues a copy from shared memory that completes in a group. None if it has no source: it completes on an mbarrier that is not
    /// known.
    pub(super) fn bulk_copy(&mut self, warp: usize, id: InstId) -> Option<()> {
        self.warps.get(warp)?.source?;
        let copy = self.operation(id);
        self.warps.get_mut(warp)?.bulk.add(copy);
        self.read_source(warp, id, copy)
    }

    /// A copy reads its source, if it has one in shared memory and that is known.
    fn read_source(&mut self, warp: usize, id: InstId, copy: Operation) -> Option<()> {
        if let Some((Some(from), bytes)) = self.warps.get_mut(warp)?.source.take() {
            // Another variable can be behind one whose size is not known.
            let bytes = bytes.filter(|_| self.layout.is_exact).unwrap_or(1).min(MAX_BYTES);
            self.visits = self.visits.saturating_add((bytes / BYTES_OF_VISIT) as u32);
            self.read_asynchronously(warp, id, copy, (from..from.saturating_add(bytes)).step_by(16))?;
            *self.executed.entry(id).or_default() += 1;
        }
        Some(())
    }

    /// Issues a copy whose bytes complete on an mbarrier.
    pub(super) fn copy(
        &mut self,
        warp: usize,
        id: InstId,
        (barrier, bytes): (u64, Option<u64>),
        to: Option<u64>,
    ) -> Option<()> {
        let copy = self.operation(id);
        self.read_source(warp, id, copy)?;
        self.access_remote(warp, id, barrier, Access::Asynchronous(copy))?;
        let copies = std::mem::take(&mut self.warps.get_mut(warp)?.completed_by_arrival);
        let mbarrier = self.initialised(warp, id, key(barrier))?;
        mbarrier.complete_copies(&copies);
        mbarrier.copy(copy, bytes);
        if let Some(to) = to {
            let bytes = if self.layout.is_exact { bytes.unwrap_or(0) } else { 0 };
            self.memory.forget(key(to), bytes.min(MAX_BYTES));
        }
        if let Some(at) = to.and_then(place) {
            let clock = &self.warps.get(warp)?.clock;
            let conflict = self.shared.write(at, Access::Asynchronous(copy), clock);
            let reads = if self.responses.contains(&at) { Fault::ReadsResponse } else { Fault::ReadsCopy };
            self.report_conflict(conflict, id, copy, reads);
            *self.executed.entry(id).or_default() += 1;
        }
        Some(())
    }

    /// Reports what a copy or a product conflicts with. `reads`: the fault of an instruction that reads what it writes.
    pub(super) fn report_conflict(
        &mut self,
        conflict: Option<Conflict>,
        id: InstId,
        operation: Operation,
        reads: Fault,
    ) {
        match conflict {
            Some(Conflict::ReadsTooEarly(reader, times)) => {
                self.fault_of((reader, times), reads, Some(Access::Asynchronous(operation)));
            }
            Some(conflict) => self.fault_after(id, Fault::Overwrites, conflict.overwritten()),
            None => {}
        }
    }
}

/// Where the accesses of lanes begin, each once, if a copy or a descriptor can begin there. Others are not followed.
fn places(addresses: &Lanes, all: u32) -> FxHashSet<u64> {
    let addresses = lanes(all).filter_map(|lane| addresses.get(lane));
    addresses.filter(|address| address & 0xf == 0).filter_map(place).collect()
}

/// Where an access to shared memory begins, if that is an address of a variable: descriptors do not state the lowest bits.
pub(super) fn place(address: u64) -> Option<u64> {
    let in_memory = address & 0xffff_ffff & !OF_CTA;
    (FIRST..END).contains(&in_memory).then_some(key(address) & !0xf)
}
