//! CTA pairs: both CTAs are done with tensor memory before one of them releases it (tables 47 and 48 of reference 004).
//!
//! A cluster barrier, an mbarrier or a flag tells a thread that the other CTA is done. It can tell the other threads of
//! its CTA at a barrier.
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: who arrives at the mbarrier.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::id::InstId;
use crate::limits;
use crate::paths::spin;
use crate::paths::{Edge, Machine, Trace, Verdict, always, threads, trace};
use crate::program::{BarrierOperation, CtaGroup, InstructionKind, MbarrierOperation, Tcgen05};
use crate::protocol::cluster::{ClusterProgress, Phases, phase_of};
use crate::protocol::tensor::{is_access, operation};

/// What is wrong with the synchronisation before a deallocation of a pair.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PairFault {
    /// A cluster barrier is after it instead of before it.
    BarrierAfter,
    /// The CTAs of the pair do not synchronise between the last access and the deallocation.
    NoBarrier,
}

/// What a thread knows of the accesses to tensor memory in the other CTA of the pair.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct Synchronised {
    has_accessed: bool,
    /// The CTAs have synchronised since its last access.
    is_synchronised: bool,
    /// Another thread of the CTA has told it.
    is_told: bool,
}

/// The threads that access tensor memory synchronise with the other CTA: by a cluster barrier, an mbarrier or a flag.
struct SinceAccess {
    /// The edges after which a thread has waited for a flag.
    spins: Rc<BTreeSet<Edge>>,
    /// The barriers of the CTA at which a thread can tell the others that it has synchronised since its last access:
    /// their ids, none if one is not known.
    tells: BTreeSet<Option<u64>>,
}

/// The id of a barrier of the CTA that waits, and none if it is not known.
fn barrier_id(site: &Site<'_, '_>) -> Option<Option<u64>> {
    match site.instruction.kind {
        InstructionKind::Barrier { operation: BarrierOperation::Sync, id, .. } => {
            Some(id.and_then(|id| site.constant(id)))
        }
        _ => None,
    }
}

impl SinceAccess {
    fn of(run: &Run<'_>) -> Self {
        let mut machine = Self { spins: spin::edges(run), tells: BTreeSet::new() };
        let mut tells = BTreeSet::new();
        for trace in threads(run).into_iter().filter_map(|thread| trace(run, thread, &machine)) {
            let told = trace
                .sites(run)
                .filter(|(_, states)| states.iter().any(|state| state.has_accessed && state.is_synchronised));
            tells.extend(told.filter_map(|(site, _)| barrier_id(&site)));
        }
        machine.tells = tells;
        machine
    }

    /// Whether a barrier can be one at which another thread tells that it has synchronised.
    fn tells(&self, id: Option<u64>) -> bool {
        self.tells.contains(&id) || self.tells.contains(&None) || id.is_none() && !self.tells.is_empty()
    }
}

impl Machine for SinceAccess {
    type State = Synchronised;

    fn start(&self) -> Synchronised {
        Synchronised::default()
    }

    fn step(&self, state: Synchronised, site: &Site<'_, '_>) -> Synchronised {
        match &site.instruction.kind {
            InstructionKind::ClusterWait { .. }
            | InstructionKind::CallUnknown
            | InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => {
                Synchronised { is_synchronised: true, is_told: false, ..state }
            }
            InstructionKind::Barrier { .. } if barrier_id(site).is_some_and(|id| self.tells(id)) => {
                Synchronised { is_synchronised: true, is_told: true, ..state }
            }
            InstructionKind::Tcgen05 { operation, .. } if is_access(*operation) => {
                Synchronised { has_accessed: true, ..Synchronised::default() }
            }
            InstructionKind::Tcgen05 { operation: Tcgen05::Alloc, .. } => {
                Synchronised { has_accessed: state.has_accessed, ..Synchronised::default() }
            }
            _ => state,
        }
    }

    fn take(&self, state: Synchronised, edge: &Edge) -> Option<Synchronised> {
        Some(Synchronised { is_synchronised: state.is_synchronised || self.spins.contains(edge), ..state })
    }
}

fn is_pair_release(site: &Site<'_, '_>) -> bool {
    matches!(
        site.instruction.kind,
        InstructionKind::Tcgen05 { operation: Tcgen05::Dealloc, group: Some(CtaGroup::Two), .. }
    )
}

/// The deallocations of a pair without a synchronisation of both CTAs before them.
pub fn unsynchronised(run: &Run<'_>) -> Rc<Vec<(InstId, PairFault)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, PairFault)> {
    if !run.sites().any(|site| is_pair_release(&site)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let (phases, since_access) = (Phases::of_cluster(run), SinceAccess::of(run));
    let all: Option<Vec<(usize, Trace<ClusterProgress>)>> =
        threads(run).into_iter().map(|thread| Some((thread, trace(run, thread, &phases)?))).collect();
    let all = all.unwrap_or_default();
    // The phases in which each thread accesses tensor memory for the last time.
    let accesses: Vec<Option<u8>> = all.iter().map(|(_, trace)| last_access(run, trace)).collect();
    for (index, (thread, phases)) in all.iter().enumerate() {
        let judge = |site: &Site<'_, '_>, state: Synchronised| match is_pair_release(site) {
            true => Verdict::wrong_if(!state.is_synchronised, ()),
            false => Verdict::Open,
        };
        let own = always(run, *thread, &since_access, judge, |_| Verdict::Open);
        let unsynchronised = |site: &Site<'_, '_>| own.iter().any(|&(id, ())| id == site.instruction.id);
        let of_thread = trace(run, *thread, &since_access);
        let is_told = |site: &Site<'_, '_>| {
            let states = of_thread.as_ref().and_then(|trace| trace.before(site));
            states.is_none_or(|states| states.iter().any(|state| state.is_told))
        };
        for (site, states) in phases.sites(run).filter(|(site, _)| is_pair_release(site)) {
            let phase = phase_of(states);
            let not_told = phase.filter(|_| states.iter().all(|state| !state.has_waited));
            let mut others = accesses.iter().enumerate().filter(|&(other, _)| other != index);
            let by_others =
                others.any(|(_, last)| not_told.is_some_and(|phase| last.is_some_and(|last| last >= phase)));
            if unsynchronised(&site) || by_others && !is_told(&site) {
                let fault =
                    if is_before_barrier(phases, phase) { PairFault::BarrierAfter } else { PairFault::NoBarrier };
                found.push((site.instruction.id, fault));
            }
        }
    }
    found
}

/// Whether a thread certainly waits on a cluster barrier after a phase.
fn is_before_barrier(phases: &Trace<ClusterProgress>, phase: Option<u8>) -> bool {
    let is_later = |phase: u8| {
        let mut states = phases.ends.values().flatten();
        states.all(|state| state.phase > phase && state.phase < limits::CLUSTER_BARRIERS)
    };
    phase.is_some_and(is_later)
}

/// The highest phase in which a thread certainly accesses tensor memory.
fn last_access(run: &Run<'_>, trace: &Trace<ClusterProgress>) -> Option<u8> {
    let accesses = trace.sites(run).filter(|(site, _)| operation(site).is_some_and(is_access));
    accesses.filter_map(|(_, states)| phase_of(states)).max()
}
