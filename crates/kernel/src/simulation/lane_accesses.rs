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
    /// The bytes of each lane.
    pub bytes: u64,
}

impl LaneCopies {
    /// Whether a lane certainly copies other bytes than an earlier copy, to where that one copies: the distance between
    /// target and source is another one.
    pub fn differ_from(&self, earlier: &Self) -> bool {
        let known = |copies: &Self| {
            let of_lane = |lane| Some((copies.targets.get(lane)?, copies.sources.get(lane)?));
            lanes(u32::MAX).filter_map(of_lane).collect::<SmallVec<[(u64, u64); 32]>>()
        };
        let before = known(earlier);
        known(self).into_iter().any(|(to, from)| {
            let mut overlapping = before
                .iter()
                .filter(|(at, _)| *at < to.saturating_add(self.bytes) && to < at.saturating_add(earlier.bytes));
            overlapping.any(|(at, source)| at.wrapping_sub(*source) != to.wrapping_sub(from))
        })
    }
}

/// The accesses, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct LaneAccesses {
    /// Each with the first two instructions that have it: nothing is wrong between the lanes of one instruction.
    all: Vec<(LaneAccess, SmallVec<[InstId; 2]>)>,
    numbers: FxHashMap<LaneAccess, usize>,
    by_granule: FxHashMap<u64, SmallVec<[usize; 2]>>,
}

impl LaneAccesses {
    /// The lanes are ordered.
    pub fn clear(&mut self) {
        *self = Self::default();
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
    /// The instructions of the copies among them.
    copies: SmallVec<[InstId; 2]>,
        let number = *self.numbers.entry(access.clone()).or_insert(next);
        if number == next {
            self.all.push((access, SmallVec::new()));
            for found in granules {
                self.by_granule.entry(found.granule).or_default().push(number);
            }
        }
        if let Some((_, ids)) = self.all.get_mut(number)
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

            && ids.len() < 2
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
}
