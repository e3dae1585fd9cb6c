//! The products of `tcgen05.mma`: a thread waits for them before it loads the accumulator (PTX ISA 9.7.16.6).
//!
//! `tcgen05.commit` completes on an mbarrier when all products are done that the thread has issued before. A thread
//! that has issued a product, and loads from the address where it is written, has to wait for such an mbarrier in
//! between.
//!
//! Guarantees that a fault is one on every path of some thread, up to the first execution of the load, and that no
//! other thread can tell this one that the product is done. A load by another thread is one if neither of both can know
//! of the other one (`race`). Leaves out on purpose: loads by the same thread, if not all threads wait for the
//! mbarriers.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::limits;
use crate::paths::address::{Address, Base, can_be_same};
use crate::paths::first_visit::FirstVisit;
use crate::paths::race::Races;
use crate::paths::spin;
use crate::paths::{
    Edge, Machine, Position, Verdict, first_trace, is_by_all, learns, position, signals_to_others, threads, trace,
    wrong,
};
use crate::program::{InstructionKind, MbarrierOperation, Tcgen05};
use crate::protocol::tensor::accesses::Slots;

/// The loads from tensor memory in a cluster before which no thread waits until the products are done.
pub fn not_awaited(ctas: &[Run<'_>]) -> Vec<InstId> {
    let (mut products, mut loads, mut signals, mut waits) = (0, Vec::new(), Vec::new(), Vec::new());
    for site in ctas.iter().flat_map(Run::sites) {
        let address = |value: Option<_>| value.map(|value| Address::of(site.run, site.context, value));
        match site.instruction.kind {
            InstructionKind::CallUnknown => return Vec::new(),
            InstructionKind::Tcgen05 { operation: Tcgen05::Mma, .. } => products += 1,
            InstructionKind::Tcgen05 { operation: Tcgen05::Ld, .. } => loads.push(site.instruction.id),
            InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address: to, .. } => signals.push(address(to)),
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, address: on, .. } => {
                waits.push((address(on), site))
            }
            _ => {}
        }
    }
    waits.retain(|(wait, _)| signals.iter().any(|signal| can_be_same(*signal, *wait)));
    match (products, waits.as_slice()) {
        (0, _) => Vec::new(),
        (_, []) => loads,
        (_, waits) => {
            let are_by_all = waits.iter().all(|(_, site)| is_by_all(site));
            let find = if are_by_all { before_wait } else { of_other_threads };
            let mut found: Vec<InstId> = ctas.iter().flat_map(find).collect();
            found.sort_unstable();
            found.dedup();
            found
        }
    }
}

/// The loads of what another thread has issued, if neither thread can know of the other one.
fn of_other_threads(run: &Run<'_>) -> Vec<InstId> {
    let mut found = Vec::new();
    if signals_to_others(run) {
        return found;
    }
    let (slots, mut races) = (Slots::of(run), Races::new(run));
    let column = |site: &Site<'_, '_>| {
        let address = slots.fixed_address(site, site.presence.threads.lowest()?)?;
        // The high half of the address is the lane.
        matches!(address.base, Base::Loaded(..)).then_some((address.base, address.offset & 0xffff))
    };
    let (mut products, mut commits, mut loads) = (Vec::new(), Vec::new(), Vec::new());
    for site in run.sites() {
        match site.instruction.kind {
            InstructionKind::Tcgen05 { operation: Tcgen05::Mma, .. } => products.extend(column(&site).zip(Some(site))),
            InstructionKind::Tcgen05 { operation: Tcgen05::Ld, .. } => loads.extend(column(&site).zip(Some(site))),
            InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => {
                let first = FirstVisit::on_first_path(run, site.context).zip(address);
                commits.push((site.presence.threads, first.and_then(|(first, address)| first.address(address))));
            }
            _ => {}
        }
    }
    for (written, product) in &products {
        let of_thread = commits.iter().filter(|(threads, _)| !threads.is_disjoint(&product.presence.threads));
        let on: Option<BTreeSet<Address>> = of_thread.map(|(_, mbarrier)| *mbarrier).collect();
        let Some(on) = on.map(|on| on.into_iter().collect::<Vec<_>>()) else { continue };
        let racing = loads.iter().filter(|(read, load)| read == written && races.has(product, &on, load));
        found.extend(racing.map(|(_, load)| load.instruction.id));
    }
    found
}

/// The loads of what the same thread has issued, if it has not waited: neither on the paths without edges that lead
/// back, nor, by what is known in each iteration of a loop, on any path.
fn before_wait(run: &Run<'_>) -> Vec<InstId> {
    let slots = Slots::of(run);
    let mut found = Vec::new();
    for thread in threads(run) {
        let machine = Products::of(run, &slots, thread);
        let (Some(first), Some(all)) =
            (first_trace(run, thread, &machine), trace(run, thread, &machine.in_each_iteration()))
        else {
            continue;
        };
        for (site, states) in first.sites(run) {
            let InstructionKind::Tcgen05 { operation: Tcgen05::Ld, .. } = site.instruction.kind else { continue };
            let Some(from) = machine.address(&site) else { continue };
            let is_wrong = |states: &BTreeSet<LastProducts>| wrong(states, |state| state.verdict(from)).is_some();
            if is_wrong(states) && all.before(&site).is_some_and(is_wrong) {
                found.push(site.instruction.id);
            }
        }
    }
    found
}

/// How far a product is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum ProductStage {
    Issued,
    /// With a bit for each mbarrier on which it completes.
    Committed(u64),
    Awaited,
}

/// The last product of each accumulator, the newest one first.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct LastProducts([Option<(Address, ProductStage)>; limits::PRODUCTS]);

impl LastProducts {
    fn issue(mut self, to: Address) -> Self {
        let known = self.products().position(|(other, _)| *other == to);
        let end = known.unwrap_or(limits::PRODUCTS - 1);
        if let Some(newer) = self.0.get_mut(..=end) {
            newer.rotate_right(1);
        }
        self.0[0] = Some((to, ProductStage::Issued));
        self
    }

    /// A product that is committed before completes on this mbarrier, too.
    fn commit(mut self, on: u64) -> Self {
        for (_, progress) in self.products() {
            *progress = match progress {
                ProductStage::Issued => ProductStage::Committed(on),
                ProductStage::Committed(before) => ProductStage::Committed(*before | on),
                ProductStage::Awaited => ProductStage::Awaited,
            };
        }
        self
    }

    /// A product is done if it, or a newer one, completes on this mbarrier. With all bits, each one can be done.
    fn wait(mut self, on: u64) -> Self {
        let is_awaited = |progress: ProductStage| match progress {
            ProductStage::Committed(signals) => signals & on != 0 || on == u64::MAX,
            ProductStage::Issued | ProductStage::Awaited => false,
        };
        for (_, progress) in self.products().skip_while(|(_, progress)| !is_awaited(*progress)) {
            *progress = ProductStage::Awaited;
        }
        self
    }

    fn products(&mut self) -> impl Iterator<Item = &mut (Address, ProductStage)> {
        self.0.iter_mut().flatten()
    }

    fn verdict(mut self, from: Address) -> Verdict<()> {
        match self.products().find(|(to, _)| *to == from) {
            Some((_, ProductStage::Committed(_))) => Verdict::Wrong(()),
            Some((_, ProductStage::Awaited)) => Verdict::Right,
            _ => Verdict::Open,
        }
    }
}

/// The products, and the loads of them, on the paths of a thread.
#[derive(Clone)]
struct Products {
    /// Whether other CTAs can signal.
    of_cluster: bool,
    spins: Rc<BTreeSet<Edge>>,
    /// Where each product is written and each load reads, if the thread computes that address once.
    accumulators: BTreeMap<Position, Address>,
    /// The mbarrier of each commit and each wait.
    mbarriers: BTreeMap<Position, CommitBarrier>,
}

/// The mbarrier of a commit or a wait.
#[derive(Copy, Clone)]
struct CommitBarrier {
    /// A bit for each one that it can be when it is executed for the first time.
    bits: u64,
    /// Whether it is the same one each time.
    is_fixed: bool,
}

impl Products {
    fn of(run: &Run<'_>, slots: &Slots, thread: usize) -> Self {
        let (mut accumulators, mut mbarriers) = (BTreeMap::new(), BTreeMap::new());
        let mut bits: BTreeMap<Address, u64> = BTreeMap::new();
        // The bits of the copies of one instruction, if a loop is peeled.
        let mut of_commits: BTreeMap<InstId, u64> = BTreeMap::new();
        let mut of_waits: BTreeMap<InstId, (u64, Vec<Position>)> = BTreeMap::new();
        for site in run.sites().filter(|site| site.presence.threads.contains(thread)) {
            let (mbarrier, is_commit) = match site.instruction.kind {
                InstructionKind::Tcgen05 { operation: Tcgen05::Mma | Tcgen05::Ld, .. } => {
                    let address = slots.fixed_address(&site, thread);
                    accumulators.extend(address.map(|address| (position(&site), address)));
                    continue;
                }
                InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => (address, true),
                InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, address, .. } => {
                    (address, false)
                }
                _ => continue,
            };
            let first = FirstVisit::on_first_path(run, site.context);
            let address = mbarrier.zip(first).and_then(|(mbarrier, first)| first.address(mbarrier));
            let next = u32::try_from(bits.len()).ok().and_then(|bit| 1_u64.checked_shl(bit)).unwrap_or(u64::MAX);
            let bits = address.map_or(u64::MAX, |address| *bits.entry(address).or_insert(next));
            let is_fixed =
                mbarrier.is_some_and(|value| matches!(Address::of(run, site.context, value).base, Base::Symbol(_)));
            mbarriers.insert(position(&site), CommitBarrier { bits, is_fixed });
            if is_commit {
                *of_commits.entry(site.instruction.id).or_default() |= bits;
            } else {
                let (all, at) = of_waits.entry(site.instruction.id).or_default();
                *all |= bits;
                at.push(position(&site));
            }
        }
        // A wait that is for one mbarrier only can be for the last iteration of a loop, whose mbarrier is not known.
        let varying = of_commits.values().filter(|bits| bits.count_ones() > 1).fold(0, |all, bits| all | bits);
        for at in of_waits.into_values().filter(|(bits, _)| bits.count_ones() == 1).flat_map(|(_, at)| at) {
            if let Some(wait) = mbarriers.get_mut(&at) {
                wait.bits |= varying;
            }
        }
        let of_cluster = run.cta.cluster_ctas() != Some(1) && signals_to_others(run);
        Self { of_cluster, spins: spin::edges(run), accumulators, mbarriers }
    }

    /// The same for the paths with back edges: only what is the same mbarrier each time is known.
    fn in_each_iteration(&self) -> Self {
        let mut all = self.clone();
        all.mbarriers.values_mut().filter(|mbarrier| !mbarrier.is_fixed).for_each(|mbarrier| mbarrier.bits = 0);
        all
    }

    fn address(&self, site: &Site<'_, '_>) -> Option<Address> {
        self.accumulators.get(&position(site)).copied()
    }
}

impl Machine for Products {
    type State = LastProducts;

    fn start(&self) -> LastProducts {
        LastProducts::default()
    }

    fn is_elected(&self) -> bool {
        true
    }

    fn step(&self, pending: LastProducts, site: &Site<'_, '_>) -> LastProducts {
        let mbarrier = || self.mbarriers.get(&position(site)).map_or(u64::MAX, |mbarrier| mbarrier.bits);
        match site.instruction.kind {
            _ if learns(site, self.of_cluster) => pending.wait(u64::MAX),
            InstructionKind::Tcgen05 { operation: Tcgen05::Mma, .. } => match self.address(site) {
                Some(to) => pending.issue(to),
                None => pending,
            },
            InstructionKind::Tcgen05 { operation: Tcgen05::Commit, .. } => pending.commit(mbarrier()),
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => pending.wait(mbarrier()),
            _ => pending,
        }
    }

    fn take(&self, pending: LastProducts, edge: &Edge) -> Option<LastProducts> {
        let learned = if self.spins.contains(edge) { pending.wait(u64::MAX) } else { pending };
        Some(learned)
    }
}
