//! Granules: the units of 16 bytes in which shared memory is observed.

use super::address::{END, FIRST, OF_CTA, key};
use super::lanes::{LaneValues, lanes};
use super::memory::GranuleParts;
use smallvec::SmallVec;

/// The most bytes that one lane accesses with one instruction.
pub(super) const MAX_LANE_BYTES: u64 = 16;

/// What lanes access of one granule.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct GranuleAccess {
    pub granule: u64,
    /// The bytes of it.
    pub parts: GranuleParts,
    /// The lanes that access it.
    pub lanes: u32,
}

/// The granules that lanes access, each once.
pub(super) fn granules(addresses: &LaneValues, all: u32, size: u64) -> SmallVec<[GranuleAccess; 32]> {
    let mut found: SmallVec<[GranuleAccess; 32]> = SmallVec::new();
    let mut add = |address: u64, lanes: u32| {
        let (mut at, end) = (address, address.saturating_add(size.min(MAX_LANE_BYTES)));
        while at < end {
            let next = (at | 0xf).saturating_add(1).min(end);
            let parts = GranuleParts::MAX >> (16 - (next - at).min(16)) << (at & 0xf);
            found.extend(granule_of(at).map(|granule| GranuleAccess { granule, parts, lanes }));
            at = next;
        }
    };
    match addresses.same_in(all) {
        Some(address) => add(address, all),
        None => lanes(all).for_each(|lane| addresses.get(lane).into_iter().for_each(|address| add(address, 1 << lane))),
    }
    found.sort_unstable();
    found.dedup_by(|next, first| {
        let is_same = next.granule == first.granule;
        if is_same {
            first.parts |= next.parts;
            first.lanes |= next.lanes;
        }
        is_same
    });
    found
}

/// The bytes of a granule that are among so many from an address on.
pub(super) fn parts_of(granule: u64, (address, bytes): (u64, u64)) -> GranuleParts {
    let begin = address.saturating_sub(granule).min(16);
    let end = address.saturating_add(bytes).saturating_sub(granule).min(16);
    let below = |end: u64| GranuleParts::MAX.checked_shr(16 - end as u32).unwrap_or(0);
    below(end) & !below(begin)
}

/// The granule of shared memory that an address is in, if that is in a variable.
pub(super) fn granule_of(address: u64) -> Option<u64> {
    let in_memory = address & 0xffff_ffff & !OF_CTA;
    (FIRST..END).contains(&in_memory).then_some(key(address) & !0xf)
}
