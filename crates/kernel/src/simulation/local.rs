//! Local memory, and accesses by generic addresses.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use super::lanes::{LaneValues, lanes};
use super::launch::Launch;
use super::layout::space_of;
use super::needed::is_in;
use crate::execution::ContextId;
use crate::id::InstId;
use crate::program::{Direction, MemoryAccess, Strength};
use crate::value::Space;

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
    fn load(&self, addresses: &LaneValues, mask: u32, size: u64) -> LaneValues {
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
    fn store(&mut self, addresses: &LaneValues, mask: u32, size: u64, stored: &LaneValues) {
        for (address, mask) in by_number(addresses, mask) {
            match address {
                Some(address) => self.store_at(address, mask, size, stored),
                None => self.forget(mask),
            }
        }
    }

    /// Nothing is known any more of what the lanes of a mask have.
    fn forget(&mut self, mask: u32) {
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

impl Launch<'_, '_> {
    /// The lanes of a group load or store.
    pub(super) fn access(
        &mut self,
        warp: usize,
        group: usize,
        (context, id): (ContextId, InstId),
        access: &MemoryAccess,
    ) -> Option<()> {
        let &MemoryAccess { direction, address, value, strength, .. } = access;
        if self.is_skipped(context, access) {
            return Some(());
        }
        match (self.space_in(warp, group, access)?, direction) {
            (Some(Space::Shared | Space::SharedCluster), Direction::Store) => {
                self.store(warp, group, (context, id), (address, value, strength))
            }
            (Some(Space::Shared | Space::SharedCluster), Direction::Load) => {
                self.load(warp, group, (context, id), (address, value, strength))
            }
            (Some(Space::Local), Direction::Store) => {
                let (addresses, mask) = self.addresses(warp, group, address)?;
                let (size, stored) = (self.size(context, value), self.values(warp, group)?.get(value));
                self.warps.get_mut(warp)?.local.store(&addresses, mask, size, &stored);
                Some(())
            }
            (Some(Space::Local), Direction::Load) => {
                let (addresses, mask) = self.addresses(warp, group, address)?;
                let loaded = self.warps.get(warp)?.local.load(&addresses, mask, self.size(context, value));
                self.set(warp, group, value, loaded)
            }
            (Some(Space::Constant | Space::Global), Direction::Load) if strength == Strength::Weak => {
                let (addresses, _) = self.addresses(warp, group, address)?;
                let values = self.values(warp, group)?;
                let loaded = values.constant(&addresses, 8 * self.size(context, value) as u8);
                self.set(warp, group, value, loaded)
            }
            (space, _) => {
                if space.is_none() && direction == Direction::Store {
                    self.forget_memory(warp, group)?;
                }
                if strength != Strength::Weak {
                    self.warps.get_mut(warp)?.synchronise_lanes();
                    self.order_by_strong(warp, strength)?;
                }
                if direction == Direction::Load { self.set(warp, group, value, LaneValues::UNKNOWN) } else { Some(()) }
            }
        }
    }

    /// Whether an access to memory that other threads do not see, or that is not followed, makes no difference.
    fn is_skipped(&self, context: ContextId, access: &MemoryAccess) -> bool {
        let asked = if access.direction == Direction::Load { access.value } else { access.address };
        let is_own = match access.space {
            Space::Local => true,
            Space::Constant | Space::Global => access.strength == Strength::Weak,
            _ => false,
        };
        is_own && !is_in(self.kernel.needed(context), asked)
    }

    /// A store that some lanes of a group may have executed.
    pub(super) fn may_store(
        &mut self,
        warp: usize,
        group: usize,
        context: ContextId,
        access: &MemoryAccess,
    ) -> Option<()> {
        if self.is_skipped(context, access) {
            return Some(());
        }
        match self.space_in(warp, group, access)? {
            Some(Space::Shared | Space::SharedCluster) => {
                self.forget_stored(warp, group, context, access.address, access.value)
            }
            Some(Space::Local) => {
                let (addresses, mask) = self.addresses(warp, group, access.address)?;
                let size = self.size(context, access.value);
                self.warps.get_mut(warp)?.local.store(&addresses, mask, size, &LaneValues::UNKNOWN);
                Some(())
            }
            Some(Space::Constant | Space::Global) => Some(()),
            Some(Space::Generic) | None => self.forget_memory(warp, group),
        }
    }

    /// The state space that all lanes of a group access: shared, local or global memory. None inside if that is not
    /// known.
    fn space_in(&self, warp: usize, group: usize, access: &MemoryAccess) -> Option<Option<Space>> {
        match access.space {
            Space::Generic => {}
            space => return Some(Some(space)),
        }
        let (addresses, mask) = self.addresses(warp, group, access.address)?;
        let mut found = lanes(mask).map(|lane| addresses.get(lane).and_then(space_of));
        let first = found.next().flatten();
        // With small numbers for pointers, one of global memory looks like one of shared memory.
        let is_certain = !(first == Some(Space::Shared) && self.arguments.has_wide);
        Some(first.filter(|_| is_certain && found.all(|space| space == first)))
    }

    /// The lanes of a group can have stored anywhere.
    fn forget_memory(&mut self, warp: usize, group: usize) -> Option<()> {
        let own = self.warps.get_mut(warp)?;
        let mask = own.groups.get(group)?.lanes;
        own.local.forget(mask);
        self.memory.forget_all();
        Some(())
    }
}
