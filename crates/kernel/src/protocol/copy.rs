//! The operands of products in shared memory: a thread waits until they are copied there (PTX ISA 9.7.9.25).
//!
//! A bulk copy completes on an mbarrier. A thread that has issued one, and then a product that reads where the copy
//! writes, has to wait for this mbarrier in between.
//!
//! Guarantees that a fault is one on every path of some thread, up to the first execution of the product, and that the
//! product reads the first byte that the copy writes. Leaves out on purpose: copies by the same thread whose mbarrier
//! not all threads wait for.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::paths::address::{Address, Base, can_be_same};
use crate::paths::first_visit::FirstVisit;
use crate::paths::race::Races;
use crate::paths::spin;
use crate::paths::{
    Edge, Machine, Position, Verdict, first_trace, is_by_all, learns, position, signals_to_others, site, trace, wrong,
};
use crate::program::{AsyncCopy, InstructionKind, MbarrierOperation};

/// A product that reads what a copy can still write.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotCopied;

/// The products of one CTA that read what a copy can still write.
pub fn not_copied(run: &Run<'_>) -> Rc<Vec<(InstId, NotCopied)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, NotCopied)> {
    let copies = OperandCopies::of(run);
    if copies.addresses.is_empty() || signals_to_others(run) {
        return Vec::new();
    }
    let mut found = copies.of_other_threads();
    if copies.are_awaited_by_all() {
        found.extend(copies.of_same_thread());
    }
    found.sort_unstable_by_key(|(id, _)| *id);
    found.dedup();
    found
}

/// How far the last copy to an address is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum CopyStage {
    NotIssued,
    /// With the mbarrier on which it completes.
    Issued(Address),
    Awaited,
}

impl CopyStage {
    fn verdict(self) -> Verdict<NotCopied> {
        match self {
            Self::NotIssued => Verdict::Open,
            Self::Issued(_) => Verdict::Wrong(NotCopied),
            Self::Awaited => Verdict::Right,
        }
    }
}

/// A copy whose addresses are known when a thread executes it for the first time: the first one of those that do.
struct OperandCopy<'r, 'p> {
    site: Site<'r, 'p>,
    by: usize,
    to: Address,
    barrier: Address,
}

/// The copies of a CTA, the products that read what they write, and the waits for them.
struct OperandCopies<'r, 'p> {
    run: &'r Run<'p>,
    all: BTreeMap<Position, OperandCopy<'r, 'p>>,
    /// The addresses that products read and copies write.
    addresses: BTreeSet<Address>,
    /// What each product reads.
    products: BTreeMap<Position, Vec<Address>>,
    /// The mbarrier of each wait; none for one that is not known.
    waits: BTreeMap<Position, Option<Address>>,
    /// The copies and waits that name the same addresses each time.
    fixed: BTreeSet<Position>,
    spins: Rc<BTreeSet<Edge>>,
}

impl<'r, 'p> OperandCopies<'r, 'p> {
    fn of(run: &'r Run<'p>) -> Self {
        let first = |site: &Site<'_, '_>| FirstVisit::on_first_path(run, site.context);
        let address = |site: &Site<'_, '_>, value: ValueId| first(site)?.address(value);
        let in_thread = |site: &Site<'_, '_>, by, value: ValueId| first(site)?.in_thread(by).address(value);
        let copy = |site: Site<'r, 'p>| match site.instruction.kind {
            // A multicast also writes the memory of other CTAs.
            InstructionKind::AsyncCopy(AsyncCopy { to: Some(to), completion, multicast: None, .. }) => {
                let barrier = completion.mbarrier()?;
                let by = site.presence.threads.lowest()?;
                let (to, barrier) = (in_thread(&site, by, to)?, in_thread(&site, by, barrier)?);
                Some((position(&site), OperandCopy { site, by, to, barrier }))
            }
            _ => None,
        };
        let all: BTreeMap<_, _> = run.sites().filter_map(copy).collect();
        let (addresses, fixed, products, waits) = Default::default();
        let mut copies = Self { run, all, addresses, products, waits, fixed, spins: spin::edges(run) };
        let written: BTreeSet<Address> = copies.all.values().map(|copy| copy.to).collect();
        let is_fixed =
            |site: &Site<'_, '_>, value: ValueId| matches!(Address::of(run, site.context, value).base, Base::Symbol(_));
        for site in run.sites().filter(|_| !written.is_empty()) {
            let named = match site.instruction.kind {
                InstructionKind::AsyncCopy(AsyncCopy { to, completion, multicast: None, .. }) => {
                    [completion.mbarrier(), to]
                }
                InstructionKind::Mbarrier { address, .. } => [address; 2],
                _ => [None; 2],
            };
            if named.into_iter().all(|value| value.is_some_and(|value| is_fixed(&site, value))) {
                copies.fixed.insert(position(&site));
            }
            match &site.instruction.kind {
                kind if !kind.descriptors().is_empty() => {
                    let read =
                        kind.descriptors().iter().filter_map(|value| first(&site)?.address_in_descriptor(*value));
                    let read: Vec<Address> = read.filter(|from| written.contains(from)).collect();
                    copies.addresses.extend(&read);
                    copies.products.insert(position(&site), read);
                }
                InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, address: on, .. } => {
                    copies.waits.insert(position(&site), on.and_then(|on| address(&site, on)));
                }
                _ => {}
            }
        }
        copies
    }

    /// The products that a thread issues while a copy of another one is on its way.
    fn of_other_threads(&self) -> Vec<(InstId, NotCopied)> {
        let (mut races, mut found) = (Races::new(self.run), Vec::new());
        for (at, read) in &self.products {
            let Some(product) = site(self.run, at.0, at.1, at.2) else { continue };
            let mut copies = self.all.values().filter(|copy| read.contains(&copy.to));
            if copies.any(|copy| races.has(&copy.site, &[copy.barrier], &product)) {
                found.push((product.instruction.id, NotCopied));
            }
        }
        found
    }

    /// The products that a thread issues while a copy of its own is on its way.
    fn of_same_thread(&self) -> Vec<(InstId, NotCopied)> {
        let mut found = Vec::new();
        for &address in self.addresses.iter().take(limits::COPY_ADDRESSES) {
            let writing = self.all.values().filter(|copy| copy.to == address).map(|copy| copy.by);
            for thread in writing.collect::<BTreeSet<_>>() {
                let of_address = OfAddress { copies: self, address, thread, in_each_iteration: false };
                let in_each_iteration = OfAddress { in_each_iteration: true, ..of_address };
                let (Some(first), Some(all)) =
                    (first_trace(self.run, thread, &of_address), trace(self.run, thread, &in_each_iteration))
                else {
                    continue;
                };
                for (site, states) in first.sites(self.run) {
                    let is_right = |states: &BTreeSet<CopyStage>| states.contains(&CopyStage::Awaited);
                    if self.products.get(&position(&site)).is_some_and(|read| read.contains(&address))
                        && !all.before(&site).is_some_and(is_right)
                    {
                        let fault = wrong(states, CopyStage::verdict);
                        found.extend(fault.map(|fault| (site.instruction.id, fault)));
                    }
                }
            }
        }
        found
    }

    /// Whether all threads execute each wait for the mbarrier of a copy: otherwise another thread can wait, and tell
    /// this one.
    fn are_awaited_by_all(&self) -> bool {
        self.run.sites().all(|site| match site.instruction.kind {
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, address, .. } => {
                let on = address.map(|on| Address::of(self.run, site.context, on));
                is_by_all(&site) || !self.all.values().any(|copy| can_be_same(on, Some(copy.barrier)))
            }
            InstructionKind::CallUnknown => false,
            _ => true,
        })
    }
}

/// The copies to one address, on the paths of a thread.
#[derive(Copy, Clone)]
struct OfAddress<'c, 'r, 'p> {
    copies: &'c OperandCopies<'r, 'p>,
    address: Address,
    thread: usize,
    /// Whether only copies and waits count that name the same addresses in each iteration of a loop.
    in_each_iteration: bool,
}

impl Machine for OfAddress<'_, '_, '_> {
    type State = CopyStage;

    fn start(&self) -> CopyStage {
        CopyStage::NotIssued
    }

    fn is_elected(&self) -> bool {
        true
    }

    fn step(&self, progress: CopyStage, site: &Site<'_, '_>) -> CopyStage {
        let at = position(site);
        let is_known = !self.in_each_iteration || self.copies.fixed.contains(&at);
        if let Some(copy) = self.copies.all.get(&at).filter(|copy| copy.to == self.address && copy.by == self.thread) {
            return if is_known { CopyStage::Issued(copy.barrier) } else { CopyStage::NotIssued };
        }
        match (progress, self.copies.waits.get(&at)) {
            (CopyStage::Issued(_), _) if learns(site, false) => CopyStage::Awaited,
            (CopyStage::Issued(barrier), Some(on)) if is_known && on.is_none_or(|on| on == barrier) => {
                CopyStage::Awaited
            }
            _ => progress,
        }
    }

    fn take(&self, progress: CopyStage, edge: &Edge) -> Option<CopyStage> {
        let has_learned = self.copies.spins.contains(edge) && matches!(progress, CopyStage::Issued(_));
        Some(if has_learned { CopyStage::Awaited } else { progress })
    }
}
