//! Tensor memory: allocate, use, synchronise, deallocate (PTX ISA 9.7.16, reference 004).
//!
//! An allocation is told apart by the location in shared memory that its address is written to. A deallocation whose
//! address was loaded from there, and nothing else, releases it. One whose address is unknown can release any.
//!
//! Guarantees that a fault is one on every path of some thread, and that no other thread of the CTA can make it right.
//!
//! Leaves out on purpose: which columns an access reaches.

mod accesses;
mod operation;
pub mod pair;
pub mod product;

pub use operation::TensorFault;
pub(crate) use operation::{address_of, columns_of, is_access, operation};

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::limits;
use crate::paths::address::{Address, Base};
use crate::paths::{Machine, Verdict, always, threads};
use crate::program::{InstructionKind, Tcgen05};
use crate::protocol::mbarrier::HasWaited;
use crate::protocol::tensor::accesses as tensor_copy;
use crate::threads::ThreadSet;

/// An allocation of a CTA.
#[derive(Copy, Clone, Debug)]
struct AllocSite {
    id: InstId,
    /// Where its address is written to, if no store is certainly one to that address.
    slot: Option<Address>,
    columns: Option<u64>,
}

/// The allocations of one CTA.
struct Lives {
    allocations: Vec<AllocSite>,
    /// Whether each instruction allocates once, and the slots of several are variables.
    is_exact: bool,
}

/// One bit for each allocation.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct Live {
    live: u16,
    released: u16,
    /// How many others are released: the deallocation can be of several.
    others_released: u32,
    has_relinquished: bool,
}

impl Lives {
    fn of(run: &Run<'_>) -> Self {
        let allocating = || run.sites().filter(|site| operation(site) == Some(Tcgen05::Alloc));
        let slots: BTreeSet<Address> = allocating().filter_map(|site| address_of(&site)).collect();
        let stores = run
            .sites()
            .filter(|_| !slots.is_empty())
            .flat_map(|site| site.instruction.stores().map(move |store| Address::of(run, site.context, store.address)));
        let overwritten: BTreeSet<Address> = stores.filter(|store| slots.contains(store)).collect();
        let allocation = |site: Site<'_, '_>| AllocSite {
            id: site.instruction.id,
            slot: address_of(&site).filter(|slot| !overwritten.contains(slot)),
            columns: columns_of(&site),
        };
        let (mut is_exact, mut are_variables) = (true, true);
        let sites = allocating().inspect(|site| {
            are_variables &= address_of(site).is_some_and(|slot| matches!(slot.base, Base::Symbol(_)));
            is_exact &= !site.can_repeat();
        });
        let mut allocations: Vec<AllocSite> = sites.map(allocation).collect();
        // Several calls, or iterations of a loop, can lead to one instruction.
        let mut seen = BTreeSet::new();
        allocations.retain(|found| seen.insert((found.id, found.slot, found.columns)));
        is_exact &= are_variables || allocations.len() == 1;
        Self { allocations, is_exact }
    }

    /// Whether all allocations are certainly released.
    fn are_released(&self, state: Live) -> bool {
        let all = ones(self.allocations.len()).count_ones();
        self.is_exact && state.released.count_ones().saturating_add(state.others_released) >= all
    }

    /// The allocations that a deallocation can release, as bits, and whether its address is moved.
    fn released_by(&self, site: &Site<'_, '_>) -> (u16, bool) {
        let all = ones(self.allocations.len());
        let Some(Address { base: Base::Loaded(symbol, from), offset, .. }) = address_of(site) else {
            return (all, false);
        };
        let slot = Address::in_variable(symbol, from);
        let is_known =
            self.allocations.iter().all(|found| found.slot.is_some_and(|found| matches!(found.base, Base::Symbol(_))));
        let same = self.allocations.iter().enumerate().filter(|(_, found)| found.slot == Some(slot));
        let bits = same.fold(0, |bits, (index, _)| bits | 1 << index.min(15));
        match (bits, is_known) {
            (0, _) | (_, false) => (all, false),
            (bits, true) => (bits, offset != 0),
        }
    }
}

fn ones(count: usize) -> u16 {
    if count >= 16 { u16::MAX } else { (1 << count) - 1 }
}

impl Machine for Lives {
    type State = Live;

    fn start(&self) -> Live {
        Live::default()
    }

    fn step(&self, state: Live, site: &Site<'_, '_>) -> Live {
        match (operation(site), &site.instruction.kind) {
            (Some(Tcgen05::Alloc), _) => {
                let index = self.allocations.iter().position(|found| found.id == site.instruction.id);
                let bit = index.map_or(0, |index| 1 << index.min(15));
                let others_released = state.others_released.saturating_sub(u32::from(state.released & bit == 0));
                Live { live: state.live | bit, released: state.released & !bit, others_released, ..state }
            }
            (Some(Tcgen05::Dealloc), _) => {
                let (bits, _) = self.released_by(site);
                let live = state.live & !bits;
                // It releases one of them, and the others are still allocated.
                match bits.count_ones() {
                    1 => Live { live, released: state.released | bits, ..state },
                    most => Live { live, others_released: most.min(state.others_released + 1), ..state },
                }
            }
            (Some(Tcgen05::Relinquish), _) => Live { has_relinquished: true, ..state },
            (_, InstructionKind::CallUnknown) => Live::default(),
            _ => state,
        }
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Rc<Vec<(InstId, TensorFault)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, TensorFault)> {
    let mut found = tensor_copy::faults(run);
    let lives = Lives::of(run);
    let releases: Vec<Site<'_, '_>> = run.sites().filter(|site| operation(site) == Some(Tcgen05::Dealloc)).collect();
    let is_outside = run.sites().any(|site| site.instruction.kind == InstructionKind::CallUnknown);
    if lives.allocations.is_empty() {
        if !is_outside {
            found.extend(releases.iter().map(|site| (site.instruction.id, TensorFault::NothingAllocated)));
        }
        return found;
    }
    for site in &releases {
        let (bits, is_moved) = lives.released_by(site);
        let candidates = lives.allocations.iter().enumerate().filter(|(index, _)| bits >> (*index).min(15) & 1 == 1);
        let columns: BTreeSet<Option<u64>> = candidates.map(|(_, found)| found.columns).collect();
        let only = columns.first().copied().flatten().filter(|_| columns.len() == 1);
        if is_moved {
            found.push((site.instruction.id, TensorFault::OtherAddress));
        } else if let (Some(own), Some(allocated)) = (columns_of(site), only)
            && own != allocated
        {
            found.push((site.instruction.id, TensorFault::OtherColumns(own, allocated)));
        }
    }
    found.extend(not_visible(run, &lives));
    if lives.allocations.len() > limits::ALLOCATIONS {
        return found;
    }
    for thread in threads(run) {
        let relinquished = |site: &Site<'_, '_>, state: Live| match operation(site) {
            Some(Tcgen05::Alloc) => Verdict::wrong_if(state.has_relinquished, TensorFault::AllocAfterRelinquish),
            _ => Verdict::Open,
        };
        found.extend(always(run, thread, &lives, relinquished, |_| Verdict::Open));
        let judge = |site: &Site<'_, '_>, state: Live| {
            let is_used = operation(site).is_some_and(|found| is_access(found) || found == Tcgen05::Dealloc);
            match is_used && state.live == 0 {
                true if lives.are_released(state) => Verdict::Wrong(TensorFault::UseAfterRelease),
                true => Verdict::Open,
                false => Verdict::Right,
            }
        };
        let at_end = |state: Live| {
            let first = lives.allocations.iter().enumerate().find(|(index, _)| state.live >> (*index).min(15) & 1 == 1);
            match first {
                Some((_, allocation)) => Verdict::Wrong((allocation.id, TensorFault::NotReleased)),
                None => Verdict::Right,
            }
        };
        // Another thread can release what this one allocates.
        let by_another = releases.iter().any(|site| !site.presence.threads.contains(thread));
        let faults = always(run, thread, &lives, judge, at_end);
        found.extend(faults.into_iter().filter(|&(_, fault)| !by_another || fault != TensorFault::NotReleased));
    }
    found
}

/// The loads of an address that another warp allocates, without a barrier before them.
fn not_visible(run: &Run<'_>, lives: &Lives) -> Vec<(InstId, TensorFault)> {
    let slot_of = |site: &Site<'_, '_>| {
        let mut addresses = site.instruction.loads().map(|load| Address::of(run, site.context, load.address));
        addresses.find(|address| lives.allocations.iter().any(|found| found.slot == Some(*address)))
    };
    let mut found = Vec::new();
    if !run.sites().any(|site| slot_of(&site).is_some()) {
        return found;
    }
    let sites = run.sites().filter(|site| operation(site) == Some(Tcgen05::Alloc));
    let allocating = sites.fold(ThreadSet::EMPTY, |all, site| all.or(&site.presence.threads));
    for thread in threads(run).into_iter().filter(|&thread| !allocating.contains(thread)) {
        let has_waited = HasWaited::of(run, thread, &allocating);
        let judge = |site: &Site<'_, '_>, has_waited: bool| match slot_of(site) {
            Some(_) => Verdict::wrong_if(!has_waited, TensorFault::NotVisible),
            None => Verdict::Open,
        };
        found.extend(always(run, thread, &has_waited, judge, |_| Verdict::Open));
    }
    found
}
