//! Tensor memory: its allocations, and the accesses to them.

use super::clock::Access;
use super::instruction::{key, ranks};
use super::launch::{Allocation, Launch};
use super::memory::{ALL, Conflict, Event, Parts};
use super::{Fault, in_cta};
use crate::id::{InstId, ValueId};
use crate::program::{Block, Part, Tcgen05};

/// The part of an address of tensor memory that is the same for the warps that load a matrix: the column, and the lane in the
/// quarter of a warp.
const COLUMN: u64 = 0x1f_ffff;

/// The distance of the lanes of tensor memory.
const LANE: u64 = 1 << 16;

/// The distance of the allocations of a launch: the columns that there are.
const ALLOCATION: u64 = 0x200;

impl Launch<'_, '_> {
    /// The allocation that an address of tensor memory is in, if it is known.
    fn allocated_at(&self, rank: u32, address: u64) -> Option<Allocation> {
        let index = usize::try_from(address % LANE / ALLOCATION).ok()?;
        self.allocated.get(&rank)?.get(index).copied()
    }

    pub(super) fn tcgen05(
        &mut self,
        warp: usize,
        group: usize,
        (block, id): (&Block, InstId),
        operation: Tcgen05,
        address: Option<ValueId>,
        (columns, part): (Option<u64>, Option<Part>),
    ) -> Option<()> {
        let context = self.warps.get(warp)?.groups.get(group)?.frames.last()?.context;
        let is_argument = address.is_some_and(|address| self.is_argument(context, address));
        let values = self.values(warp, group)?;
        let is_divergent = address.is_some_and(|address| values.differs(address));
        let address = address.and_then(|address| values.number(address));
        if is_divergent && matches!(operation, Tcgen05::Ld | Tcgen05::St) {
            self.fault(id, Fault::DifferentAddresses);
        }
        let found = self.warps.get(warp)?;
        let (rank, access, number) = (found.cta.rank, found.access(), found.number);
        if let (Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Ld | Tcgen05::St, Some(address)) = (operation, address)
            && let Some(allocation) = self.allocated_at(rank, address)
        {
            if let (Access::Warp(index, time), Ok(number)) = (access, usize::try_from(address % LANE / ALLOCATION)) {
                self.uses.entry((rank, number)).or_default().insert(index, time);
            }
            let (column, columns) = (address % ALLOCATION, allocation.columns.unwrap_or(u64::MAX));
            if !allocation.is_held {
                self.fault(id, Fault::Released);
            } else if column >= columns {
                self.fault(id, Fault::NotAllocated { column, columns });
            }
        }
        let is_access = matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Ld | Tcgen05::St);
        if is_access && address.is_some() && !is_argument && !self.allocates {
            self.fault(id, Fault::NothingAllocated);
        }
        let found = self.warps.get(warp)?;
        match (operation, address) {
            (Tcgen05::Alloc, Some(address)) => {
                let allocated = self.allocated.entry(found.cta.rank).or_default();
                // No address is left.
                if allocated.len() as u64 >= LANE / ALLOCATION {
                    return None;
                }
                self.memory.store(key(address), 4, Some(allocated.len() as u64 * ALLOCATION));
                allocated.push(Allocation { columns, is_held: true });
            }
            (Tcgen05::Dealloc, address) => {
                let index = address.and_then(|address| usize::try_from(address % LANE / ALLOCATION).ok());
                let (own, clock) = (found.index, &found.clock);
                let uses = index.and_then(|index| self.uses.get(&(rank, index))).into_iter().flatten();
                let mut open = uses.filter(|(user, at)| **user != own && !clock.knows(Access::Warp(**user, **at)));
                if open.next().is_some() {
                    self.fault(id, Fault::StillUsed);
                }
                let allocated = self.allocated.entry(rank).or_default().iter_mut().enumerate();
                // One that is not known can be any of them.
                allocated
                    .filter(|(number, _)| index.is_none_or(|index| *number == index))
                    .for_each(|(_, found)| found.is_held = false);
            }
            (Tcgen05::Commit, barrier) => {
                let mut clock = self.warps.get_mut(warp)?.tell();
                let committed = self.warps.get(warp)?.committed.clone();
                committed.into_iter().for_each(|operation| clock.complete(operation));
                let barrier = barrier?;
                match self.warps.get_mut(warp)?.multicast.take() {
                    Some(several) => {
                        for barrier in ranks(several.ctas).map(|rank| in_cta(barrier, rank)) {
                            self.access_remote(warp, id, barrier, access)?;
                            self.initialised(warp, id, key(barrier))?.arrive(1, &clock);
                        }
                    }
                    None => {
                        self.access_remote(warp, id, barrier, access)?;
                        self.initialised(warp, id, key(barrier))?.arrive(1, &clock);
                    }
                }
            }
            (Tcgen05::Mma | Tcgen05::Cp, address) => {
                let product = match self.warps.get_mut(warp)?.product.take() {
                    Some(product) => product,
                    None => self.operation(id),
                };
                if let Some(address) = address {
                    // Products of one thread are executed in their order.
                    let mut clock = self.warps.get(warp)?.clock.clone();
                    self.warps.get(warp)?.committed.iter().for_each(|&before| clock.complete(before));
                    let event = self.event(id, Access::Asynchronous(product), false);
                    let columns = u64::from(part.map_or(1, |part| part.columns));
                    for rank in self.of_pair(warp, block, id)? {
                        let mut conflict = None;
                        for column in (0..columns).map(|column| in_columns(address.wrapping_add(column), rank)) {
                            conflict = conflict.or(self.columns.write(column, ALL, event, &clock));
                        }
                        self.report_conflict(conflict, event, Fault::ReadsProduct);
                    }
                    *self.executed.entry(id).or_default() += 1;
                }
                self.products_of_tensor.insert(product);
                self.warps.get_mut(warp)?.committed.push(product);
            }
            (Tcgen05::St | Tcgen05::Ld, None) => *self.executed.entry(id).or_default() += 1,
            (Tcgen05::St | Tcgen05::Ld, Some(address)) => {
                self.access_columns(warp, id, operation, (address, rank, number), part)?;
            }
            (Tcgen05::WaitLd, _) => self.warps.get_mut(warp)?.complete_tensor_accesses(false),
            (Tcgen05::WaitSt, _) => self.warps.get_mut(warp)?.complete_tensor_accesses(true),
            _ => {}
        }
        Some(())
    }

    /// A warp accesses its quarter of tensor memory. The access is complete after `tcgen05.wait`.
    fn access_columns(
        &mut self,
        warp: usize,
        id: InstId,
        operation: Tcgen05,
        (address, rank, number): (u64, u32, usize),
        part: Option<Part>,
    ) -> Option<()> {
        let is_store = operation == Tcgen05::St;
        let access = self.operation(id);
        let event = self.event(id, Access::Asynchronous(access), false);
        let lanes = lanes_of(number, address, part);
        let columns = u64::from(part.map_or(1, |part| part.columns));
        // Accesses of one warp to tensor memory are executed in their order.
        let mut clock = self.warps.get(warp)?.clock.clone();
        self.warps.get(warp)?.tensor_accesses.iter().for_each(|&(before, _)| clock.complete(before));
        let (mut read, mut written) = (None, None);
        for column in (0..columns).map(|column| in_columns(address.wrapping_add(column), rank)) {
            if is_store {
                written = written.or(self.columns.write(column, lanes, event, &clock));
            } else {
                read = read.or(self.columns.read(column, lanes, event, &clock));
            }
        }
        let is_product = |other: &Event| match other.access {
            Access::Asynchronous(other) => self.products_of_tensor.contains(&other),
            Access::Warp(..) => false,
        };
        let other = read.or(written.map(|conflict| *conflict.event()));
        if let Some(other) = other {
            let fault = match (is_product(&other), is_store) {
                (true, false) => Fault::ReadsProduct,
                (true, true) => Fault::Overwrites,
                (false, _) => Fault::TensorRace { other: other.id },
            };
            let is_first = matches!(written, Some(Conflict::ReadsTooEarly(_)));
            self.fault_after(id, fault, (!is_first).then_some(other.access));
        }
        self.warps.get_mut(warp)?.tensor_accesses.push((access, is_store));
        *self.executed.entry(id).or_default() += 1;
        Some(())
    }
}

/// The lanes of a column that a warp reaches, two bits for each quarter: a warp reaches one quarter.
fn lanes_of(warp: usize, address: u64, part: Option<Part>) -> Parts {
    let quarter = 2 * (warp % 4);
    let half = (address >> 20 & 1) as usize;
    match part {
        Some(Part { lanes: 16, .. }) => 1 << (quarter + half),
        _ => 3 << quarter,
    }
}

/// Where an access to tensor memory of a CTA begins.
fn in_columns(address: u64, rank: u32) -> u64 {
    address & COLUMN | u64::from(rank) << 32
}
