//! Cluster barriers: arrive and wait in pairs, and CTAs that have left.
//!
//! A wait is for the threads that have not exited, so that a thread may exit after its arrive. An arrive that no thread
//! waits for is half of a barrier. Another thread can wait instead (`awaited.rs`).
//!
//! The *phase* of an instruction is the number of cluster barriers that its thread has waited on before. An exit of a
//! CTA is after everything that the other CTAs do before a barrier which it has waited on, and after nothing else,
//! unless it waits for an mbarrier, too.
//!
//! Guarantees that a fault is one on every path of some thread. Leaves out on purpose: CTAs that synchronise with
//! mbarriers, and barriers in loops, whose number is unknown, unless all threads of the cluster execute all of them.

mod awaited;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{Lanes, Run, Site};
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::paths::spin;
use crate::paths::{Edge, Machine, Trace, Verdict, always, first_trace, is_by_all, threads, trace};
use crate::program::{
    BarrierOperation, ClusterUse, CtaGroup, Instruction, InstructionKind, MbarrierOperation, Tcgen05,
};
use crate::protocol::cluster::awaited::{Awaited, is_wait};
use crate::value::{Operator, Uniformity, ValueKind};

/// A cluster barrier without its other half.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unpaired {
    /// A second `barrier.cluster.arrive` without a wait between, neither its own nor one that it knows of.
    ArriveAgain,
    /// A `barrier.cluster.wait` without an arrive before it.
    WaitAlone,
    /// A `barrier.cluster.arrive` after which no thread waits before the kernel ends.
    ArriveAlone,
}

/// The halves of cluster barriers that a thread has executed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum Half {
    /// None yet.
    None,
    /// This arrive.
    Arrived(InstId),
    /// An arrive and a wait.
    Waited,
}

struct Pairs;

impl Machine for Pairs {
    type State = Half;

    fn start(&self) -> Half {
        Half::None
    }

    fn step(&self, state: Half, site: &Site<'_, '_>) -> Half {
        match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } => Half::Arrived(site.instruction.id),
            InstructionKind::ClusterWait { .. } => Half::Waited,
            _ => state,
        }
    }
}

/// The cluster barriers of the CTAs of one cluster whose halves are not paired.
pub fn unpaired(ctas: &[Run<'_>]) -> Vec<(InstId, Unpaired)> {
    let mut found: Vec<(InstId, Unpaired)> = ctas.iter().flat_map(|run| run.once(find_unpaired).to_vec()).collect();
    if found.iter().any(|(_, fault)| *fault == Unpaired::ArriveAlone) {
        let awaited: BTreeSet<InstId> = ctas.iter().flat_map(find_awaited).collect();
        found.retain(|(id, fault)| *fault != Unpaired::ArriveAlone || !awaited.contains(id));
    }
    // Where all threads execute the same halves, none is ahead of another one, and waits for it.
    if found.iter().any(|(_, fault)| *fault != Unpaired::WaitAlone) && same_barriers(ctas).is_none() {
        let mut awaited = Awaited::of(ctas);
        let suspects = of_fault(&found, Unpaired::ArriveAgain);
        let again = awaited.as_mut().map(|awaited| awaited.again(ctas, &suspects)).unwrap_or_default();
        found.retain(|(id, fault)| match fault {
            Unpaired::ArriveAgain => again.contains(id),
            Unpaired::ArriveAlone => awaited.as_ref().is_some_and(|awaited| !awaited.waits_for(*id)),
            Unpaired::WaitAlone => true,
        });
    }
    // One fault of each instruction is enough.
    let again = of_fault(&found, Unpaired::ArriveAgain);
    found.retain(|(id, fault)| *fault != Unpaired::ArriveAlone || !again.contains(id));
    found
}

/// The instructions with a fault.
fn of_fault(found: &[(InstId, Unpaired)], fault: Unpaired) -> BTreeSet<InstId> {
    found.iter().filter(|(_, of)| *of == fault).map(|(id, _)| *id).collect()
}

/// The arrives after which some thread waits.
fn find_awaited(run: &Run<'_>) -> BTreeSet<InstId> {
    let mut found = BTreeSet::new();
    for trace in threads(run).into_iter().filter_map(|thread| trace(run, thread, &Pairs)) {
        for (_, states) in trace.sites(run).filter(|(site, _)| is_wait(site)) {
            found.extend(states.iter().filter_map(|state| match state {
                Half::Arrived(id) => Some(*id),
                _ => None,
            }));
        }
    }
    found
}

fn find_unpaired(run: &Run<'_>) -> Vec<(InstId, Unpaired)> {
    let mut has_barrier = false;
    for site in run.sites() {
        match site.instruction.kind {
            // The other half can be there.
            InstructionKind::CallUnknown => return Vec::new(),
            InstructionKind::ClusterArrive { .. } | InstructionKind::ClusterWait { .. } => has_barrier = true,
            _ => {}
        }
    }
    if !has_barrier {
        return Vec::new();
    }
    let judge = |site: &Site<'_, '_>, state: Half| match (&site.instruction.kind, state) {
        (InstructionKind::ClusterArrive { .. }, Half::Arrived(_)) => Verdict::Wrong(Unpaired::ArriveAgain),
        (InstructionKind::ClusterArrive { .. }, Half::None | Half::Waited) => Verdict::Right,
        (InstructionKind::ClusterWait { .. }, Half::Arrived(_)) => Verdict::Right,
        (InstructionKind::ClusterWait { .. }, Half::None | Half::Waited) => Verdict::Wrong(Unpaired::WaitAlone),
        _ => Verdict::Open,
    };
    let at_end = |state: Half| match state {
        Half::Arrived(id) => Verdict::Wrong((id, Unpaired::ArriveAlone)),
        Half::Waited => Verdict::Right,
        Half::None => Verdict::Open,
    };
    let mut found = Vec::new();
    for thread in threads(run) {
        found.extend(always(run, thread, &Pairs, judge, at_end));
        if found.iter().any(|(_, fault)| *fault == Unpaired::ArriveAgain) {
            // The same instruction can be alone at the end, too.
            found.extend(always(run, thread, &Pairs, |_, _| Verdict::Open, at_end));
        }
    }
    found
}

/// How far a thread is synchronised with the other CTAs.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct ClusterProgress {
    /// The number of cluster barriers that it has waited on; [`limits::CLUSTER_BARRIERS`] or more are not told apart.
    pub phase: u8,
    /// Whether it has waited since for an mbarrier, for a flag, or for threads that wait for the cluster alone.
    pub has_waited: bool,
    /// Whether a call of unknown code is before.
    pub is_unknown: bool,
}

/// Counts the barriers of the cluster.
pub(crate) struct Phases {
    /// The edges after which a thread has waited for a flag.
    spins: Rc<BTreeSet<Edge>>,
    /// Whether some threads wait for the cluster alone: the others can learn of it at a barrier of the CTA.
    has_single_waits: bool,
}

impl Phases {
    pub(crate) fn of_cluster(run: &Run<'_>) -> Self {
        let is_wait = |site: &Site<'_, '_>| matches!(site.instruction.kind, InstructionKind::ClusterWait { .. });
        let has_single_waits = run.sites().any(|site| is_wait(&site) && !is_by_all(&site));
        Self { spins: spin::edges(run), has_single_waits }
    }
}

impl Machine for Phases {
    type State = ClusterProgress;

    fn start(&self) -> ClusterProgress {
        ClusterProgress::default()
    }

    fn step(&self, state: ClusterProgress, site: &Site<'_, '_>) -> ClusterProgress {
        match site.instruction.kind {
            InstructionKind::ClusterWait { .. } => {
                ClusterProgress { phase: (state.phase + 1).min(limits::CLUSTER_BARRIERS), has_waited: false, ..state }
            }
            InstructionKind::Barrier { operation: BarrierOperation::Sync, .. } if self.has_single_waits => {
                ClusterProgress { has_waited: true, ..state }
            }
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => {
                ClusterProgress { has_waited: true, ..state }
            }
            InstructionKind::CallUnknown => ClusterProgress { is_unknown: true, ..state },
            _ => state,
        }
    }

    fn take(&self, state: ClusterProgress, edge: &Edge) -> Option<ClusterProgress> {
        Some(ClusterProgress { has_waited: state.has_waited || self.spins.contains(edge), ..state })
    }
}

/// The only phase of some states, if a thread is certainly in it.
pub(crate) fn phase_of(states: &BTreeSet<ClusterProgress>) -> Option<u8> {
    let mut phases = states.iter().map(|state| (state.phase, state.is_unknown));
    let (phase, is_unknown) = phases.next()?;
    (!is_unknown && phase < limits::CLUSTER_BARRIERS && phases.all(|other| other == (phase, false))).then_some(phase)
}

/// An instruction that needs another CTA of the cluster, which can have left.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NeedsPeer {
    /// An access to the shared memory of another CTA.
    Remote,
    /// tcgen05 with `.cta_group::2`.
    Pair,
    /// A multicast request to cancel.
    Multicast,
    /// An access to the shared memory of another CTA, which may not have started.
    NotStarted,
}

fn needs_peer(instruction: &Instruction) -> Option<NeedsPeer> {
    match instruction.kind {
        _ if matches!(instruction.cluster_use, ClusterUse::PeerMemory { .. }) => Some(NeedsPeer::Remote),
        InstructionKind::Tcgen05 {
            operation: Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Commit,
            group: Some(CtaGroup::Two),
            ..
        } => Some(NeedsPeer::Pair),
        InstructionKind::TryCancel { multicast: true, .. } => Some(NeedsPeer::Multicast),
        _ => None,
    }
}

/// The ranks of the CTAs that an instruction accesses, over all threads that execute it; none if they are unknown.
fn accessed_ranks(site: &Site<'_, '_>) -> Option<BTreeSet<u64>> {
    numbers(site, rank_operand(site)?)
}

/// The rank of the CTA that an instruction accesses.
fn rank_operand(site: &Site<'_, '_>) -> Option<ValueId> {
    let ClusterUse::PeerMemory { address: Some(address) } = site.instruction.cluster_use else { return None };
    let function = site.run.function(site.context)?;
    function.terms(address)?.into_iter().find_map(|term| match &function.value(term)?.kind {
        ValueKind::Compute(Operator::Mapa, operands) => operands.get(1).copied(),
        _ => None,
    })
}

/// The numbers that a value is in the threads that execute an instruction, if all of them are known.
fn numbers(site: &Site<'_, '_>, value: ValueId) -> Option<BTreeSet<u64>> {
    if let Some(number) = site.constant(value) {
        return Some(BTreeSet::from([number]));
    }
    let presence = site.presence;
    let known = site.known(value);
    let threads = (presence.lanes == Lanes::All && presence.all_warps).then_some(presence.threads)?;
    threads.threads().map(|thread| known.number(thread)).collect()
}

/// The instructions of the CTAs of a cluster that need a CTA which can have left.
pub fn exited_peers(ctas: &[Run<'_>]) -> Vec<(InstId, NeedsPeer)> {
    let has_peer = ctas.iter().any(|run| run.cta.cluster_ctas().is_some_and(|ctas| ctas > 1));
    let asked = |run: &Run<'_>| run.sites().any(|site| needs_peer(site.instruction).is_some());
    if !has_peer || !ctas.iter().any(asked) {
        return Vec::new();
    }
    let of_all = |follow: fn(&Run<'_>, usize, &Phases) -> Option<Trace<ClusterProgress>>| {
        let traces = |run: &Run<'_>| {
            let phases = Phases::of_cluster(run);
            threads(run).into_iter().map(|thread| follow(run, thread, &phases)).collect()
        };
        ctas.iter().map(traces).collect::<Vec<Option<Vec<Trace<ClusterProgress>>>>>()
    };
    let (traces, first) = (of_all(trace), of_all(first_trace));
    let leaves: Vec<Option<Leaves>> = traces.iter().map(|traces| Leaves::of(traces.as_deref()?)).collect();
    let mut found = after_last_barrier(ctas);
    for (rank, (run, traces)) in ctas.iter().zip(&first).enumerate() {
        for (site, states) in traces.iter().flatten().flat_map(|trace| trace.sites(run)) {
            let Some(needs) = needs_peer(site.instruction) else { continue };
            let Some(phase) = phase_of(states) else { continue };
            let accessed = accessed_ranks(&site);
            let is_accessed = |rank: usize| accessed.as_ref().is_none_or(|ranks| ranks.contains(&(rank as u64)));
            if ctas.len() > 1 && accessed.as_ref().is_some_and(|ranks| ranks.len() == 1) && is_accessed(rank) {
                // Its own memory.
                continue;
            }
            if phase == 0 && needs != NeedsPeer::Pair && states.iter().all(|state| !state.has_waited) {
                found.push((site.instruction.id, NeedsPeer::NotStarted));
                continue;
            }
            let mut peers = leaves.iter().enumerate().filter(|&(peer, _)| match needs {
                // The code of all CTAs is the same if there is one of them only.
                _ if ctas.len() == 1 => true,
                NeedsPeer::Pair => peer == rank ^ 1,
                NeedsPeer::Remote | NeedsPeer::Multicast | NeedsPeer::NotStarted => peer != rank && is_accessed(peer),
            });
            // An access to a rank that is not known can be to any CTA, and a multicast is to all of them.
            let mut may_leave =
                |(_, leaves): (usize, &Option<Leaves>)| leaves.as_ref().is_some_and(|leaves| leaves.before(phase));
            let is_certain = match needs {
                NeedsPeer::Remote | NeedsPeer::NotStarted if accessed.is_none() => peers.by_ref().all(&mut may_leave),
                _ => peers.by_ref().any(&mut may_leave),
            };
            if is_certain {
                found.push((site.instruction.id, needs));
            }
        }
    }
    found
}

/// The accesses to other CTAs after the last cluster barrier, if nothing else can hold up the exit of the others. All
/// threads of the cluster execute the same barriers, so that none is after it in another CTA either, however many
/// iterations of a loop they take.
fn after_last_barrier(ctas: &[Run<'_>]) -> Vec<(InstId, NeedsPeer)> {
    let can_hold_up = |site: Site<'_, '_>| {
        matches!(
            site.instruction.kind,
            InstructionKind::CallUnknown | InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. }
        )
    };
    if ctas.iter().any(|run| run.sites().any(can_hold_up) || !spin::edges(run).is_empty()) {
        return Vec::new();
    }
    if same_barriers(ctas).is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (rank, run) in ctas.iter().enumerate() {
        let at_end = |state: InLastPhase| match state {
            InLastPhase::NoBarrier => Verdict::Open,
            InLastPhase::Nothing => Verdict::Right,
            InLastPhase::Accesses(access) => Verdict::Wrong((access, NeedsPeer::Remote)),
        };
        for thread in threads(run) {
            let machine = LastPhase { rank, thread, is_same_code: ctas.len() == 1 };
            found.extend(always(run, thread, &machine, |_, _| Verdict::Open, at_end));
        }
    }
    found
}

/// The cluster barriers that all threads of the cluster execute; none if some execute others.
fn same_barriers(ctas: &[Run<'_>]) -> Option<Vec<InstId>> {
    let barriers: BTreeSet<Vec<InstId>> = ctas.iter().map(barriers_of_all).collect::<Option<_>>()?;
    (barriers.len() == 1).then(|| barriers.into_iter().next())?
}

/// The cluster barriers of a CTA; none if not all threads of the cluster execute each of them, or none does.
fn barriers_of_all(run: &Run<'_>) -> Option<Vec<InstId>> {
    let mut found = Vec::new();
    for site in run.sites() {
        if let InstructionKind::ClusterArrive { .. } | InstructionKind::ClusterWait { .. } = site.instruction.kind {
            let is_uniform = site.presence.condition.is_none_or(|condition| condition <= Uniformity::Cluster);
            found.push((is_uniform && is_by_all(&site)).then_some(site.instruction.id)?);
        }
    }
    Some(found)
}

/// What a thread has done since the last cluster barrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
enum InLastPhase {
    NoBarrier,
    Nothing,
    Accesses(InstId),
}

/// Follows the accesses of a thread to other CTAs.
struct LastPhase {
    rank: usize,
    thread: usize,
    /// Whether all CTAs execute the same code: then one of the others has the same access.
    is_same_code: bool,
}

impl Machine for LastPhase {
    type State = InLastPhase;

    fn start(&self) -> InLastPhase {
        InLastPhase::NoBarrier
    }

    fn step(&self, state: InLastPhase, site: &Site<'_, '_>) -> InLastPhase {
        match site.instruction.kind {
            // The other CTAs wait for its arrival.
            InstructionKind::ClusterArrive { .. } | InstructionKind::ClusterWait { .. } => InLastPhase::Nothing,
            _ if state != InLastPhase::NoBarrier
                && matches!(site.instruction.cluster_use, ClusterUse::PeerMemory { .. }) =>
            {
                let number = |rank| site.known(rank).number(self.thread);
                let is_other = |rank: u64| self.is_same_code || rank != self.rank as u64;
                let is_certain = rank_operand(site).and_then(number).is_some_and(is_other);
                if is_certain { InLastPhase::Accesses(site.instruction.id) } else { state }
            }
            _ => state,
        }
    }
}

/// When a CTA ends: the highest phase in which one of its threads is at its end, and whether one waits for an mbarrier
/// in that phase.
#[derive(Copy, Clone, Debug)]
struct Leaves {
    last: u8,
    has_waited: bool,
}

impl Leaves {
    /// None if it is not known.
    fn of(traces: &[Trace<ClusterProgress>]) -> Option<Self> {
        let mut leaves = Self { last: 0, has_waited: false };
        if traces.iter().all(|trace| trace.ends.is_empty()) {
            // It never ends, except by a trap.
            return None;
        }
        for states in traces.iter().flat_map(|trace| trace.ends.values()) {
            let state = states.last()?;
            if state.phase >= limits::CLUSTER_BARRIERS || states.iter().any(|state| state.is_unknown) {
                return None;
            }
            let waits = states.iter().any(|other| other.phase == state.phase && other.has_waited);
            if state.phase > leaves.last {
                leaves = Self { last: state.phase, has_waited: waits };
            } else if state.phase == leaves.last {
                leaves.has_waited |= waits;
            }
        }
        Some(leaves)
    }

    /// Whether the CTA can have left while another one is in a phase: it waits on no later cluster barrier, and for no
    /// mbarrier.
    const fn before(&self, phase: u8) -> bool {
        self.last <= phase && !(self.has_waited && self.last == phase)
    }
}
