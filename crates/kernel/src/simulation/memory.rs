//! Accesses to shared memory and to tensor memory, by the address where they begin.

use rustc_hash::FxHashMap;

use super::clock::{Access, Clock};
use crate::id::InstId;

/// What has been done at one address.
#[derive(Clone, Debug, Default)]
struct Place {
    write: Option<Access>,
    /// Each with the instruction, and how often it was executed before.
    reads: Vec<(Access, InstId, u32)>,
}

/// What a write conflicts with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Conflict {
    /// It is not known to be after this instruction, which has read before anything was written, and had been executed so often.
    ReadsTooEarly(InstId, u32),
    /// It is not known to be after this read of what was written before.
    OverwritesRead(Access),
    /// It is not known to be after the last write.
    OverwritesWrite(Access),
}

impl Conflict {
    /// The access to what is overwritten.
    pub const fn overwritten(self) -> Option<Access> {
        match self {
            Self::OverwritesRead(access) | Self::OverwritesWrite(access) => Some(access),
            Self::ReadsTooEarly(..) => None,
        }
    }
}

/// The accesses by address.
#[derive(Clone, Debug, Default)]
pub(super) struct Accesses(FxHashMap<u64, Place>);

impl Accesses {
    /// Reads at an address. The last write there, if it is not known to have happened before, or if the async proxy reads and does
    /// not see it. Races between threads are not looked for.
    pub fn read(&mut self, address: u64, (id, times): (InstId, u32), access: Access, clock: &Clock) -> Option<Access> {
        let place = self.0.entry(address).or_default();
        // Who knows of this read knows of those that the reader knows of.
        place.reads.retain(|(read, ..)| read.is_of_same(access) || !clock.knows(*read));
        // Of a warp, the last read of an instruction is enough: who knows of it knows of those before.
        match place.reads.iter_mut().find(|(known, of, _)| *of == id && known.is_of_same(access)) {
            Some((known, ..)) => *known = access,
            None => place.reads.push((access, id, times)),
        }
        place.write.filter(|&write| match (access, write) {
            (Access::Warp(..), Access::Warp(..)) => false,
            (Access::Asynchronous(_), _) => !clock.knows(write) || !clock.is_visible(write),
            (Access::Warp(..), Access::Asynchronous(_)) => !clock.knows(write),
        })
    }

    /// Writes at an address. None if all accesses there are known to have happened before. Races between threads are not looked
    /// for.
    pub fn write(&mut self, address: u64, access: Access, clock: &Clock) -> Option<Conflict> {
        let place = self.0.entry(address).or_default();
        let Place { write, reads } = std::mem::replace(place, Place { write: Some(access), reads: Vec::new() });
        let is_of_threads = |access: Access| matches!(access, Access::Warp(..));
        let is_race = |other: Access| is_of_threads(access) && is_of_threads(other);
        let is_open = |other: Access| !clock.knows(other) && !is_race(other);
        let read = reads.into_iter().find(|(read, ..)| is_open(*read));
        match (write, read) {
            (None, Some((_, id, times))) => Some(Conflict::ReadsTooEarly(id, times)),
            (Some(_), Some((read, ..))) => Some(Conflict::OverwritesRead(read)),
            (write, None) => write.filter(|&write| is_open(write)).map(Conflict::OverwritesWrite),
        }
    }
}

/// What is known of the contents of shared memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes(FxHashMap<u64, u8>);

impl Bytes {
    /// The number of that many bytes at an address, if each of them is known.
    pub fn load(&self, address: u64, size: u64) -> Option<u64> {
        (0..size).rev().try_fold(0_u64, |number, at| {
            let byte = self.0.get(&address.wrapping_add(at))?;
            Some(number << 8 | u64::from(*byte))
        })
    }

    /// That many bytes are no longer known.
    pub fn forget(&mut self, address: u64, size: u64) {
        self.0.retain(|at, _| at.wrapping_sub(address) >= size);
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
