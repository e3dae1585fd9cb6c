//! Accesses to shared memory and to tensor memory, by the address where they begin.

use rustc_hash::FxHashMap;

use super::clock::{Access, Clock};

/// What has been done at one address.
#[derive(Clone, Debug, Default)]
struct Place {
    write: Option<Access>,
    reads: Vec<Access>,
}

/// The accesses by address.
#[derive(Clone, Debug, Default)]
pub(super) struct Accesses(FxHashMap<u64, Place>);

impl Accesses {
    /// Reads at an address. The last write there, if it is not known to have happened before.
    pub fn read(&mut self, address: u64, access: Access, clock: &Clock) -> Option<Access> {
        let place = self.0.entry(address).or_default();
        if !place.reads.contains(&access) {
            place.reads.push(access);
        }
        place.write.filter(|&write| !clock.knows(write))
    }

    /// Writes at an address. Whether all accesses there are known to have happened before.
    pub fn write(&mut self, address: u64, access: Access, clock: &Clock) -> bool {
        let place = self.0.entry(address).or_default();
        let is_ordered = place.reads.iter().chain(&place.write).all(|&before| clock.knows(before));
        *place = Place { write: Some(access), reads: Vec::new() };
        is_ordered
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
