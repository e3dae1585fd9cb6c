//! Local memory.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use super::lanes::{LaneValues, lanes};

/// The most bytes of a cell.
const MAX_BYTES: u64 = 8;

/// What is known of the local memory of the lanes of a warp: cells that do not overlap, by their address.
#[derive(Clone, Debug, Default)]
pub(super) struct Local(BTreeMap<u64, Cell>);

/// What each lane has in so many bytes.
#[derive(Clone, Debug)]
struct Cell {
    bytes: u64,
    numbers: LaneValues,
}

impl Local {
    /// The number of that many bytes that each lane of a mask has at its address.
    pub fn load(&self, addresses: &LaneValues, mask: u32, size: u64) -> LaneValues {
        if let Some(address) = addresses.same_in(mask) {
            return self.load_at(address, size);
        }
        let mut loaded = LaneValues::UNKNOWN;
        for (address, mask) in by_number(addresses, mask) {
            let Some(address) = address else { continue };
            let found = self.load_at(address, size);
            loaded = loaded.with(mask, &found);
        }
        loaded
    }

    /// Stores a number of that many bytes in each lane of a mask.
    pub fn store(&mut self, addresses: &LaneValues, mask: u32, size: u64, stored: &LaneValues) {
        for (address, mask) in by_number(addresses, mask) {
            match address {
                Some(address) => self.store_at(address, mask, size, stored),
                None => self.forget(mask),
            }
        }
    }

    /// Nothing is known any more of what the lanes of a mask have.
    pub fn forget(&mut self, mask: u32) {
        self.0.values_mut().for_each(|cell| cell.numbers = cell.numbers.with(mask, &LaneValues::UNKNOWN));
    }

    fn load_at(&self, address: u64, size: u64) -> LaneValues {
        match self.0.get(&address) {
            Some(cell) if cell.bytes == size => cell.numbers.clone(),
            _ => (0..size).rev().fold(LaneValues::Same(Some(0)), |number, at| {
                let byte = self.byte(address.wrapping_add(at));
                number.zip(&byte, |number, byte| Some(number? << 8 | byte?))
            }),
        }
    }

    fn byte(&self, address: u64) -> LaneValues {
        match self.0.range(..=address).next_back() {
            Some((start, cell)) if address - start < cell.bytes => {
                cell.numbers.map(|number| Some(number? >> (8 * (address - start)) & 0xff))
            }
            _ => LaneValues::UNKNOWN,
        }
    }

    fn store_at(&mut self, address: u64, mask: u32, size: u64, stored: &LaneValues) {
        if let Some(cell) = self.0.get_mut(&address).filter(|cell| cell.bytes == size) {
            cell.numbers = cell.numbers.with(mask, stored);
            return;
        }
        let numbers = self.load_at(address, size).with(mask, stored);
        let end = address.saturating_add(size);
        let touched = self.0.range(address.saturating_sub(MAX_BYTES - 1)..end);
        let touched: Vec<(u64, u64)> = touched.map(|(start, cell)| (*start, start + cell.bytes)).collect();
        for (start, cell_end) in touched {
            // What is left of a cell are bytes.
            let rest = (start..cell_end).filter(|at| !(address..end).contains(at));
            let rest: Vec<(u64, LaneValues)> = rest.map(|at| (at, self.byte(at))).collect();
            self.0.remove(&start);
            self.0.extend(rest.into_iter().map(|(at, numbers)| (at, Cell { bytes: 1, numbers })));
        }
        self.0.insert(address, Cell { bytes: size, numbers });
    }
}

/// The different numbers in the lanes of a mask, each with its lanes.
fn by_number(numbers: &LaneValues, mask: u32) -> SmallVec<[(Option<u64>, u32); 2]> {
    if let Some(same) = numbers.same_in(mask) {
        return smallvec![(Some(same), mask)];
    }
    let mut found: SmallVec<[(Option<u64>, u32); 2]> = SmallVec::new();
    for lane in lanes(mask) {
        let number = numbers.get(lane);
        match found.iter_mut().find(|(other, _)| *other == number) {
            Some((_, mask)) => *mask |= 1 << lane,
            None => found.push((number, 1 << lane)),
        }
    }
    found
}
