//! `tcgen05.ld` and `tcgen05.st`, and the waits for them (PTX ISA 9.7.16.6.4 and 9.7.16.8).
//!
//! Both are asynchronous. An instruction that reads the registers of a `tcgen05.ld` needs no wait: that order is
//! respected (9.7.16.6.4.5), and compilers count on it. The waits are for tensor memory: `tcgen05.wait::ld` comes
//! before what overwrites the columns, and `tcgen05.wait::st` before what reads, overwrites or releases them.
//!
//! Guarantees that a fault is one on every path of some thread, and that both instructions access the same column and
//! lane: in this thread they have the same address.
//!
//! Leaves out on purpose: a release without `tcgen05.wait::ld`, since code that has read the registers before needs
//! none; accesses at other addresses that overlap; those of other threads; the operand A of `tcgen05.mma` in tensor
//! memory; and `tcgen05.st` after `tcgen05.ld`, since the store can depend on what is loaded.

use rustc_hash::FxHashMap;

use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::limits;
use crate::paths::address::{Address, Base};
use crate::paths::{Machine, Position, Verdict, always, position, threads};
use crate::program::{InstructionKind, Tcgen05};
use crate::protocol::tensor::operation::{TensorFault, address_of, address_operand, operation};

/// The loads and stores that can still access tensor memory, a bit for each.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct PendingAccesses {
    loads: u64,
    stores: u64,
}

/// The loads and stores of one CTA, for one thread.
#[derive(Default)]
struct TensorAccesses {
    /// The bit of each.
    bits: FxHashMap<Position, u64>,
    /// For each load, product, copy and shift, the bits of the loads and stores with its address.
    same: FxHashMap<Position, u64>,
}

impl TensorAccesses {
    fn of(run: &Run<'_>, thread: usize) -> Self {
        let slots = Slots::of(run);
        let mut copies = Self::default();
        let mut at: FxHashMap<Address, u64> = FxHashMap::default();
        for site in run.sites().filter(|site| matches!(operation(site), Some(Tcgen05::Ld | Tcgen05::St))) {
            let number = copies.bits.len().min(limits::TENSOR_ACCESSES);
            let bit = 1 << number;
            copies.bits.insert(position(&site), bit);
            if let Some(address) = slots.fixed_address(&site, thread).filter(|_| number < limits::TENSOR_ACCESSES) {
                *at.entry(address).or_default() |= bit;
            }
        }
        for site in run.sites().filter(|site| operation(site).is_some_and(|found| reads(found) || writes(found))) {
            let same = slots.fixed_address(&site, thread).and_then(|address| at.get(&address));
            copies.same.extend(same.map(|&bits| (position(&site), bits)));
        }
        copies
    }

    fn bit(&self, site: &Site<'_, '_>) -> u64 {
        self.bits.get(&position(site)).copied().unwrap_or_default()
    }

    /// The pending loads and stores that an instruction does not wait for although it has to.
    fn unawaited(&self, pending: PendingAccesses, site: &Site<'_, '_>) -> PendingAccesses {
        let same = self.same.get(&position(site)).copied().unwrap_or_default();
        match operation(site) {
            Some(Tcgen05::Dealloc) => PendingAccesses { loads: 0, ..pending },
            Some(found) if writes(found) => {
                PendingAccesses { loads: pending.loads & same, stores: pending.stores & same }
            }
            Some(found) if reads(found) => PendingAccesses { loads: 0, stores: pending.stores & same },
            _ => PendingAccesses::default(),
        }
    }
}

fn reads(operation: Tcgen05) -> bool {
    operation == Tcgen05::Ld
}

fn writes(operation: Tcgen05) -> bool {
    matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift)
}

/// The locations that `tcgen05.alloc` writes the addresses to; none if one of them is unknown, or if they are too many.
pub(crate) struct Slots(Option<Vec<Address>>);

impl Slots {
    pub fn of(run: &Run<'_>) -> Self {
        let allocations = run.sites().filter(|site| operation(site) == Some(Tcgen05::Alloc));
        let slots = allocations.map(|site| address_of(&site)).collect::<Option<Vec<Address>>>();
        Self(slots.filter(|all| all.len() <= limits::ALLOCATIONS))
    }

    /// The address of an access in the thread, if it is the same whenever the thread computes it.
    pub fn fixed_address(&self, site: &Site<'_, '_>, thread: usize) -> Option<Address> {
        let (address, slot) = Address::in_thread(site.run, site.context, address_operand(site)?, thread);
        // A location that one allocation writes to has the address of that one.
        let is_slot = |slot: &Address| {
            let slots = self.0.as_deref().unwrap_or_default();
            slots.iter().filter(|known| known.can_be(*slot)).count() == 1 && slots.contains(slot)
        };
        if let Some(Address { base: Base::Symbol(symbol), offset, .. }) = slot.filter(is_slot) {
            return Some(address.loaded_from(symbol, offset));
        }
        let is_executed_once = site.context == site.run.root()
            && site.run.graph(site.context).is_some_and(|graph| !graph.is_in_cycle(site.block));
        (is_executed_once || address.is_fixed(site.run)).then_some(address)
    }
}

impl Machine for TensorAccesses {
    type State = PendingAccesses;

    fn start(&self) -> PendingAccesses {
        PendingAccesses::default()
    }

    fn step(&self, pending: PendingAccesses, site: &Site<'_, '_>) -> PendingAccesses {
        let reported = self.unawaited(pending, site);
        // The first fault is reported. The others have the same cause.
        let pending =
            PendingAccesses { loads: pending.loads & !reported.loads, stores: pending.stores & !reported.stores };
        match (operation(site), &site.instruction.kind) {
            (Some(Tcgen05::Ld), _) => PendingAccesses { loads: pending.loads | self.bit(site), ..pending },
            (Some(Tcgen05::St), _) => PendingAccesses { stores: pending.stores | self.bit(site), ..pending },
            (Some(Tcgen05::WaitLd), _) => PendingAccesses { loads: 0, ..pending },
            (Some(Tcgen05::WaitSt), _) => PendingAccesses { stores: 0, ..pending },
            (_, InstructionKind::CallUnknown) => PendingAccesses::default(),
            _ => pending,
        }
    }
}

/// The faults of one CTA.
pub(crate) fn faults(run: &Run<'_>) -> Vec<(InstId, TensorFault)> {
    if !run.sites().any(|site| matches!(operation(&site), Some(Tcgen05::Ld | Tcgen05::St))) {
        return Vec::new();
    }
    let of_thread = |thread: usize| {
        let copies = TensorAccesses::of(run, thread);
        let judge = |site: &Site<'_, '_>, pending: PendingAccesses| {
            let unawaited = copies.unawaited(pending, site);
            match operation(site) {
                _ if unawaited.stores != 0 => Verdict::Wrong(TensorFault::StoreNotAwaited),
                _ if unawaited.loads != 0 => Verdict::Wrong(TensorFault::OverwrittenBeforeLoadWait),
                Some(found) if reads(found) || writes(found) || found == Tcgen05::Dealloc => Verdict::Right,
                _ => Verdict::Open,
            }
        };
        always(run, thread, &copies, judge, |_| Verdict::Open)
    };
    threads(run).into_iter().flat_map(of_thread).collect()
}
