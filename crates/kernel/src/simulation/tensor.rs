//! Tensor memory: its allocations, and the accesses to them.

use smallvec::{SmallVec, smallvec};

use super::address::{in_cta, key};
use super::clock::{Access, Clock, Operation};
use super::fault::{Fault, Memory};
use super::frame_values::FrameValues;
use super::granule::{GranuleAccess, granules};
use super::instruction::ranks;
use super::lanes::LaneValues;
use super::launch::{Launch, Next};
use super::matrices::CopiedMatrix;
use super::memory::{ALL, Conflict, GranuleParts, MemoryEvent};
use super::tensor_memory::{AllocationState, COLUMNS, IssuedProduct, LiveAllocation};
use super::warp::GroupState;
use crate::id::{InstId, ValueId};
use crate::program::{CtaGroup, Instruction, InstructionKind, Multicast, ProductSize, Tcgen05};

/// The part of an address of tensor memory that is the same for the warps that load a matrix: the column, and the lane
/// in the quarter of a warp. Half of the lanes of a column can belong to another matrix: with M = 64, `tcgen05.mma`
/// writes 16 lanes of each quarter, from the lane of its address on.
const COLUMN: u64 = 0x1f_ffff;

/// The distance of the lanes of tensor memory.
const LANE: u64 = 1 << 16;

/// The bytes of an address of tensor memory.
const ADDRESS_BYTES: u64 = 4;

/// The number of the allocation that an address of tensor memory is in. The allocations of a launch are as far apart as
/// there are columns, so that an address also tells an allocation that is released. The first one begins after as many
/// columns: an address that is a constant, or whose higher bits are masked, can be in any of them.
fn allocation_of(address: u64) -> Option<usize> {
    usize::try_from((address % LANE / COLUMNS).checked_sub(1)?).ok()
}

/// The address of an allocation.
fn address_of(allocation: usize) -> u64 {
    (allocation as u64 + 1) * COLUMNS
}

impl Launch<'_, '_> {
    /// The allocation that an address of tensor memory is in, if it is known.
    fn allocated_at(&self, rank: u32, address: u64) -> Option<LiveAllocation> {
        self.allocated.get(&rank)?.get(allocation_of(address)?).copied()
    }

    /// Whether lanes certainly name different addresses. An allocation of all columns begins at 0.
    fn differ_in_tensor_memory(&self, values: &FrameValues<'_, '_, '_>, address: ValueId) -> bool {
        let is_of_all = |at: u64| {
            let allocation = self.allocated_at(values.cta.rank, at);
            allocation.is_some_and(|allocation| allocation.columns == Some(COLUMNS))
        };
        let addresses = values.get(address);
        let in_memory = |at: u64| if is_of_all(at) { at - at % LANE / COLUMNS * COLUMNS } else { at };
        addresses.map(|at| at.map(in_memory)).differ_in(values.lanes)
    }

    /// Executes an instruction of tcgen05. None if it is not known what it does.
    pub(super) fn tcgen05(&mut self, warp: usize, group: usize, instruction: &Instruction) -> Option<Next> {
        let InstructionKind::Tcgen05 {
            operation,
            group: of_group,
            address,
            columns,
            size,
            accessed,
            rows,
            descriptors,
            sources,
            multicast,
        } = &instruction.kind
        else {
            return None;
        };
        let (id, address, accessed) = (instruction.id, *address, accessed.map(u64::from));
        let values = self.values(warp, group)?;
        let is_one = values.lanes.count_ones() == 1;
        let columns = columns.and_then(|columns| values.number(columns));
        let of_product = size.and_then(|size| columns_of_product(&values, size, *of_group));
        // Of scale factors and metadata, the layouts are left out.
        let is_a = sources.len() == 1 && descriptors.len() == 1;
        let sources: SmallVec<[u64; 2]> = sources.iter().filter_map(|&source| values.number(source)).collect();
        let reads_all_lanes = is_a && size.is_some_and(|size| has_all_lanes(&values, size));
        let is_divergent = match operation {
            Tcgen05::Ld | Tcgen05::St => address.is_some_and(|address| self.differ_in_tensor_memory(&values, address)),
            _ => address.is_some_and(|address| values.differs(address)),
        };
        let number = address.and_then(|address| values.number(address));
        if is_divergent && matches!(operation, Tcgen05::Ld | Tcgen05::St) {
            self.fault(id, Fault::DifferentAddresses);
        }
        // Each thread issues an operation of its own: what several do with one object is not followed.
        let is_of_thread = matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Commit) && !is_divergent;
        if is_of_thread && !is_one {
            return None;
        }
        if number.is_none() && matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Alloc) {
            self.unjudged.insert(id);
        }
        match operation {
            Tcgen05::Alloc => {
                let context = self.warps.get(warp)?.groups.get(group)?.frames.last()?.context;
                if address.is_some_and(|address| self.kernel.is_argument(context, address)) {
                    return None;
                }
                return self.allocate(warp, id, number, columns);
            }
            Tcgen05::Dealloc => {
                let is_argument = self.check_kernel_allocates(warp, group, id, address)?;
                self.release(warp, id, (number.filter(|_| !is_argument), columns))?;
            }
            Tcgen05::Commit => {
                let mbarrier = number?;
                let mbarriers: SmallVec<[u64; 2]> = match multicast {
                    Some(Multicast { ctas, .. }) => {
                        let ctas = self.values(warp, group)?.number((*ctas)?)?;
                        ranks(ctas).map(|rank| in_cta(mbarrier, rank)).collect()
                    }
                    None => smallvec![mbarrier],
                };
                self.commit(warp, id, &mbarriers)?;
            }
            Tcgen05::Mma | Tcgen05::Cp => {
                let own = self.warps.get(warp)?.cta.rank;
                // Both CTAs of a pair are read and written.
                let ranks: SmallVec<[u32; 2]> = match of_group {
                    Some(CtaGroup::Two) => smallvec![own, own ^ 1],
                    _ => smallvec![own],
                };
                let product = self.operation(id);
                let shape = rows.map(u64::from).zip(accessed);
                let copied = (*operation == Tcgen05::Cp).then_some(CopiedMatrix { shape });
                self.read_matrices(warp, group, product, (descriptors, copied), &ranks)?;
                self.check_allocation(warp, group, id, (address, number))?;
                self.read_sources(warp, product, (&sources, reads_all_lanes), &ranks)?;
                // Of those that are not known, the first one is written in any case.
                let columns = accessed.or(of_product).unwrap_or(1);
                self.write_product(warp, (product, *operation == Tcgen05::Mma), (number, columns), &ranks)?;
            }
            Tcgen05::St | Tcgen05::Ld => {
                self.check_allocation(warp, group, id, (address, number))?;
                match number {
                    Some(address) => self.access_columns(warp, id, *operation, (address, accessed.unwrap_or(1)))?,
                    None => self.count(id),
                }
            }
            Tcgen05::WaitLd => self.warps.get_mut(warp)?.complete_tensor_accesses(false),
            Tcgen05::WaitSt => self.warps.get_mut(warp)?.complete_tensor_accesses(true),
            Tcgen05::Fence => self.warps.get_mut(warp)?.order_tensor_accesses(&self.of_tensor_memory),
            Tcgen05::Relinquish | Tcgen05::Shift => {}
        }
        Some(Next::Goes)
    }

    /// An instruction accesses tensor memory, which has to be allocated. `address`: the value and its number.
    fn check_allocation(
        &mut self,
        warp: usize,
        group: usize,
        id: InstId,
        (address, number): (Option<ValueId>, Option<u64>),
    ) -> Option<()> {
        let (Some(value), Some(address)) = (address, number) else { return Some(()) };
        if self.check_kernel_allocates(warp, group, id, Some(value))? {
            return Some(());
        }
        let found = self.warps.get(warp)?;
        let (rank, access) = (found.cta.rank, found.access());
        if let Some(allocation) = self.allocated_at(rank, address) {
            if let (Access::Warp(issuer, time), Some(number)) = (access, allocation_of(address)) {
                self.uses.entry((rank, number)).or_default().insert(issuer, time);
            }
            let (column, columns) = (address % COLUMNS, allocation.columns.unwrap_or(u64::MAX));
            if allocation.state == AllocationState::Released {
                self.fault(id, Fault::Released);
            } else if column >= columns {
                self.fault(id, Fault::NotAllocated { column, columns });
            }
        }
        Some(())
    }

    /// An instruction uses tensor memory at an address that the kernel has to have allocated, unless it depends on an
    /// argument. Whether it does.
    fn check_kernel_allocates(
        &mut self,
        warp: usize,
        group: usize,
        id: InstId,
        address: Option<ValueId>,
    ) -> Option<bool> {
        let context = self.warps.get(warp)?.groups.get(group)?.frames.last()?.context;
        let is_argument = address.is_some_and(|address| self.kernel.is_argument(context, address));
        if !self.kernel.allocates && !is_argument {
            self.fault(id, Fault::NothingAllocated);
        }
        Some(is_argument)
    }

    /// `tcgen05.alloc`: waits until there are as many columns, and writes the address.
    fn allocate(&mut self, warp: usize, id: InstId, address: Option<u64>, columns: Option<u64>) -> Option<Next> {
        let rank = self.warps.get(warp)?.cta.rank;
        if let Some(columns) = columns {
            // No launch has another number.
            if !columns.is_power_of_two() || !(32..=COLUMNS).contains(&columns) {
                return None;
            }
            if self.held_columns(rank) + columns > COLUMNS {
                return Some(Next::Again(GroupState::Columns(columns)));
            }
        }
        if let Some(address) = address {
            let allocated = self.allocated.entry(rank).or_default();
            // No address is left.
            if address_of(allocated.len()) >= LANE {
                return None;
            }
            let first_column = address_of(allocated.len());
            allocated.push(LiveAllocation { columns, state: AllocationState::Held });
            self.write_address(warp, id, address)?;
            self.memory.store(key(address), ADDRESS_BYTES, Some(first_column));
        }
        self.count(id);
        Some(Next::Goes)
    }

    /// A warp writes the address of an allocation to shared memory.
    fn write_address(&mut self, warp: usize, id: InstId, address: u64) -> Option<()> {
        let event = self.event(id, self.warps.get(warp)?.access(), false);
        let (mut conflict, mut is_barrier) = (None, false);
        for GranuleAccess { granule, parts, .. } in granules(&LaneValues::Same(Some(address)), 1, ADDRESS_BYTES) {
            is_barrier |= self.has_mbarrier(granule, parts);
            conflict = conflict.or(self.shared.write(granule, parts, event, &self.warps.get(warp)?.clock));
        }
        if is_barrier {
            self.fault(id, Fault::StoresToMbarrier);
        }
        if let Some(conflict) = conflict {
            self.report_store(id, conflict);
        }
        Some(())
    }

    /// `tcgen05.dealloc`: releases a whole allocation, of which other warps have to know that nothing uses it any more.
    fn release(&mut self, warp: usize, id: InstId, (address, columns): (Option<u64>, Option<u64>)) -> Option<()> {
        let found = self.warps.get(warp)?;
        let (rank, own, clock) = (found.cta.rank, found.index, &found.clock);
        let index = address.and_then(allocation_of);
        let uses = index.and_then(|index| self.uses.get(&(rank, index))).into_iter().flatten();
        let mut open = uses.filter(|(user, at)| user.warp != own && !clock.has_happened(Access::Warp(**user, **at)));
        if open.next().is_some() {
            self.fault(id, Fault::StillUsed);
        }
        let allocated = self.allocated.entry(rank).or_default();
        let fault = match index.zip(address).map(|(index, address)| (address, allocated.get_mut(index))) {
            Some((address, Some(found))) => {
                let before = *found;
                found.state = AllocationState::Released;
                // All lanes of the columns are released.
                fault_of_release(before, (address % COLUMNS + address / LANE, columns))
            }
            Some((_, None)) => (!allocated.is_empty()).then_some(Fault::ReleasesOther),
            // One that is not known can be any of them.
            None => {
                let mut faults = allocated.iter().map(|found| fault_of_release(*found, (0, columns)));
                let first = faults.next().flatten().filter(|_| faults.all(|fault| fault.is_some()));
                let held = allocated.iter_mut().filter(|found| found.state == AllocationState::Held);
                held.for_each(|found| found.state = AllocationState::Unknown);
                first
            }
        };
        if let Some(fault) = fault {
            self.fault(id, fault);
        }
        self.count(id);
        Some(())
    }

    /// `tcgen05.commit`: arrives at mbarriers when what was issued before is complete.
    fn commit(&mut self, warp: usize, id: InstId, mbarriers: &[u64]) -> Option<()> {
        let found = self.warps.get_mut(warp)?;
        let (access, mut clock) = (found.access(), found.release());
        found.committed.iter().for_each(|&operation| clock.complete(operation));
        for &mbarrier in mbarriers {
            // Who waits for one of them does not know of the arrivals at the others.
            let arrival = self.operation(id);
            let mut clock = clock.clone();
            clock.complete(arrival);
            self.reach_remote(warp, id, mbarrier, (Access::Asynchronous(arrival), Fault::ArrivesAfterExit))?;
            self.arrive_at(warp, id, (key(mbarrier), 1), (access, &clock))?;
        }
        self.count(id);
        Some(())
    }

    /// Whether all warps of the warp group of a warp have issued so many products of wgmma.
    pub(super) fn has_issued(&self, warp: usize, products: u32) -> bool {
        let Some(own) = self.warps.get(warp) else { return true };
        let mut of_group = self.warps.iter().filter(|other| other.warp_group() == own.warp_group());
        of_group.all(|other| other.products >= products)
    }

    /// The product of wgmma that a warp issues now. The warps of a warp group issue one product together.
    pub(super) fn product_of_group(&mut self, warp: usize, id: InstId) -> Option<Operation> {
        let found = self.warps.get_mut(warp)?;
        found.products += 1;
        let key = (found.warp_group(), found.products);
        if let Some(known) = self.products.get(&key) {
            return Some(*known);
        }
        let product = self.operation(id);
        self.products.insert(key, product);
        Some(product)
    }

    /// A product, or a copy, writes so many columns of tensor memory, of each of these CTAs.
    fn write_product(
        &mut self,
        warp: usize,
        (product, is_mma): (Operation, bool),
        (address, columns): (Option<u64>, u64),
        ranks: &[u32],
    ) -> Option<()> {
        let id = self.instruction_of(product)?;
        if let Some(address) = address {
            let clock = self.warps.get(warp)?.clock_of_products();
            let event = self.event(id, Access::Asynchronous(product), false);
            for &rank in ranks {
                let mut conflict = None;
                for column in (0..columns.min(COLUMNS)).map(|column| in_columns(address.wrapping_add(column), rank)) {
                    let found = self.columns.write(column, ALL, event, &clock);
                    conflict = conflict.or(found.filter(|found| !self.is_pipelined(found, is_mma, &clock)));
                }
                self.report_conflict(conflict, event, Fault::ReadsProduct);
            }
        }
        self.count(id);
        self.of_tensor_memory.insert(product);
        let own = self.warps.get_mut(warp)?;
        self.products_of_tensor.insert(product, IssuedProduct { is_mma, by: own.access() });
        own.committed.push(product);
        Some(())
    }

    /// Whether a `tcgen05.mma` comes after one that a thread has issued before, as far as the clock knows: they are
    /// executed in that order (PTX ISA 9.7.16.6.4, the third pattern). That a copy is not, after a product that reads
    /// what it writes, is not certain.
    fn is_pipelined(&self, conflict: &Conflict, is_mma: bool, clock: &Clock) -> bool {
        let is_known = |event: &MemoryEvent| self.product_of(event).filter(|issued| clock.has_happened(issued.by));
        match conflict {
            Conflict::WriteAfterWrite(event) => is_mma && is_known(event).is_some_and(|issued| issued.is_mma),
            Conflict::BeforeFirstWrite(event) | Conflict::WriteAfterRead(event) => is_known(event).is_some(),
        }
    }

    /// The product, or copy to tensor memory, that has made an access.
    fn product_of(&self, event: &MemoryEvent) -> Option<&IssuedProduct> {
        match event.access {
            Access::Asynchronous(operation) => self.products_of_tensor.get(&operation),
            Access::Warp(..) => None,
        }
    }

    /// A product reads the first column of each of its sources in tensor memory, of each of these CTAs: in all lanes,
    /// or in those of the quarter where it begins.
    fn read_sources(
        &mut self,
        warp: usize,
        product: Operation,
        (sources, reads_all_lanes): (&[u64], bool),
        ranks: &[u32],
    ) -> Option<()> {
        let id = self.instruction_of(product)?;
        let clock = self.warps.get(warp)?.clock_of_products();
        let event = self.event(id, Access::Asynchronous(product), false);
        for (&source, &rank) in sources.iter().flat_map(|source| ranks.iter().map(move |rank| (source, rank))) {
            let lanes = if reads_all_lanes { ALL } else { 1 << (source / LANE / 32 % 4) };
            let before = self.columns.read(in_columns(source, rank), lanes, event, &clock);
            let Some(before) = before else { continue };
            match self.product_of(&before) {
                Some(issued) if clock.has_happened(issued.by) => {}
                Some(_) => self.fault_with(id, Fault::ReadsProduct, before.id),
                None => self.fault_with(id, Fault::Race(Memory::Tensor), before.id),
            }
        }
        Some(())
    }

    /// A warp accesses so many columns of its quarter of tensor memory. The access is complete after `tcgen05.wait`.
    fn access_columns(
        &mut self,
        warp: usize,
        id: InstId,
        operation: Tcgen05,
        (address, columns): (u64, u64),
    ) -> Option<()> {
        let is_store = operation == Tcgen05::St;
        let found = self.warps.get(warp)?;
        let (rank, number) = (found.cta.rank, found.number);
        let access = self.operation(id);
        let event = self.event(id, Access::Asynchronous(access), false);
        // A warp reaches one quarter of the lanes.
        let lanes: GranuleParts = 1 << (number % 4);
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
        let other = read.or(written.map(|conflict| *conflict.event()));
        if let Some(other) = other {
            let fault = match (self.product_of(&other).is_some(), is_store) {
                (true, false) => Fault::ReadsProduct,
                (true, true) => Fault::Overwrites,
                (false, _) => Fault::Race(Memory::Tensor),
            };
            self.fault_with(id, fault, other.id);
        }
        self.of_tensor_memory.insert(access);
        self.warps.get_mut(warp)?.tensor_accesses.push((access, is_store));
        self.count(id);
        Some(())
    }
}

/// What is wrong with a release of so many columns, if that is known, from a column of an allocation on.
fn fault_of_release(allocation: LiveAllocation, (first, columns): (u64, Option<u64>)) -> Option<Fault> {
    match (allocation.columns, columns) {
        _ if allocation.state == AllocationState::Released => Some(Fault::Released),
        _ if allocation.state == AllocationState::Unknown => None,
        _ if first != 0 => Some(Fault::ReleasesOther),
        (Some(of), Some(columns)) if of != columns => Some(Fault::ReleasesPart { columns, of }),
        _ => None,
    }
}

/// The columns of D that `tcgen05.mma` writes in each CTA, or fewer; none if that is not known. Bits 17 to 22 of the
/// instruction descriptor are N / 8 in all kinds (PTX ISA 9.7.16.4.2). With `.cta_group::2`, each CTA has N / 2 columns
/// if M is 128 (layout B), and N if it is 256 (layout A).
fn columns_of_product(values: &FrameValues<'_, '_, '_>, size: ProductSize, group: Option<CtaGroup>) -> Option<u64> {
    if size.disabled_lanes.is_some_and(|lanes| values.number(lanes) != Some(0)) {
        return None;
    }
    // No shape has N = 0.
    let eighths = Some(values.number(size.descriptor)? >> 17 & 0x3f).filter(|eighths| *eighths > 0)?;
    Some(eighths * if group == Some(CtaGroup::Two) { 4 } else { 8 })
}

/// Whether A has 128 rows, and so all lanes of its columns: bits 24 to 28 of the instruction descriptor are M / 16.
fn has_all_lanes(values: &FrameValues<'_, '_, '_>, size: ProductSize) -> bool {
    values.number(size.descriptor).is_some_and(|descriptor| descriptor >> 24 & 0x1f == 128 / 16)
}

/// Where an access to tensor memory of a CTA begins.
fn in_columns(address: u64, rank: u32) -> u64 {
    address & COLUMN | u64::from(rank) << 32
}
