//! Who has accessed shared memory and tensor memory, and what is known of the contents.
//!
//! Memory is a sequence of granules: 16 bytes of shared memory, or one column of tensor memory. A set of
//! [`GranuleParts`] tells which bytes of a granule an access concerns, or which lanes of a column.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::address::OF_CTA;
use super::clock::{Access, Clock};
use crate::id::InstId;

/// Parts of a granule, a bit each.
pub(super) type GranuleParts = u16;

/// All parts of a granule.
pub(super) const ALL: GranuleParts = GranuleParts::MAX;

/// One access to a granule.
#[derive(Copy, Clone, Debug)]
pub(super) struct MemoryEvent {
    pub access: Access,
    pub id: InstId,
    /// How often the instruction was executed before.
    pub times: u32,
    /// Whether it is a strong operation, as a copy that reduces is. Two of them are taken to be morally strong, so that
    /// they are no data race (PTX ISA 8.7): their scopes are not compared.
    pub strong: bool,
    /// Of a warp: how often its lanes had synchronised before.
    pub period: u32,
}

impl MemoryEvent {
    /// The part of it that these lanes have.
    pub const fn of_lanes(mut self, lanes: u32) -> Self {
        if let Access::Warp(issuer, _) = &mut self.access {
            issuer.lanes = lanes;
        }
        self
    }

    /// Whether this access and another one of the same warp can be of two lanes that nothing orders, at least one of
    /// them by a weak operation.
    fn can_be_of_lanes(&self, other: &Self) -> bool {
        self.access.is_of_same(other.access)
            && self.period == other.period
            && self.id != other.id
            && !(self.strong && other.strong)
            && matches!(self.access, Access::Warp(..))
    }

    /// Whether this access, of which the warp knows the clock, is not ordered after another one. Accesses of one warp
    /// are, and of two strong operations it does not matter. `is_all`: whether it is to all parts that the other one is
    /// to, and so to those of each of its lanes.
    fn is_unordered(&self, other: &Self, is_all: bool, clock: &Clock) -> bool {
        let is_of_warp = matches!(self.access, Access::Warp(..)) && self.access.is_of_same(other.access);
        let is_known = if is_all { clock.knows(other.access) } else { clock.knows_of_one(other.access) };
        !(is_of_warp || is_known || self.strong && other.strong)
    }
}

/// What was done in a granule.
#[derive(Clone, Debug, Default)]
struct Granule {
    writes: SmallVec<[(GranuleParts, MemoryEvent); 1]>,
    reads: SmallVec<[(GranuleParts, MemoryEvent); 2]>,
}

/// What a write conflicts with.
#[derive(Copy, Clone, Debug)]
pub(super) enum Conflict {
    /// It is not ordered after this read, which was before anything was written.
    BeforeFirstWrite(MemoryEvent),
    /// It is not ordered after this read of what was written before.
    WriteAfterRead(MemoryEvent),
    /// It is not ordered after the last write.
    WriteAfterWrite(MemoryEvent),
}

impl Conflict {
    /// The access that it conflicts with.
    pub const fn event(&self) -> &MemoryEvent {
        match self {
            Self::BeforeFirstWrite(event) | Self::WriteAfterRead(event) | Self::WriteAfterWrite(event) => event,
        }
    }
}

/// The accesses by granule.
#[derive(Clone, Debug, Default)]
pub(super) struct Accesses(FxHashMap<u64, Granule>);

impl Accesses {
    /// Records a read of parts of a granule. Returns a write to one of them that is not ordered before the read, or
    /// that the async proxy does not see.
    pub fn read(
        &mut self,
        granule: u64,
        parts: GranuleParts,
        event: MemoryEvent,
        clock: &Clock,
    ) -> Option<MemoryEvent> {
        let Granule { writes, reads } = self.0.entry(granule).or_default();
        let access = event.access;
        // What is ordered after this read is ordered after all reads before it, too: these are not needed any more. Of
        // the reads of a warp since its lanes last synchronised, two of different instructions are enough: only lanes
        // that execute different instructions race.
        let mut has_other = false;
        reads.retain(|(of, read)| {
            if *of & !parts != 0 {
                return true;
            }
            if !read.access.is_of_same(access) {
                return !clock.knows(read.access);
            }
            let is_other = read.id != event.id && read.period == event.period;
            is_other && !std::mem::replace(&mut has_other, true) || read.access.leave(access)
        });
        reads.push((parts, event));
        let is_open = |(of, write): &(GranuleParts, MemoryEvent)| match access {
            Access::Warp(..) => event.is_unordered(write, of & !parts == 0, clock),
            Access::Asynchronous(_) => !clock.has_happened(write.access) || !clock.is_visible(write.access),
        };
        writes.iter().find(|write| write.0 & parts != 0 && is_open(write)).map(|(_, write)| *write)
    }

    /// Where the last byte ends that was accessed, in the CTA that has the most.
    pub fn end(&self) -> Option<u64> {
        let end = |(granule, found): (&u64, &Granule)| {
            let parts = found.writes.iter().map(|(of, _)| of).chain(found.reads.iter().map(|(of, _)| of));
            let parts = parts.fold(0, |all: GranuleParts, of| all | of);
            (granule & !OF_CTA) + u64::from(GranuleParts::BITS - parts.leading_zeros())
        };
        self.0.iter().map(end).max()
    }

    /// Whether lanes of one warp access parts of a granule without an order, as far as their warp tells.
    pub fn concerns_lanes(&self, granule: u64, parts: GranuleParts, event: &MemoryEvent, writes: bool) -> bool {
        let Some(found) = self.0.get(&granule) else { return false };
        let is_open = |(of, other): &(GranuleParts, MemoryEvent)| of & parts != 0 && event.can_be_of_lanes(other);
        found.writes.iter().any(is_open) || writes && found.reads.iter().any(is_open)
    }

    /// An access to parts of a granule that is not ordered before a write of them.
    pub fn unordered(
        &self,
        granule: u64,
        parts: GranuleParts,
        event: &MemoryEvent,
        clock: &Clock,
    ) -> Option<MemoryEvent> {
        let Granule { writes, reads } = self.0.get(&granule)?;
        let mut accesses = reads.iter().chain(writes);
        let is_open = |(of, other): &&(GranuleParts, MemoryEvent)| {
            of & parts != 0 && event.is_unordered(other, of & !parts == 0, clock)
        };
        accesses.find(is_open).map(|(_, other)| *other)
    }

    /// Records a write of parts of a granule. Returns an access to one of them that is not ordered before the write.
    pub fn write(&mut self, granule: u64, parts: GranuleParts, event: MemoryEvent, clock: &Clock) -> Option<Conflict> {
        let Granule { writes, reads } = self.0.entry(granule).or_default();
        let is_open = |(of, other): &&(GranuleParts, MemoryEvent)| {
            of & parts != 0 && event.is_unordered(other, of & !parts == 0, clock)
        };
        let written = writes.iter().any(|(of, _)| of & parts != 0);
        let read = reads.iter().find(is_open).map(|(_, read)| *read);
        let write = writes.iter().find(is_open).map(|(_, write)| *write);
        // Of strong operations that nothing orders, none is the last one.
        let is_last =
            |other: &MemoryEvent| clock.knows(other.access) || !other.strong || other.access.is_of_same(event.access);
        cover(reads, parts, |_| true);
        cover(writes, parts, is_last);
        match writes.iter_mut().find(|(_, known)| known.access == event.access && known.id == event.id) {
            Some((known, _)) => *known |= parts,
            None => writes.push((parts, event)),
        }
        match (written, read) {
            (false, Some(read)) => Some(Conflict::BeforeFirstWrite(read)),
            (true, Some(read)) => Some(Conflict::WriteAfterRead(read)),
            (_, None) => write.map(Conflict::WriteAfterWrite),
        }
    }
}

/// Leaves the parts of accesses that are not written again.
fn cover<A: smallvec::Array<Item = (GranuleParts, MemoryEvent)>>(
    events: &mut SmallVec<A>,
    parts: GranuleParts,
    is_covered: impl Fn(&MemoryEvent) -> bool,
) {
    events.retain(|(of, event)| {
        if is_covered(event) {
            *of &= !parts;
        }
        *of != 0
    });
}

/// What is known of the contents of shared memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents(FxHashMap<u64, u8>);

impl Contents {
    /// The number of that many bytes at an address, if each of them is known.
    pub fn load(&self, address: u64, size: u64) -> Option<u64> {
        (0..size).rev().try_fold(0_u64, |number, at| {
            let byte = self.0.get(&address.wrapping_add(at))?;
            Some(number << 8 | u64::from(*byte))
        })
    }

    /// That many bytes are no longer known.
    pub fn forget(&mut self, address: u64, size: u64) {
        if size < self.0.len() as u64 {
            (0..size).for_each(|at| {
                self.0.remove(&address.wrapping_add(at));
            });
        } else {
            self.0.retain(|at, _| at.wrapping_sub(address) >= size);
        }
    }

    /// Nothing is known any more.
    pub fn forget_all(&mut self) {
        self.0.clear();
    }

    /// Writes a number of that many bytes; none if it is not known.
    pub fn store(&mut self, address: u64, size: u64, number: Option<u64>) {
        for at in 0..size.min(8) {
            match number {
                Some(number) => self.0.insert(address.wrapping_add(at), (number >> (8 * at)) as u8),
                None => self.0.remove(&address.wrapping_add(at)),
            };
        }
    }
}
