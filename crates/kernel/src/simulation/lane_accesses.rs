//! What the lanes of one warp have accessed in shared memory since they were ordered.
//!
//! Guarantees that a look-up takes time in the accesses to the same granules only, of which those by the same lanes to
//! the same bytes count once: a warp can access one word in a long row of instructions.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::granule::GranuleAccess;
use super::lanes::{LaneValues, lanes};
use crate::id::InstId;

/// What lanes of a warp access with one instruction.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct LaneAccess {
    pub writes: bool,
    /// The addresses of the lanes of the mask, and the bytes of each.
    pub addresses: LaneValues,
    pub lanes: u32,
    pub bytes: u64,
}

impl LaneAccess {
    /// Whether two lanes, one of each access, access the same byte, and one of them writes it.
    fn is_wrong_with(&self, other: &Self) -> bool {
        let of_lane = |lane: usize| self.addresses.get(lane).is_some_and(|at| other.is_of_other(lane, at, self.bytes));
        (self.writes || other.writes) && lanes(self.lanes).any(of_lane)
    }

    /// Whether another lane accesses one of the bytes at the address of a lane.
    fn is_of_other(&self, lane: usize, address: u64, bytes: u64) -> bool {
        lanes(self.lanes).filter(|other| *other != lane).any(|other| {
            let overlaps = |at: u64| at < address.saturating_add(bytes) && address < at.saturating_add(self.bytes);
            self.addresses.get(other).is_some_and(overlaps)
        })
    }
}

/// Copies of lanes by one instruction that is not in bulk.
#[derive(Debug)]
pub(super) struct LaneCopies {
    /// The addresses; not known of lanes that copy nothing.
    pub targets: LaneValues,
    pub sources: LaneValues,
    /// The bytes of each lane that are copied. Zeros follow.
    pub copied: LaneValues,
    /// The bytes that each lane writes.
    pub bytes: u64,
}

/// What one lane copies.
struct LaneCopy {
    /// The distance of the source, if it is known.
    distance: Option<u64>,
    copied: (u64, u64),
    zeros: (u64, u64),
}

impl LaneCopies {
    /// Whether a lane certainly writes other bytes than an earlier copy, to where that one writes: the distance between
    /// target and source is another one, or one of them writes zeros.
    pub fn differ_from(&self, earlier: &Self) -> bool {
        let before: SmallVec<[LaneCopy; 32]> = earlier.known().collect();
        self.known().any(|one| before.iter().any(|other| one.differs_from(other)))
    }

    /// What is known of the lanes.
    fn known(&self) -> impl Iterator<Item = LaneCopy> {
        lanes(u32::MAX).filter_map(|lane| {
            let (to, copied) = (self.targets.get(lane)?, self.copied.get(lane)?);
            let distance = self.sources.get(lane).map(|source| to.wrapping_sub(source));
            let (middle, end) = (to.saturating_add(copied), to.saturating_add(self.bytes));
            Some(LaneCopy { distance, copied: (to, middle), zeros: (middle, end) })
        })
    }
}

impl LaneCopy {
    fn differs_from(&self, other: &Self) -> bool {
        let overlap = |one: (u64, u64), two: (u64, u64)| one.0.max(two.0) < one.1.min(two.1);
        let is_other = self.distance.zip(other.distance).is_some_and(|(one, two)| one != two);
        is_other && overlap(self.copied, other.copied)
            || overlap(self.copied, other.zeros)
            || overlap(self.zeros, other.copied)
    }
}

/// The accesses, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneAccesses {
    /// Each with the first two instructions that have it: nothing is wrong between the lanes of one instruction.
    all: Vec<(LaneAccess, SmallVec<[InstId; 2]>)>,
    numbers: FxHashMap<LaneAccess, usize>,
    by_granule: FxHashMap<u64, SmallVec<[usize; 2]>>,
    /// The instructions of the copies among them.
    copies: SmallVec<[InstId; 2]>,
}

impl LaneAccesses {
    /// The lanes are ordered.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether there are copies among them.
    pub fn has_copies(&self) -> bool {
        !self.copies.is_empty()
    }

    /// Whether an instruction is one of the copies.
    pub fn is_copy(&self, id: InstId) -> bool {
        self.copies.contains(&id)
    }

    /// Adds what copies have written.
    pub fn add_copy(&mut self, id: InstId, access: LaneAccess, granules: &[GranuleAccess]) {
        if !self.copies.contains(&id) {
            self.copies.push(id);
        }
        self.add(id, access, granules);
    }

    /// Another instruction by which other lanes access some of the bytes of an access to these granules.
    pub fn race(&self, id: InstId, access: &LaneAccess, granules: &[GranuleAccess]) -> Option<InstId> {
        let known = granules.iter().filter_map(|found| self.by_granule.get(&found.granule)).flatten().copied();
        let mut known = known.collect::<BTreeSet<_>>().into_iter().filter_map(|number| self.all.get(number));
        known.find_map(|(other, ids)| {
            let other_id = ids.iter().copied().find(|other| *other != id)?;
            access.is_wrong_with(other).then_some(other_id)
        })
    }

    /// Adds an access to these granules.
    pub fn add(&mut self, id: InstId, access: LaneAccess, granules: &[GranuleAccess]) {
        let next = self.all.len();
        let number = *self.numbers.entry(access.clone()).or_insert(next);
        if number == next {
            self.all.push((access, SmallVec::new()));
            for found in granules {
                self.by_granule.entry(found.granule).or_default().push(number);
            }
        }
        if let Some((_, ids)) = self.all.get_mut(number)
            && ids.len() < 2
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
}
