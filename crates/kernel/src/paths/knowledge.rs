//! Which threads can know that something has happened: because they have done it, or because they have waited where a
//! thread has arrived that knows.
//!
//! The first iteration of each loop tells where threads arrive that know, again and again until no arrival tells more.
//! Then a thread is followed on all paths to an instruction, until it has executed it once. The barriers with each id
//! and number of threads are counted, so that an earlier one does not tell what comes before a later one: all threads
//! that take part take part in each of them. Mbarriers are told apart by their address.
//!
//! Guarantees that a thread is taken to know wherever that is possible: two instructions of which neither thread knows
//! of the other one can be executed at the same time.
//!
//! Leaves out on purpose: which phase of an mbarrier a thread waits for, unless the wait ends at once; other CTAs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::execution::{Lanes, Run, Site};
use crate::id::{InstId, ValueId};
use crate::limits;
use crate::paths::address::{Address, can_be_same};
use crate::paths::first_visit::FirstVisit;
use crate::paths::implied::Decided;
use crate::paths::is_whole;
use crate::paths::spin;
use crate::paths::walk::{Paths, Walker};
use crate::paths::{ALL, Edge, Machine, Position, first_trace, groups, position};
use crate::program::{Instruction, InstructionKind, MbarrierOperation, Tcgen05, Wgmma};
use crate::threads::ThreadSet;

/// What the threads of one CTA wait for and where they arrive.
pub(crate) struct Signals {
    /// The mbarrier of each instruction that waits, arrives or completes bytes; none if it is not known.
    mbarriers: BTreeMap<Position, Option<Address>>,
    /// The waits for the phase before the first one.
    at_once: BTreeSet<Position>,
    /// The names of the barriers.
    names: Vec<BarrierName>,
    spins: BTreeSet<Edge>,
}

impl Signals {
    pub fn of(run: &Run<'_>) -> Self {
        let (mut mbarriers, mut parities, mut names) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for site in run.sites() {
            names.extend(barrier_name(&site).flatten().filter(|name| !names.contains(name)));
            let first = |value: Option<ValueId>| FirstVisit::on_first_path(run, site.context).zip(value);
            if let Some(named) = named_mbarrier(&site) {
                let address = first(named).and_then(|(first, value)| first.address(value));
                mbarriers.insert(position(&site), address);
            }
            if let Some(parity) = parity(&site) {
                let parity = first(parity).and_then(|(first, value)| first.number(value));
                parities.insert(position(&site), (site, parity));
            }
        }
        let known = |at: &Position| mbarriers.get(at).copied().flatten();
        let is_first = |at: &Position, site: &Site<'_, '_>| {
            let before = |other: &Site<'_, '_>| {
                let dominates =
                    || run.graph(site.context).is_some_and(|graph| graph.dominates(other.block, site.block));
                other.context == site.context && position(other) != *at && dominates()
            };
            !parities.iter().any(|(other, (wait, _))| known(other) == known(at) && before(wait))
        };
        let ends = |(at, (site, parity)): &(&Position, &(Site<'_, '_>, Option<u64>))| {
            parity.is_some_and(|parity| parity & 1 == 1) && known(at).is_some() && is_first(at, site)
        };
        let at_once = parities.iter().filter(ends).map(|(at, _)| *at).collect();
        Self { mbarriers, at_once, names, spins: spin::edges_of_tight_loops(run) }
    }

    /// Whether an instruction waits for a phase of an mbarrier that can be this one, and does not end at once.
    pub fn waits_for(&self, site: &Site<'_, '_>, mbarrier: Address) -> bool {
        self.waited(site).is_some_and(|waited| can_be_same(waited, Some(mbarrier)))
    }

    /// The mbarrier that an instruction waits for.
    fn waited(&self, site: &Site<'_, '_>) -> Option<Option<Address>> {
        let at = position(site);
        parity(site)?;
        if self.at_once.contains(&at) { None } else { Some(self.mbarriers.get(&at).copied().flatten()) }
    }
}

/// Whether an instruction is a copy or a product, or uses what one of them writes.
fn is_part_of_race(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::AsyncCopy { .. }
            | InstructionKind::Wgmma(Wgmma::Mma { .. })
            | InstructionKind::Tcgen05 { operation: Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Ld, .. }
    )
}

fn parity(site: &Site<'_, '_>) -> Option<Option<ValueId>> {
    match site.instruction.kind {
        InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { parity, .. }, .. } => Some(parity),
        _ => None,
    }
}

/// The mbarrier that an instruction waits for, arrives at or completes bytes on.
fn named_mbarrier(site: &Site<'_, '_>) -> Option<Option<ValueId>> {
    match site.instruction.kind {
        InstructionKind::Mbarrier { address, .. }
        | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => Some(address),
        InstructionKind::AsyncCopy(ref copy) => copy.completion.mbarrier().map(Some),
        InstructionKind::TryCancel { mbarrier, .. } => Some(mbarrier),
        _ => None,
    }
}

/// What tells barriers of the CTA apart: the id, and the number of threads, if it is not the whole CTA.
type BarrierName = (u64, Option<u64>);

/// The name of a barrier of the CTA; none in it if it is not known.
fn barrier_name(site: &Site<'_, '_>) -> Option<Option<BarrierName>> {
    let InstructionKind::Barrier { id, threads, .. } = site.instruction.kind else { return None };
    let id = id.map_or(Some(0), |id| site.constant(id));
    let threads = threads.map_or(Some(0), |threads| site.constant(threads));
    Some(id.zip(threads).map(|(id, threads)| (id, Some(threads).filter(|&threads| !is_whole(site.run, threads)))))
}

/// Where threads arrive that know.
#[derive(Clone, Default, Eq, PartialEq)]
pub(crate) struct Told {
    /// The barriers, by the index of the name and the number; none for one that is not known.
    barriers: BTreeSet<Option<(usize, u8)>>,
    mbarriers: BTreeSet<Option<Address>>,
    of_cluster: bool,
    /// Where lanes meet, with all threads that take the same paths.
    warps: BTreeSet<(Position, ThreadSet)>,
    /// The copies, products and loads that a thread reaches and knows.
    known_at: BTreeSet<Position>,
}

impl Told {
    fn add(&mut self, other: Self) {
        self.barriers.extend(other.barriers);
        self.mbarriers.extend(other.mbarriers);
        self.of_cluster |= other.of_cluster;
        self.warps.extend(other.warps);
        self.known_at.extend(other.known_at);
    }
}

/// Whether a thread knows, and how many barriers of each name it has passed.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct KnowledgeState {
    knows: bool,
    passed: [u8; limits::BARRIER_NAMES],
    /// Whether it has executed the instruction up to which it is followed.
    is_done: bool,
}

/// What threads can know of.
#[derive(Copy, Clone)]
pub(crate) struct Origin<'k> {
    /// The instruction, unless it waits or arrives.
    pub id: Option<InstId>,
    /// Whether it is this execution.
    pub is: &'k dyn Fn(&Site<'_, '_>) -> bool,
}

struct Knowing<'k> {
    signals: &'k Signals,
    origin: Origin<'k>,
    told: &'k Told,
    group: ThreadSet,
    /// The instruction up to which it is followed, and where it is, if there are copies of it.
    up_to: Option<(InstId, Position)>,
    /// Whether it is the lane that each `elect.sync` elects.
    is_elected: bool,
    /// Where this thread arrives and knows.
    tells: RefCell<Told>,
}

impl Knowing<'_> {
    /// The number of a barrier among those of its name.
    fn number(&self, state: KnowledgeState, name: Option<BarrierName>) -> Option<(usize, u8)> {
        let index = self.signals.names.iter().position(|known| Some(*known) == name)?;
        Some((index, *state.passed.get(index)?))
    }

    /// Whether a thread that knows can have arrived where this one waits.
    fn is_told(&self, state: KnowledgeState, site: &Site<'_, '_>) -> bool {
        if let Some(name) = barrier_name(site) {
            let (number, told) = (self.number(state, name), &self.told.barriers);
            return told.contains(&number) || told.contains(&None) || number.is_none() && !told.is_empty();
        }
        match site.instruction.kind {
            InstructionKind::ClusterWait { .. } => self.told.of_cluster,
            InstructionKind::WarpSync { .. } => {
                let has_warp = |set: &ThreadSet| set.warps().any(|(warp, _)| self.group.lanes(warp) != 0);
                self.told.warps.iter().any(|(at, group)| *at == position(site) && has_warp(group))
            }
            InstructionKind::CallUnknown => true,
            _ => match self.signals.waited(site) {
                Some(waited) => self.told.mbarriers.iter().any(|told| can_be_same(*told, waited)),
                None => false,
            },
        }
    }

    /// Notes where a thread that knows arrives.
    fn tell(&self, state: KnowledgeState, site: &Site<'_, '_>) {
        let mut tells = self.tells.borrow_mut();
        let kind = &site.instruction.kind;
        if is_part_of_race(kind) {
            tells.known_at.insert(position(site));
        }
        if let Some(name) = barrier_name(site) {
            tells.barriers.insert(self.number(state, name));
            return;
        }
        match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } => tells.of_cluster = true,
            InstructionKind::WarpSync { .. } => {
                tells.warps.insert((position(site), self.group));
            }
            _ if parity(site).is_none() && named_mbarrier(site).is_some() => {
                tells.mbarriers.insert(self.signals.mbarriers.get(&position(site)).copied().flatten());
            }
            _ => {}
        }
    }
}

impl Machine for Knowing<'_> {
    type State = KnowledgeState;

    fn start(&self) -> KnowledgeState {
        KnowledgeState::default()
    }

    fn observes(&self, instruction: &Instruction) -> bool {
        let id = Some(instruction.id);
        let signals = matches!(
            instruction.kind,
            InstructionKind::Barrier { .. }
                | InstructionKind::ClusterArrive { .. }
                | InstructionKind::ClusterWait { .. }
                | InstructionKind::WarpSync { .. }
                | InstructionKind::CallUnknown
                | InstructionKind::Mbarrier { .. }
                | InstructionKind::TryCancel { .. }
                | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, .. }
        );
        signals || is_part_of_race(&instruction.kind) || id == self.up_to.map(|(id, _)| id) || id == self.origin.id
    }

    fn is_elected(&self) -> bool {
        self.is_elected
    }

    fn step(&self, mut state: KnowledgeState, site: &Site<'_, '_>) -> KnowledgeState {
        state.is_done |= self.up_to.is_some_and(|(_, at)| at == position(site));
        if state.knows {
            self.tell(state, site);
        }
        state.knows |= (self.origin.is)(site) || self.is_told(state, site);
        if let Some(name) = barrier_name(site)
            && let Some((index, _)) = self.number(state, name)
            && let Some(passed) = state.passed.get_mut(index)
        {
            *passed = limits::COUNTED_BARRIERS.min(*passed + 1);
        }
        state
    }

    fn take(&self, state: KnowledgeState, edge: &Edge) -> Option<KnowledgeState> {
        let knows = state.knows || self.signals.spins.contains(edge);
        (!state.is_done).then_some(KnowledgeState { knows, ..state })
    }
}

/// Which threads can know of instructions of one kind.
pub(crate) struct Knowledge<'k, 'r, 'p> {
    run: &'r Run<'p>,
    signals: &'k Signals,
    origin: Origin<'k>,
    told: Told,
}

impl<'k, 'r, 'p> Knowledge<'k, 'r, 'p> {
    /// With what is known already of where threads tell. None if there are too many paths.
    pub fn of(run: &'r Run<'p>, signals: &'k Signals, origin: Origin<'k>, told: Option<Told>) -> Option<Self> {
        if let Some(told) = told {
            return Some(Self { run, signals, origin, told });
        }
        let mut knowledge = Self { run, signals, origin, told: Told::default() };
        for _ in 0..limits::KNOWLEDGE_ROUNDS {
            let mut next = knowledge.told.clone();
            for group in &run.once(groups).0 {
                let knowing = knowledge.knowing(*group, None, false);
                first_trace(run, group.lowest()?, &knowing)?;
                next.add(knowing.tells.into_inner());
            }
            if next == knowledge.told {
                return Some(knowledge);
            }
            knowledge.told = next;
        }
        None
    }

    fn knowing(&self, group: ThreadSet, up_to: Option<(InstId, Position)>, is_elected: bool) -> Knowing<'_> {
        let Self { signals, origin, told, .. } = self;
        Knowing { signals, origin: *origin, told, group, up_to, is_elected, tells: RefCell::default() }
    }

    /// Where threads arrive that know.
    pub fn told(&self) -> Told {
        self.told.clone()
    }

    /// Whether some thread gets to an instruction, and none can know when it executes it for the first time, on paths
    /// on which conditions have these outcomes.
    pub fn is_missing_at(&self, site: &Site<'_, '_>, assumed: &Decided) -> bool {
        if self.told.known_at.contains(&position(site)) {
            return false;
        }
        let mut is_reached = false;
        // After `elect.sync`, only the lane that it elects gets to the instruction.
        let is_elected = site.presence.lanes == Lanes::One;
        for group in self.run.once(groups).0.iter().filter(|group| !group.is_disjoint(&site.presence.threads)) {
            let knowing = self.knowing(*group, Some((site.instruction.id, position(site))), is_elected);
            let walk = |thread| Walker::new(self.run, thread, Paths { assumed, ..ALL }, &knowing).walk();
            let Some(trace) = group.lowest().and_then(walk) else { return false };
            let states = trace.before(site).into_iter().flatten().filter(|state| !state.is_done);
            for state in states {
                is_reached = true;
                if state.knows {
                    return false;
                }
            }
        }
        is_reached
    }
}
