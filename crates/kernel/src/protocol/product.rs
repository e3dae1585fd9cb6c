//! The products of `tcgen05.mma`: a thread waits for them before it loads them (PTX ISA 9.7.16.6).
//!
//! `tcgen05.commit` completes on an mbarrier when all products are done that the thread has issued before. A thread that has
//! issued a product, and loads from the address where it is written, has to wait for such an mbarrier in between.
//!
//! Guarantees that a fault is one on every path of some thread, up to the first execution of the load. Leaves out on purpose:
//! loads by other warps, except where nothing waits at all, and mbarriers for which not all threads wait.

use std::collections::BTreeMap;

use super::address::Address;
use super::first_visit::FirstVisit;
use super::tensor_copy::Slots;
use super::{Edge, Machine, Position, Verdict, first_trace, is_by_all, position, takes_if_elected, threads, wrong};
use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::program::{InstructionKind, MbarrierOperation, Tcgen05};

/// The most accumulators of a thread that are followed. The oldest ones are taken to be complete.
const MAX_PRODUCTS: usize = 4;

/// The loads from tensor memory in a cluster before which no thread waits until the products are done.
pub fn not_awaited(ctas: &[Run<'_>]) -> Vec<InstId> {
    let (mut products, mut loads, mut signals, mut waits) = (0, Vec::new(), Vec::new(), Vec::new());
    for site in ctas.iter().flat_map(Run::sites) {
        let address = |value: Option<_>| value.map(|value| Address::of(site.run, site.context, value));
        match site.instruction.kind {
            InstructionKind::CallOutside => return Vec::new(),
            InstructionKind::Tcgen05 { operation: Tcgen05::Mma, .. } => products += 1,
            InstructionKind::Tcgen05 { operation: Tcgen05::Ld, .. } => loads.push(site.instruction.id),
            InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address: to, .. } => signals.push(address(to)),
            InstructionKind::Mbarrier {
                operation: MbarrierOperation::Test { .. } | MbarrierOperation::Wait { .. },
                address: on,
            } => waits.push((address(on), site)),
            _ => {}
        }
    }
    waits.retain(|(wait, _)| signals.iter().any(|signal| can_be(*signal, *wait)));
    match (products, waits.as_slice()) {
        (0, _) => Vec::new(),
        (_, []) => loads,
        (_, waits) if waits.iter().all(|(_, site)| is_by_all(site)) => {
            let mut found: Vec<InstId> = ctas.iter().flat_map(before_wait).collect();
            found.sort_unstable();
            found.dedup();
            found
        }
        _ => Vec::new(),
    }
}

pub(super) fn can_be(one: Option<Address>, two: Option<Address>) -> bool {
    one.zip(two).is_none_or(|(one, two)| one.is_same(two) != Some(false))
}

/// The loads of what the same thread has issued, if it has not waited.
fn before_wait(run: &Run<'_>) -> Vec<InstId> {
    let slots = Slots::of(run);
    let mut found = Vec::new();
    for thread in threads(run) {
        let machine = Products::of(run, &slots, thread);
        let Some(trace) = first_trace(run, thread, &machine) else { continue };
        for (site, states) in trace.sites(run) {
            let InstructionKind::Tcgen05 { operation: Tcgen05::Ld, .. } = site.instruction.kind else { continue };
            let Some(from) = machine.address(&site) else { continue };
            let fault = wrong(states, |state| state.verdict(from));
            found.extend(fault.map(|()| site.instruction.id));
        }
    }
    found
}

/// How far a product is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Progress {
    Issued,
    /// With a bit for each mbarrier on which it completes.
    Committed(u64),
    Awaited,
}

/// The last product of each accumulator, the newest one first.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct Pending([Option<(Address, Progress)>; MAX_PRODUCTS]);

impl Pending {
    fn issue(mut self, to: Address) -> Self {
        let known = self.products().position(|(other, _)| *other == to);
        let end = known.unwrap_or(MAX_PRODUCTS - 1);
        if let Some(newer) = self.0.get_mut(..=end) {
            newer.rotate_right(1);
        }
        self.0[0] = Some((to, Progress::Issued));
        self
    }

    /// A product that is committed before completes on this mbarrier, too.
    fn commit(mut self, on: u64) -> Self {
        for (_, progress) in self.products() {
            *progress = match progress {
                Progress::Issued => Progress::Committed(on),
                Progress::Committed(before) => Progress::Committed(*before | on),
                Progress::Awaited => Progress::Awaited,
            };
        }
        self
    }

    /// Each product is done that is not newer than one that completes on the mbarrier.
    fn wait(mut self, on: u64) -> Self {
        let is_awaited = |progress: Progress| matches!(progress, Progress::Committed(signals) if signals & on != 0);
        for (_, progress) in self.products().skip_while(|(_, progress)| !is_awaited(*progress)) {
            *progress = Progress::Awaited;
        }
        self
    }

    fn products(&mut self) -> impl Iterator<Item = &mut (Address, Progress)> {
        self.0.iter_mut().flatten()
    }

    fn verdict(mut self, from: Address) -> Verdict<()> {
        match self.products().find(|(to, _)| *to == from) {
            Some((_, Progress::Committed(_))) => Verdict::Wrong(()),
            Some((_, Progress::Awaited)) => Verdict::Right,
            _ => Verdict::Open,
        }
    }
}

/// The products, and the loads of them, on the paths of a thread.
struct Products<'r, 'p> {
    run: &'r Run<'p>,
    /// Where each product is written and each load reads, if the thread computes that address once.
    accumulators: BTreeMap<Position, Address>,
    /// The bit of the mbarrier of each commit and each wait, when it is executed for the first time; all bits for one that is
    /// not known.
    mbarriers: BTreeMap<Position, u64>,
}

impl<'r, 'p> Products<'r, 'p> {
    fn of(run: &'r Run<'p>, slots: &Slots, thread: usize) -> Self {
        let (mut accumulators, mut mbarriers) = (BTreeMap::new(), BTreeMap::new());
        let mut bits: BTreeMap<Address, u64> = BTreeMap::new();
        for site in run.sites().filter(|site| site.presence.threads.contains(thread)) {
            let mbarrier = match site.instruction.kind {
                InstructionKind::Tcgen05 { operation: Tcgen05::Mma | Tcgen05::Ld, .. } => {
                    let address = slots.fixed_address(&site, thread);
                    accumulators.extend(address.map(|address| (position(&site), address)));
                    continue;
                }
                InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => address,
                InstructionKind::Mbarrier {
                    operation: MbarrierOperation::Test { .. } | MbarrierOperation::Wait { .. },
                    address,
                } => address,
                _ => continue,
            };
            let first = FirstVisit::on_first_path(run, site.context);
            let address = mbarrier.zip(first).and_then(|(mbarrier, first)| first.address(mbarrier, 0));
            let next = u32::try_from(bits.len()).ok().and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or(u64::MAX);
            let bit = address.map_or(u64::MAX, |address| *bits.entry(address).or_insert(next));
            mbarriers.insert(position(&site), bit);
        }
        Self { run, accumulators, mbarriers }
    }

    fn address(&self, site: &Site<'_, '_>) -> Option<Address> {
        self.accumulators.get(&position(site)).copied()
    }
}

impl Machine for Products<'_, '_> {
    type State = Pending;

    fn start(&self) -> Pending {
        Pending::default()
    }

    fn step(&self, pending: Pending, site: &Site<'_, '_>) -> Pending {
        let mbarrier = || self.mbarriers.get(&position(site)).copied().unwrap_or(u64::MAX);
        match site.instruction.kind {
            InstructionKind::Tcgen05 { operation: Tcgen05::Mma, .. } => match self.address(site) {
                Some(to) => pending.issue(to),
                None => pending,
            },
            InstructionKind::Tcgen05 { operation: Tcgen05::Commit, .. } => pending.commit(mbarrier()),
            InstructionKind::Mbarrier {
                operation: MbarrierOperation::Test { .. } | MbarrierOperation::Wait { .. },
                ..
            } => pending.wait(mbarrier()),
            // Another CTA can have waited.
            InstructionKind::ClusterWait { .. } if self.run.cta.cluster_ctas() != Some(1) => pending.wait(u64::MAX),
            _ => pending,
        }
    }

    fn take(&self, pending: Pending, edge: &Edge) -> Option<Pending> {
        takes_if_elected(self.run, edge).then_some(pending)
    }
}
