//! mbarriers: initialised by one thread, and made visible before other threads use them.
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: mbarriers whose address is not a
//! variable.

mod before;
pub mod stuck;
pub mod transactions;
mod waits;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{ContextId, Presence, Run, Site};
use crate::id::{InstId, ValueId};
use crate::paths::address::{Address, Base};
use crate::paths::first_visit::FirstVisit;
use crate::paths::late::begins_together;
use crate::paths::never;
use crate::paths::spin;
use crate::paths::{Edge, Machine, Verdict, always, threads_apart};
use crate::program::{BarrierOperation, InstructionKind, MbarrierOperation, Tcgen05};
use crate::threads::ThreadSet;
use crate::value::Uniformity;

/// What is wrong with an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MbarrierFault {
    /// Several threads initialise it.
    SeveralThreads,
    /// A thread uses it without a barrier after the initialisation by another thread.
    NotVisible,
    /// No thread initialises it.
    NotInitialised,
    /// Threads wait for it, and nothing arrives at it.
    NothingArrives,
    /// A copy completes on it, and no thread waits for it.
    NoThreadWaits,
    /// There are more arrivals together than it counts: the number of both.
    TooMany(u64, u64),
}

/// Whether a thread has waited for other threads.
pub(crate) struct HasWaited {
    /// The edges after which it has.
    spins: Rc<BTreeSet<Edge>>,
    /// Whether a wait for threads of its own warp is one.
    in_warp: bool,
}

impl HasWaited {
    /// For a thread that waits for some of these.
    pub(crate) fn of(run: &Run<'_>, thread: usize, others: &ThreadSet) -> Self {
        let in_warp = others.lanes(thread / 32) != 0;
        Self { spins: spin::edges(run), in_warp }
    }
}

impl Machine for HasWaited {
    type State = bool;

    fn start(&self) -> bool {
        false
    }

    fn step(&self, state: bool, site: &Site<'_, '_>) -> bool {
        state
            || matches!(
                site.instruction.kind,
                InstructionKind::Barrier { operation: BarrierOperation::Sync, .. }
                    | InstructionKind::ClusterWait { .. }
                    | InstructionKind::CallUnknown
            )
            || self.in_warp && matches!(site.instruction.kind, InstructionKind::WarpSync { .. })
    }

    fn take(&self, state: bool, edge: &Edge) -> Option<bool> {
        Some(state || self.spins.contains(edge))
    }
}

fn mbarrier(site: &Site<'_, '_>) -> Option<(MbarrierOperation, Address)> {
    match site.instruction.kind {
        InstructionKind::Mbarrier { operation, address: Some(address), .. } => {
            Some((operation, Address::of(site.run, site.context, address)))
        }
        _ => None,
    }
}

/// The faults of one CTA.
pub fn faults(run: &Run<'_>) -> Rc<Vec<(InstId, MbarrierFault)>> {
    run.once(find_misused)
}

fn find_misused(run: &Run<'_>) -> Vec<(InstId, MbarrierFault)> {
    let mut found = Vec::new();
    // The threads that initialise each variable.
    let mut initialised: Vec<(Address, ThreadSet)> = Vec::new();
    for site in run.sites() {
        let Some((MbarrierOperation::Init { .. }, address)) = mbarrier(&site) else { continue };
        // Warps can initialise it one after the other, with one thread each.
        if together(&site, true) > 1 || together(&site, false) > 1 && begins_together(&site) {
            found.push((site.instruction.id, MbarrierFault::SeveralThreads));
        }
        if address.symbol().is_some() {
            initialised.push((address, site.presence.threads));
        }
    }
    if initialised.is_empty() {
        return found;
    }
    let by_others = |thread: usize, address: Address| {
        let mut same = initialised.iter().filter(|(known, _)| can_be_in_variable(*known, address)).peekable();
        same.peek().is_some() && same.all(|(_, threads)| !threads.contains(thread))
    };
    let initialising = initialised.iter().fold(ThreadSet::EMPTY, |all, (_, threads)| all.or(threads));
    for thread in threads_apart(run, &initialising) {
        let has_waited = HasWaited::of(run, thread, &initialising);
        let judge = |site: &Site<'_, '_>, has_waited: bool| match mbarrier(site) {
            Some((MbarrierOperation::Init { .. } | MbarrierOperation::Invalidate, _)) | None => Verdict::Open,
            Some((_, address)) if by_others(thread, address) => {
                Verdict::wrong_if(!has_waited, MbarrierFault::NotVisible)
            }
            Some(_) => Verdict::Open,
        };
        found.extend(always(run, thread, &has_waited, judge, |_| Verdict::Open));
    }
    found
}

/// What an instruction does to an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum MbarrierRole {
    Initialises,
    Arrives,
    /// Expects bytes, without an arrival.
    Expects,
    /// Copies, and completes bytes.
    Copies,
    /// Requests a response, which completes a part of the phase.
    Requests,
    Waits,
    /// Waits for the phase before the first one, which ends at once.
    Passes,
    /// Ends its life, which it has to have begun.
    Invalidates,
}

/// Whether two addresses are in one variable and can be the same.
fn can_be_in_variable(one: Address, two: Address) -> bool {
    one.symbol().is_some() && one.symbol() == two.symbol() && one.can_be(two)
}

/// What an instruction does to which mbarriers. The address is none if it is not known.
fn side(site: &Site<'_, '_>) -> Option<(MbarrierRole, Option<Address>)> {
    let (side, address) = match site.instruction.kind {
        InstructionKind::Mbarrier { operation, address, .. } => {
            let side = match operation {
                MbarrierOperation::Init { .. } => MbarrierRole::Initialises,
                MbarrierOperation::Wait { parity, .. } if ends_at_once(site, parity) => MbarrierRole::Passes,
                MbarrierOperation::Wait { .. } => MbarrierRole::Waits,
                MbarrierOperation::ExpectTx { arrives: None, .. } => MbarrierRole::Expects,
                MbarrierOperation::ExpectTx { .. } | MbarrierOperation::Arrive { .. } => MbarrierRole::Arrives,
                MbarrierOperation::Invalidate => MbarrierRole::Invalidates,
            };
            (side, address)
        }
        InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => (MbarrierRole::Arrives, address),
        InstructionKind::TryCancel { mbarrier, .. } => (MbarrierRole::Requests, mbarrier),
        InstructionKind::AsyncCopy(ref copy) => (MbarrierRole::Copies, Some(copy.completion.mbarrier()?)),
        _ => return None,
    };
    Some((side, address.map(|address| Address::of(site.run, site.context, address))))
}

/// Whether a wait is for parity 1 when it is executed for the first time. If no phase has completed, it ends (PTX ISA
/// 9.7.13.15): a producer waits so for a free buffer.
fn ends_at_once(site: &Site<'_, '_>, parity: Option<ValueId>) -> bool {
    let first = || FirstVisit::before(site.run, site.context, site.block)?.number(parity?);
    first().is_some_and(|parity| parity & 1 == 1)
}

/// The mbarriers of a cluster that are used in one way only. Those of all its CTAs count as one: arrivals and copies
/// can come from another CTA. A use whose address is not a variable of the program can be one of any mbarrier. Nothing
/// is known if unknown code is called.
pub fn one_sided(ctas: &[Run<'_>]) -> Vec<(InstId, MbarrierFault)> {
    let mut uses: Vec<(CallSite, MbarrierRole, Address)> = Vec::new();
    // What is used in the first iteration of a loop.
    let mut first: Vec<(CallSite, Address)> = Vec::new();
    // Waits of which it depends on data whether a launch executes them.
    let mut by_data: BTreeSet<CallSite> = BTreeSet::new();
    // What is done to mbarriers that are not known.
    let mut elsewhere: BTreeSet<MbarrierRole> = BTreeSet::new();
    let sites = ctas.iter().enumerate().flat_map(|(cta, run)| run.sites().map(move |site| (cta, site)));
    for (cta, site) in sites {
        let call = (cta, site.context, site.instruction.id);
        by_data.extend((!site.presence.is_chosen_by_launch()).then_some(call));
        match (side(&site), &site.instruction.kind) {
            (Some((MbarrierRole::Copies, _)), _) if never::is_never_reached(&site) => {}
            (Some((side, Some(address))), _) if address.symbol().is_some() => {
                uses.push((call, side, address));
                first.extend(first_address(&site, address).map(|address| (call, address)));
            }
            (Some((side, address)), _) => {
                let known = address.and_then(|address| first_address(&site, address));
                first.extend(known.map(|address| (call, address)));
                elsewhere.insert(side);
            }
            (None, InstructionKind::CallUnknown) => return Vec::new(),
            _ => {}
        }
    }
    // There are few variables, and can be many uses.
    let kinds: BTreeSet<(MbarrierRole, Address)> = uses.iter().map(|&(_, side, address)| (side, address)).collect();
    let mut found: Vec<(CallSite, MbarrierFault)> = Vec::new();
    // Of an instruction in a loop there is a copy for each of the first iterations, and not all of them need be
    // executed.
    let mut initialised: BTreeSet<CallSite> = BTreeSet::new();
    for &(call, side, address) in &uses {
        let is_used = |asked: MbarrierRole| {
            elsewhere.contains(&asked)
                || kinds.iter().any(|&(side, other)| side == asked && can_be_in_variable(other, address))
        };
        let is_initialised = side == MbarrierRole::Initialises || is_used(MbarrierRole::Initialises);
        initialised.extend(is_initialised.then_some(call));
        if !is_initialised {
            found.push((call, MbarrierFault::NotInitialised));
        } else if side == MbarrierRole::Waits && !by_data.contains(&call) && !is_used(MbarrierRole::Arrives) {
            found.push((call, MbarrierFault::NothingArrives));
        } else if matches!(side, MbarrierRole::Copies | MbarrierRole::Requests)
            && !is_used(MbarrierRole::Waits)
            && !is_used(MbarrierRole::Passes)
        {
            found.push((call, MbarrierFault::NoThreadWaits));
        }
    }
    let is_initialised = |address: Address| {
        let mut known = kinds.iter().filter(|(side, _)| *side == MbarrierRole::Initialises);
        known.any(|(_, known)| can_be_in_variable(*known, address))
    };
    for (call, address) in first.into_iter().filter(|_| !elsewhere.contains(&MbarrierRole::Initialises)) {
        if is_initialised(address) {
            initialised.insert(call);
        } else {
            found.push((call, MbarrierFault::NotInitialised));
        }
    }
    found.retain(|(call, fault)| *fault != MbarrierFault::NotInitialised || !initialised.contains(call));
    found.into_iter().map(|((.., id), fault)| (id, fault)).collect()
}

/// An instruction in one context of the execution of a CTA.
type CallSite = (usize, ContextId, InstId);

/// The address that is computed when the instruction is executed for the first time: of an element of an array, say.
fn first_address(site: &Site<'_, '_>, address: Address) -> Option<Address> {
    let value = match (address.base, &site.instruction.kind) {
        (Base::Inside(..) | Base::Value(..), InstructionKind::Mbarrier { operation, address: Some(value), .. })
            if !matches!(operation, MbarrierOperation::Init { .. } | MbarrierOperation::Invalidate) =>
        {
            *value
        }
        _ => return None,
    };
    FirstVisit::before(site.run, site.context, site.block)?.address(value)
}

/// The instructions of one CTA that arrive more times than the mbarrier counts.
pub fn overrun(run: &Run<'_>) -> Rc<Vec<(InstId, MbarrierFault)>> {
    run.once(find_overrun)
}

fn find_overrun(run: &Run<'_>) -> Vec<(InstId, MbarrierFault)> {
    let (mut counts, mut waits, mut arrivals) = (Vec::new(), Vec::new(), Vec::new());
    for site in run.sites() {
        let Some((operation, address)) = mbarrier(&site) else { continue };
        match operation {
            MbarrierOperation::Init { count } => counts.push((address, count.and_then(|count| site.constant(count)))),
            MbarrierOperation::Wait { .. } => waits.push((address, site)),
            MbarrierOperation::Arrive { .. } | MbarrierOperation::ExpectTx { arrives: Some(_), .. } => {
                arrivals.push((first_address(&site, address).unwrap_or(address), site));
            }
            MbarrierOperation::Invalidate | MbarrierOperation::ExpectTx { .. } => {}
        }
    }
    let too_many = |(address, site): &(Address, Site<'_, '_>)| {
        address.symbol()?;
        let of_same = counts.iter().filter(|(other, _)| other.can_be(*address));
        let mut of_same = of_same.map(|(_, count)| *count);
        let count = of_same.next()??;
        if of_same.any(|other| other != Some(count)) {
            return None;
        }
        // Threads that wait for it first can arrive in different phases.
        let is_before = |wait: &Site<'_, '_>| {
            let graph = run.graph(site.context).filter(|_| wait.context == site.context);
            graph.is_none_or(|graph| graph.dominates(wait.block, site.block))
        };
        let are_in_phases = waits.iter().any(|(other, wait)| other.can_be(*address) && is_before(wait));
        let found = arrivals_of_thread(site) * u64::from(together(site, are_in_phases));
        (found > count).then_some((site.instruction.id, MbarrierFault::TooMany(found, count)))
    };
    arrivals.iter().filter_map(too_many).collect()
}

/// How many times a thread arrives with one instruction, at least.
fn arrivals_of_thread(site: &Site<'_, '_>) -> u64 {
    let InstructionKind::Mbarrier { operation: MbarrierOperation::Arrive { count: Some(count), .. }, .. } =
        site.instruction.kind
    else {
        return 1;
    };
    site.constant(count).unwrap_or(1).clamp(1, u64::from(u32::MAX))
}

/// The fewest threads that execute an operation on one mbarrier together. Warps can arrive in different phases.
fn together(site: &Site<'_, '_>, are_in_phases: bool) -> u32 {
    let InstructionKind::Mbarrier { address: Some(address), .. } = site.instruction.kind else { return 1 };
    match site.known(address).uniformity_on(&site.presence.threads) {
        // Each thread can have its own.
        Uniformity::Thread => 1,
        Uniformity::Warp => Presence { all_warps: false, ..site.presence }.fewest(),
        _ if are_in_phases => Presence { all_warps: false, ..site.presence }.fewest(),
        _ => site.presence.fewest(),
    }
}
