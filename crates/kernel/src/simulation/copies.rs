//! Copies to and from shared memory.

use super::Fault;
use super::clock::{Access, Operation};
use super::instruction::key;
use super::lanes::{Lanes, lanes};
use super::launch::Launch;
use super::memory::{ALL, Conflict};
use super::shared::{MAX_LANE_BYTES, Source, granules, place};
use crate::id::{InstId, ValueId};
use crate::program::CpAsync;

/// The most bytes of a copy that are followed: as many as the shared memory of a CTA has.
const MAX_BYTES: u64 = 227 * 1024;

/// As many bytes of a copy are as much work as a block.
const BYTES_OF_VISIT: u64 = 1024;

impl Launch<'_, '_> {
    /// A step of copies that are not in bulk.
    pub(super) fn cp_async(&mut self, warp: usize, group: usize, id: InstId, step: CpAsync) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        match step {
            CpAsync::Copy { to: Some(to), bytes, from } => self.copy_lanes(warp, group, id, to, (bytes, from))?,
            // What it writes is not known.
            CpAsync::Copy { to: None, .. } => {}
            CpAsync::Commit => found.cp_async.commit(),
            CpAsync::WaitGroup { pending } => found.cp_async.wait(pending, &mut found.clock),
            CpAsync::WaitAll => self.wait_for_all(warp)?,
            CpAsync::Arrive => found.completed_by_arrival = found.cp_async.all(),
        }
        Some(())
    }

    /// Each lane of a group copies to its own address.
    fn copy_lanes(
        &mut self,
        warp: usize,
        group: usize,
        id: InstId,
        to: ValueId,
        (bytes, from): (Option<ValueId>, Option<ValueId>),
    ) -> Option<()> {
        let (addresses, all) = self.addresses(warp, group, to)?;
        let bytes = bytes.and_then(|bytes| self.values(warp, group)?.number(bytes)).unwrap_or(MAX_LANE_BYTES);
        let source = match from {
            Some(from) => (Some(from), self.values(warp, group)?.get(from)),
            None => (None, Lanes::UNKNOWN),
        };
        let copy = self.operation(id);
        let event = self.event(id, Access::Asynchronous(copy), false);
        let mut conflict = None;
        lanes(all).filter_map(|lane| addresses.get(lane)).for_each(|to| self.memory.forget(key(to), bytes));
        for (granule, parts) in granules(&addresses, all, bytes) {
            let found = self.shared.write(granule, parts, event, &self.warps.get(warp)?.clock);
            // The same can be copied to one address several times.
            conflict = conflict.or(found.filter(|found| match found {
                Conflict::OverwritesWrite(other) => self.copies_other(other.access, (&addresses, &source), all),
                _ => true,
            }));
        }
        self.report_conflict(conflict, event, Fault::ReadsCopy);
        self.targets.insert(copy, (addresses, source));
        self.warps.get_mut(warp)?.cp_async.add(copy);
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }

    /// Whether a lane copies from another address than before to where it copies already. Other expressions are other addresses.
    fn copies_other(&self, other: Access, (to, source): (&Lanes, &Source), all: u32) -> bool {
        let Access::Asynchronous(other) = other else { return true };
        let Some((targets, (expression, sources))) = self.targets.get(&other) else { return true };
        let (of_source, from) = source;
        let is_other = of_source != expression;
        let differs =
            |one: Option<u64>, two: Option<u64>| is_other || one.zip(two).is_some_and(|(one, two)| one != two);
        let is_same = |lane: &usize| to.get(*lane).is_some_and(|at| targets.get(*lane) == Some(at));
        lanes(all).filter(is_same).any(|lane| differs(from.get(lane), sources.get(lane)))
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
        if let Some((to, at)) = to.and_then(|to| Some((to, place(to)?))) {
            // Another variable can follow one whose size is not known.
            let bytes = bytes.filter(|_| self.layout.is_exact).unwrap_or(1).min(MAX_BYTES);
            self.visits = self.visits.saturating_add((bytes / BYTES_OF_VISIT) as u32);
            let event = self.event(id, Access::Asynchronous(copy), false);
            let clock = &self.warps.get(warp)?.clock;
            let mut conflict = None;
            for granule in (to..to.saturating_add(bytes)).step_by(16).filter_map(place) {
                conflict = conflict.or(self.shared.write(granule, ALL, event, clock));
            }
            let reads = if self.responses.contains(&at) { Fault::ReadsResponse } else { Fault::ReadsCopy };
            self.report_conflict(conflict, event, reads);
            *self.executed.entry(id).or_default() += 1;
        }
        Some(())
    }
}
