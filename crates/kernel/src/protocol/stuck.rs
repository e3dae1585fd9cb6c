//! Finds waits that never end: waits for a phase of an mbarrier at which too few threads arrive before that wait.
//!
//! A phase completes when enough threads have arrived. If each thread that arrives executes the wait first, no thread ever
//! arrives. For example, this wait is found:
//!
//! ```text
//! mbarrier.init.shared::cta.b64 [bar], 1;
//! wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0;
//! @!done bra wait;
//! mbarrier.arrive.shared::cta.b64 state, [bar];
//! ```
//!
//! It is not found if the arrive comes before the wait, or if a thread that does not wait arrives, unless the mbarrier
//! counts more arrivals than all of these.
//!
//! Waits can also hold up each other: a producer that waits for a free stage, and a consumer that waits for a full one. All
//! waits are therefore taken to be stuck at first, and those that can end before any of the others are taken out until none
//! can. Guarantees that a wait is found only if no execution that reaches it gets past it: the first one to end of those that
//! are left needs an arrival behind one of them.
//!
//! Leaves out on purpose: waits whose mbarrier or phase is not known (`super::waits`). Arrivals are counted only outside of
//! loops, and only if no CTA of an unknown cluster can arrive.

use std::collections::{BTreeMap, BTreeSet};

use super::address::{Address, can_be_same};
use super::first_visit::{FirstVisit, is_once_before_on};
use super::waits::Wait;
use super::walk::{Paths, Walker};
use super::{Assumption, Edge, Machine, Position, Trace, groups, implied, position, without_not};
use crate::execution::{ContextId, Lanes, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::loops::Variance;
use crate::program::{Block, CtaGroup, InstructionKind, MbarrierOperation, Tcgen05, Terminator};
use crate::threads::ThreadSet;
use crate::value::{Operator, Uniformity, ValueKind};

/// The longest expression, and the deepest nesting of calls, that is followed.
const MAX_DEPTH: usize = 24;

/// The most groups of threads of which it is certain that each takes one path ([`groups`]).
const MAX_GROUPS: usize = super::MAX_THREADS / 2;

/// Why a wait never ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stuck {
    /// Nothing arrives before it.
    NothingArrives,
    /// Fewer threads arrive before it than the mbarrier counts.
    TooFew {
        /// The most arrivals.
        found: u64,
        /// The number that the mbarrier counts.
        count: u64,
    },
}

/// Waits that never end, each with the reason.
type Found = Vec<(Position, Stuck)>;

/// The most barriers of the CTA that are counted.
const MAX_BARRIERS: u8 = 6;

/// What a thread does before any of some waits ends. Its state is how many barriers of all threads of the CTA it has passed;
/// none if it waits and does not go on.
struct BeforeWaits {
    /// These copies of the waits, if their loops are peeled.
    waits: BTreeSet<Position>,
    /// How many barriers end: at the next one, some threads do not arrive. With [`MAX_BARRIERS`] that is not known.
    barriers: u8,
}

impl Machine for BeforeWaits {
    type State = Option<u8>;

    fn start(&self) -> Option<u8> {
        Some(0)
    }

    fn step(&self, passed: Option<u8>, site: &Site<'_, '_>) -> Option<u8> {
        let passed = passed.filter(|_| !self.waits.contains(&position(site)))?;
        match passed {
            _ if !site.instruction.kind.is_barrier_of_all() => Some(passed),
            MAX_BARRIERS => Some(MAX_BARRIERS),
            _ => (passed < self.barriers).then_some(passed + 1),
        }
    }

    fn take(&self, passed: Option<u8>, _: &Edge) -> Option<Option<u8>> {
        passed.is_some().then_some(passed)
    }
}

/// The waits of a cluster that never end, in the form that [`crate::execution::Root::found_in_all`] takes.
pub fn stuck(ctas: &[Run<'_>]) -> Vec<(InstId, Stuck)> {
    let Some(run) = ctas.first() else { return Vec::new() };
    let is_outside = |site: Site<'_, '_>| site.instruction.kind == InstructionKind::CallOutside;
    // If the cluster is known, the arrivals of all its CTAs are counted.
    let size = run.cta.cluster_ctas().map(u64::from);
    let copies = if is_alone(ctas) { Some(1) } else { size.map(|size| size.div_ceil(ctas.len() as u64)) };
    let waits = Wait::all(ctas);
    if waits.is_empty() || ctas.iter().any(|run| run.sites().any(is_outside)) {
        return Vec::new();
    }
    // A wait and a condition have the same context in all CTAs.
    let functions = |run: &Run<'_>| run.contexts().map(|(id, context)| (id, context.function)).collect::<Vec<_>>();
    if ctas.iter().any(|other| functions(other) != functions(run)) {
        return Vec::new();
    }
    let of_cluster = ctas.len() > 1 || run.cta.cluster_ctas() != Some(1);
    let all = Paths { assumed: &[], leads_back: true, counts: false };
    let mut found = never_ending(ctas, &waits, copies, all);
    let mut by_assumption: Vec<(Vec<Assumption>, Found)> = Vec::new();
    for wait in &waits {
        let assumed = assumptions(ctas, wait, of_cluster);
        if assumed.is_empty() || found.iter().any(|(known, _)| *known == wait.position()) {
            continue;
        }
        let known = by_assumption.iter().position(|(known, _)| *known == assumed);
        let index = known.unwrap_or_else(|| {
            let stuck = never_ending(ctas, &waits, copies, Paths { assumed: &assumed, ..all });
            by_assumption.push((assumed, stuck));
            by_assumption.len() - 1
        });
        let stuck = by_assumption.get(index).and_then(|(_, stuck)| stuck.iter().find(|(at, _)| *at == wait.position()));
        found.extend(stuck.copied());
    }
    let id = |position| waits.iter().find(|wait| wait.position() == position).map(|wait| wait.id);
    found.into_iter().filter_map(|(position, stuck)| Some((id(position)?, stuck))).collect()
}

/// Whether no other CTA can use the mbarriers of a CTA: the cluster has only one, or nothing in the
/// code names another one.
pub(super) fn is_alone(ctas: &[Run<'_>]) -> bool {
    let needs_cluster = |site: Site<'_, '_>| {
        matches!(
            site.instruction.kind,
            InstructionKind::Cluster
                | InstructionKind::Mapa { .. }
                | InstructionKind::RemoteAccess { .. }
                | InstructionKind::ClusterArrive { .. }
                | InstructionKind::ClusterWait { .. }
                | InstructionKind::Tcgen05 { group: Some(CtaGroup::Two), .. }
        )
    };
    ctas.iter().all(|run| run.cta.cluster_ctas() == Some(1) || !run.sites().any(needs_cluster))
}

/// The mbarrier at which an instruction arrives; none in it if it is not known.
fn arrival(site: &Site<'_, '_>) -> Option<Option<ValueId>> {
    match site.instruction.kind {
        InstructionKind::Mbarrier {
            operation: MbarrierOperation::Arrive { .. } | MbarrierOperation::ExpectTx { arrives: true, .. },
            address,
        }
        | InstructionKind::Tcgen05 { operation: Tcgen05::Commit, address, .. } => Some(address),
        _ => None,
    }
}

/// The waits that are taken to be stuck.
struct Open<'w> {
    waits: Vec<&'w Wait>,
    paths: Paths<'w>,
    /// The outcomes of conditions that the paths have.
    outcomes: BTreeMap<ContextId, BTreeMap<BlockId, bool>>,
}

impl<'w> Open<'w> {
    fn new(ctas: &[Run<'_>], waits: Vec<&'w Wait>, paths: Paths<'w>) -> Self {
        let outcomes = ctas.first().into_iter().flat_map(|run| {
            let of_context = |(context, _)| (context, implied::outcomes(run, context, paths.assumed));
            run.contexts().map(of_context)
        });
        Self { waits, paths, outcomes: outcomes.collect() }
    }

    /// The blocks of a context with one of the waits.
    fn blocks(&self, context: ContextId) -> Vec<BlockId> {
        self.waits.iter().filter(|wait| wait.context == context).map(|wait| wait.block).collect()
    }

    /// The states of the threads of a CTA, for each group of threads that takes the same paths.
    fn traces(&self, run: &Run<'_>, barriers: u8) -> Option<Vec<(ThreadSet, Trace<Option<u8>>)>> {
        let waits = self.waits.iter().map(|wait| wait.position()).collect();
        let machine = BeforeWaits { waits, barriers };
        let trace = |group: &ThreadSet| Some((*group, Walker::new(run, group.lowest()?, self.paths, &machine).walk()?));
        run.once(groups).0.iter().map(trace).collect()
    }

    /// [`Self::traces`], where no thread passes a barrier at which others do not arrive.
    fn traces_with_barriers(&self, run: &Run<'_>) -> Option<Vec<(ThreadSet, Trace<Option<u8>>)>> {
        let mut barriers = MAX_BARRIERS;
        loop {
            let traces = self.traces(run, barriers)?;
            let arrived = traces.iter().map(|(_, trace)| barriers_of(run, trace)).min();
            match arrived.filter(|&arrived| arrived < barriers) {
                Some(arrived) => barriers = arrived,
                None => return Some(traces),
            }
        }
    }

    /// What each CTA does before any of the waits ends.
    fn before<'r, 'p>(&self, ctas: &'r [Run<'p>]) -> Option<Vec<Before<'r, 'p>>> {
        ctas.iter().map(|run| self.before_in(run)).collect()
    }

    fn before_in<'r, 'p>(&self, run: &'r Run<'p>) -> Option<Before<'r, 'p>> {
        let traces = self.traces_with_barriers(run)?;
        let mut before =
            Before { reached: BTreeSet::new(), arrivals: Vec::new(), is_exact: traces.len() <= MAX_GROUPS };
        for (group, trace) in &traces {
            for (site, states) in trace.sites(run).filter(|(_, states)| states.iter().any(Option::is_some)) {
                let at = position(&site);
                before.reached.insert(at);
                let Some(address) = arrival(&site) else { continue };
                let is_once = self.is_once(run, site.context, site.block, states);
                if let Some(known) = before.arrivals.iter_mut().find(|known| position(&known.site) == at) {
                    known.threads = known.threads.or(group);
                    known.is_once &= is_once;
                    continue;
                }
                let address = address.map(|address| {
                    let mut blocks = self.blocks(site.context);
                    if blocks.is_empty() && is_once {
                        blocks.push(site.block);
                    }
                    let first = FirstVisit::before_any(run, site.context, blocks);
                    let known = first.and_then(|first| first.address(address, 0));
                    known.unwrap_or_else(|| Address::of(run, site.context, address))
                });
                before.arrivals.push(Arrival { site, threads: *group, address, is_once });
            }
        }
        Some(before)
    }

    /// Whether a thread that has these states before a block executes it at most once before it has executed one of the waits.
    fn is_once(
        &self,
        run: &Run<'_>,
        mut context: ContextId,
        mut block: BlockId,
        states: &BTreeSet<Option<u8>>,
    ) -> bool {
        // Behind each barrier the state is another one.
        let counts = states.iter().flatten().count() == 1 && !states.contains(&Some(MAX_BARRIERS));
        for _ in 0..MAX_DEPTH {
            let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return false };
            if graph.is_in_cycle(block) {
                let mut others = self.blocks(context);
                let none = BTreeMap::new();
                let outcomes = self.outcomes.get(&context).unwrap_or(&none);
                if !is_once_before_on(function, block, &others, outcomes) {
                    let has_barrier =
                        |block: &Block| block.instructions.iter().any(|found| found.kind.is_barrier_of_all());
                    others.extend(
                        function.enumerate().filter(|(_, block)| counts && has_barrier(block)).map(|(id, _)| id),
                    );
                    if !is_once_before_on(function, block, &others, outcomes) {
                        return false;
                    }
                }
            }
            let mut callers = run.callers(context);
            match (callers.next(), callers.next()) {
                (None, _) => return true,
                (Some(caller), None) => (context, block, _) = caller,
                _ => return false,
            }
        }
        false
    }
}

/// The most barriers of all threads at which a thread with this trace can arrive; all of them if it can end.
fn barriers_of(run: &Run<'_>, trace: &Trace<Option<u8>>) -> u8 {
    if trace.ends.values().flatten().any(Option::is_some) {
        return MAX_BARRIERS;
    }
    let barriers = trace.sites(run).filter(|(site, _)| site.instruction.kind.is_barrier_of_all());
    let passed = barriers.flat_map(|(_, states)| states.iter().flatten());
    passed.map(|passed| MAX_BARRIERS.min(passed.saturating_add(1))).max().unwrap_or(0)
}

/// What a CTA does before any of the waits ends.
struct Before<'r, 'p> {
    /// What its threads get to.
    reached: BTreeSet<Position>,
    arrivals: Vec<Arrival<'r, 'p>>,
    /// Whether each group of threads takes one path, as far as that is known.
    is_exact: bool,
}

/// An instruction that arrives at an mbarrier.
struct Arrival<'r, 'p> {
    site: Site<'r, 'p>,
    /// The threads that can get to it.
    threads: ThreadSet,
    /// The mbarrier; none if it is not known.
    address: Option<Address>,
    /// Whether each thread executes it at most once.
    is_once: bool,
}

impl Arrival<'_, '_> {
    /// The most arrivals; none if it is not known.
    fn most(&self) -> Option<u64> {
        let threads = self.threads.and(&self.site.presence.threads);
        let several = match self.site.presence.lanes {
            Lanes::One => threads.warps().count() as u64,
            _ => u64::from(threads.count()),
        };
        let each = match self.site.instruction.kind {
            InstructionKind::Mbarrier { operation: MbarrierOperation::Arrive { count: Some(count) }, .. } => {
                self.site.constant(count)?
            }
            _ => 1,
        };
        self.is_once.then(|| several.saturating_mul(each))
    }
}

/// Whether a wait can end before any of the others.
enum End {
    /// Perhaps.
    Possible,
    /// Not before one of the others has ended. With the reason, if a thread gets to it.
    Never(Option<Stuck>),
}

/// The waits that never end on these paths: each arrival that they need comes behind one of them.
fn never_ending(ctas: &[Run<'_>], waits: &[Wait], copies: Option<u64>, paths: Paths<'_>) -> Found {
    let mut open = Open::new(ctas, waits.iter().collect(), paths);
    while !open.waits.is_empty() {
        let Some(before) = open.before(ctas) else { break };
        let ends: Vec<End> = open.waits.iter().map(|wait| end(&before, wait, copies)).collect();
        if ends.iter().all(|end| matches!(end, End::Never(_))) {
            return causes(ctas, &open, &ends);
        }
        let mut ends = ends.iter();
        open.waits.retain(|_| matches!(ends.next(), Some(End::Never(_))));
    }
    Vec::new()
}

/// Of waits that never end, the ones that hold up the others: those for the earliest phase; of them those at which some
/// threads arrive, but too few; or else those at which nothing arrives, not even behind a wait.
fn causes(ctas: &[Run<'_>], open: &Open<'_>, ends: &[End]) -> Found {
    let everything = Open::new(ctas, Vec::new(), open.paths).before(ctas).unwrap_or_default();
    let arrivals: Vec<Address> =
        everything.iter().flat_map(|before| &before.arrivals).filter_map(|arrival| arrival.address).collect();
    let key = |wait: &Wait, stuck: &Stuck| {
        let has_some = matches!(stuck, Stuck::TooFew { found: 1.., .. });
        (wait.phase, !has_some, arrivals.contains(&wait.address))
    };
    let mut found = Vec::new();
    for (wait, end) in open.waits.iter().zip(ends) {
        if let End::Never(Some(stuck)) = end {
            found.push((key(wait, stuck), wait.position(), *stuck));
        }
    }
    let first = found.iter().map(|(key, ..)| *key).min();
    let found = found.into_iter().filter(|(key, ..)| Some(*key) == first);
    found.map(|(_, position, stuck)| (position, stuck)).collect()
}

/// Whether a wait can end: as many threads arrive as the mbarrier counts, or any if that number is not known. `copies` is how
/// many CTAs of the cluster each run stands for.
///
/// Each CTA has such an mbarrier. Before the first of them completes, no thread of the cluster is past the wait. Other CTAs
/// arrive at it by an address that is not simply its variable, or by a commit.
fn end(ctas: &[Before<'_, '_>], wait: &Wait, copies: Option<u64>) -> End {
    let (mut is_reached, mut of_others, mut of_itself) = (false, 0_u64, 0_u64);
    for before in ctas {
        is_reached |= before.reached.contains(&wait.position());
        let (mut others, mut itself) = (0_u64, 0_u64);
        for arrival in &before.arrivals {
            if !can_be_same(arrival.address, Some(wait.address)) {
                continue;
            }
            let (Some(most), true, Some(_), Some(_)) = (arrival.most(), before.is_exact, wait.count, copies) else {
                return End::Possible;
            };
            let sum = if is_local(&arrival.site) { &mut itself } else { &mut others };
            *sum = sum.saturating_add(most);
        }
        of_others = of_others.saturating_add(others.saturating_mul(copies.unwrap_or(1)));
        of_itself = of_itself.max(itself);
    }
    let stuck = match (of_others.saturating_add(of_itself), wait.count) {
        (0, _) => Stuck::NothingArrives,
        (found, Some(count)) if found < count => Stuck::TooFew { found, count },
        _ => return End::Possible,
    };
    End::Never(is_reached.then_some(stuck))
}

/// Whether an instruction arrives at an mbarrier of its own CTA: the address is a variable and a number.
fn is_local(site: &Site<'_, '_>) -> bool {
    let (InstructionKind::Mbarrier { address: Some(address), .. }, Some(function)) =
        (&site.instruction.kind, site.run.function(site.context))
    else {
        return false;
    };
    let mut pending = vec![*address];
    for _ in 0..MAX_DEPTH {
        let Some(value) = pending.pop() else { return true };
        match function.value(value).map(|value| &value.kind) {
            Some(ValueKind::Symbol(_) | ValueKind::Constant(_)) => {}
            Some(ValueKind::Compute(Operator::Add | Operator::ZeroExtend | Operator::SignExtend, operands)) => {
                pending.extend(operands);
            }
            _ => return false,
        }
    }
    false
}

/// The outcomes of conditions without which a thread does not get to a wait: the same in all threads that can arrive, and in
/// each iteration of a loop.
fn assumptions(ctas: &[Run<'_>], wait: &Wait, of_cluster: bool) -> Vec<Assumption> {
    let context = wait.context;
    let Some(run) = ctas.first() else { return Vec::new() };
    let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Vec::new() };
    let mut found: Vec<Assumption> = Vec::new();
    let mut block = wait.block;
    while let Some(from) = graph.dominator(block) {
        let to = std::mem::replace(&mut block, from);
        let Some(Terminator::Branch { condition, holds, fails }) = function.block(from).map(|block| &block.end) else {
            continue;
        };
        // Other edges to it lead back in a loop.
        let before = graph.predecessors.get(to.index()).map_or(&[][..], Vec::as_slice);
        let is_only_way = before.iter().all(|&other| other == from || graph.dominates(to, other));
        let (condition, is_plain) = without_not(run, context, *condition);
        let group = if of_cluster { Uniformity::Cluster } else { Uniformity::Cta };
        let is_same = ctas.iter().all(|run| is_open_in(run, (context, from), condition, group));
        let is_settled = graph.variance.get(condition.index()).is_some_and(Variance::is_none);
        if is_only_way && is_same && is_settled && holds.to != fails.to {
            found.push(Assumption { context, condition, holds: (holds.to == to) == is_plain });
        }
    }
    found
}

/// Whether the condition at the end of a block is not known, but is the same in a group of threads; or no thread of the CTA
/// tests it. A number needs no assumption, and can be another one in another CTA: `%cluster_ctarank == 0`.
fn is_open_in(run: &Run<'_>, (context, block): (ContextId, BlockId), condition: ValueId, group: Uniformity) -> bool {
    let (known, all) = (run.known(context, condition), run.cta.all());
    run.presence(context, block).is_none() || known.constant_on(&all).is_none() && known.uniformity_on(&all) <= group
}
