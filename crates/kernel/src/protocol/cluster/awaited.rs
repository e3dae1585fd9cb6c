//! The phases of the cluster barrier that another thread waits for.
//!
//! A thread need not wait itself. It may arrive again as soon as it knows that its phase has completed: another thread
//! has waited for the phase, and has met it since at a barrier of the CTA, or has told it by an mbarrier or a flag. It
//! may also end, if another thread waits. So the warps of a producer arrive only, and those of a consumer wait for all.
//!
//! The *phase* of a thread is the number of its arrivals: each thread arrives once in each phase. Guarantees that a
//! thread is told of nothing only where no thread that knows of its phase can reach the barriers that it passes.
//!
//! Leaves out on purpose: which mbarrier or flag tells, and which execution of a barrier in a loop.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::execution::{Run, Site};
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::paths::spin;
use crate::paths::{Edge, Machine, Position, Verdict, always, position, threads, trace};
use crate::program::{BarrierOperation, InstructionKind, MbarrierOperation};

/// What a thread knows of the phase that it has arrived in.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
struct PhaseState {
    /// The number of its arrivals, up to [`limits::CLUSTER_PHASES`].
    phase: u8,
    /// Whether it knows that the phase has completed.
    knows: bool,
}

/// Who knows that a phase has completed.
#[derive(Debug, Default)]
pub(crate) struct Awaited {
    /// The phases that a thread of the cluster waits for.
    phases: BTreeSet<u8>,
    /// The instructions that arrive, each with the phases that it can arrive in.
    arrivals: BTreeSet<(InstId, u8)>,
    /// A CTA, the id of a barrier if it is known, and a phase of which a thread knows when it reaches the barrier.
    told: BTreeSet<(usize, Option<u64>, u8)>,
}

/// Follows the arrivals of the threads of one CTA.
struct ArrivalMachine<'a> {
    awaited: &'a Awaited,
    cta: usize,
    /// The edges after which a thread has waited for a flag.
    spins: Rc<BTreeSet<Edge>>,
}

impl ArrivalMachine<'_> {
    /// The state after a wait for an mbarrier or a flag: any thread that has waited for the phase can be its cause.
    fn signalled(&self, state: PhaseState) -> PhaseState {
        PhaseState { knows: state.knows || self.awaited.phases.contains(&state.phase), ..state }
    }
}

impl Machine for ArrivalMachine<'_> {
    type State = PhaseState;

    fn start(&self) -> PhaseState {
        PhaseState { phase: 0, knows: false }
    }

    fn step(&self, state: PhaseState, site: &Site<'_, '_>) -> PhaseState {
        match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } => {
                PhaseState { phase: (state.phase + 1).min(limits::CLUSTER_PHASES), knows: false }
            }
            InstructionKind::ClusterWait { .. } => PhaseState { knows: true, ..state },
            InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => self.signalled(state),
            InstructionKind::Barrier { operation: BarrierOperation::Sync, id, .. } => {
                let is_told = || self.awaited.tells(self.cta, number(site, id), state.phase);
                PhaseState { knows: state.knows || is_told(), ..state }
            }
            _ => state,
        }
    }

    fn take(&self, state: PhaseState, edge: &Edge) -> Option<PhaseState> {
        Some(if self.spins.contains(edge) { self.signalled(state) } else { state })
    }
}

/// The id of a barrier, if it is known.
fn number(site: &Site<'_, '_>, id: Option<ValueId>) -> Option<u64> {
    site.constant(id?)
}

/// Whether an instruction is a wait of the cluster barrier. An aligned one is of whole warps.
pub(crate) fn is_wait(site: &Site<'_, '_>) -> bool {
    match site.instruction.kind {
        InstructionKind::ClusterWait { aligned } => !aligned || !site.presence.has_incomplete_warp(&site.run.cta.all()),
        _ => false,
    }
}

impl Awaited {
    /// None if not all paths are known.
    pub fn of(ctas: &[Run<'_>]) -> Option<Self> {
        let mut awaited = Self::default();
        let (mut phases, mut arrivals) = (BTreeSet::new(), BTreeSet::new());
        awaited.visit(ctas, |_, site, states| match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } => {
                arrivals.extend(
                    states.iter().map(|state| (site.instruction.id, (state.phase + 1).min(limits::CLUSTER_PHASES))),
                );
            }
            _ => phases.extend(states.iter().map(|state| state.phase).filter(|_| is_wait(site))),
        })?;
        (awaited.phases, awaited.arrivals) = (phases, arrivals);
        Some(awaited)
    }

    /// Whether a thread waits for a phase in which an instruction of the cluster arrives.
    pub fn waits_for(&self, arrive: InstId) -> bool {
        self.arrivals.iter().any(|(id, phase)| *id == arrive && self.phases.contains(phase))
    }

    /// Finds out who is told at barriers, and tells others. `None` if not all paths are known, or if it takes too many
    /// rounds.
    fn tell(&mut self, ctas: &[Run<'_>]) -> Option<()> {
        for _ in 0..limits::KNOWLEDGE_ROUNDS {
            // Who is told in one round is told in the next one, too.
            let mut told = BTreeSet::new();
            self.visit(ctas, |cta, site, states| {
                let InstructionKind::Barrier { id, .. } = site.instruction.kind else { return };
                let known = states.iter().filter(|state| state.knows && self.phases.contains(&state.phase));
                told.extend(known.map(|state| (cta, number(site, id), state.phase)));
            })?;
            if told == self.told {
                return Some(());
            }
            self.told = told;
        }
        None
    }

    /// Those of some instructions that arrive again where the thread cannot know that its phase has completed. A phase
    /// after all that threads wait for does not count: memory can say that the loop ends before.
    pub fn again(&mut self, ctas: &[Run<'_>], suspects: &BTreeSet<InstId>) -> BTreeSet<InstId> {
        if suspects.is_empty() || self.tell(ctas).is_none() {
            return BTreeSet::new();
        }
        let last = self.phases.last().copied().unwrap_or_default();
        let judge = |site: &Site<'_, '_>, state: PhaseState| match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } if (1..=last).contains(&state.phase) => {
                Verdict::wrong_if(!state.knows, ())
            }
            _ => Verdict::Open,
        };
        let mut found = BTreeSet::new();
        for (cta, run) in ctas.iter().enumerate() {
            let machine = self.machine(cta, run);
            let of_thread = |thread| always(run, thread, &machine, judge, |_| Verdict::Open);
            found.extend(threads(run).into_iter().flat_map(of_thread).map(|(id, ())| id));
        }
        found.retain(|id| suspects.contains(id));
        found
    }

    /// Whether a thread that waits at a barrier of a CTA can learn there that a phase has completed.
    fn tells(&self, cta: usize, id: Option<u64>, phase: u8) -> bool {
        let is_same = |told: Option<u64>| id.is_none() || told.is_none() || told == id;
        self.told.iter().any(|&(of, told, known)| of == cta && known == phase && is_same(told))
    }

    fn machine(&self, cta: usize, run: &Run<'_>) -> ArrivalMachine<'_> {
        ArrivalMachine { awaited: self, cta, spins: spin::edges(run) }
    }

    /// Shows every instruction that a thread gets to, with its CTA and the states before it. None if not all are known.
    fn visit(&self, ctas: &[Run<'_>], mut show: impl FnMut(usize, &Site<'_, '_>, &BTreeSet<PhaseState>)) -> Option<()> {
        for (cta, run) in ctas.iter().enumerate() {
            let machine = self.machine(cta, run);
            let mut visited: BTreeSet<Position> = BTreeSet::new();
            for thread in threads(run) {
                for (site, states) in trace(run, thread, &machine)?.sites(run) {
                    visited.insert(position(&site));
                    show(cta, &site, states);
                }
            }
            // With too many groups of threads, one of them is followed for several.
            let can_tell = |site: &Site<'_, '_>| {
                matches!(site.instruction.kind, InstructionKind::Barrier { .. } | InstructionKind::ClusterWait { .. })
            };
            if run.sites().any(|site| can_tell(&site) && !visited.contains(&position(&site))) {
                return None;
            }
        }
        Some(())
    }
}
