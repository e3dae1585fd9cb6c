//! Finds waits that never end: waits for a phase of an mbarrier at which too few threads arrive before that wait.
//!
//! A phase completes when enough threads have arrived. If each thread that arrives executes the wait first, no thread
//! ever arrives. For example, this wait is found:
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
//! Waits can also hold up each other: a producer that waits for a free stage, and a consumer that waits for a full one.
//! All waits are therefore taken to be stuck at first, and those that can end before any of the others are taken out
//! until none can. Guarantees that a wait is found only if no execution that reaches it gets past it: the first one to
//! end of those that are left needs an arrival after one of them.
//!
//! Leaves out on purpose: waits whose mbarrier or phase is not known (`crate::protocol::mbarrier::waits`). Arrivals are
//! counted only outside of loops, and only if no CTA of an unknown cluster can arrive.

use std::collections::BTreeSet;

use crate::execution::{ContextId, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::loops::Variance;
use crate::paths::address::{Address, can_be_same};
use crate::paths::implied;
use crate::paths::walk::Paths;
use crate::paths::{ALL, Assumption, Position, conditions_of};
use crate::program::InstructionKind;
use crate::protocol::mbarrier::before::{Before, StuckWaits};
use crate::protocol::mbarrier::waits::Wait;
use crate::value::{Uniformity, ValueKind};

/// Why a wait never ends. What comes later in the order is true of more shapes of the launch.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
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

/// The waits of a cluster that never end, in the form that [`crate::execution::Root::found_in_all`] takes.
pub fn stuck(ctas: &[Run<'_>]) -> Vec<(InstId, Stuck)> {
    let Some(run) = ctas.first() else { return Vec::new() };
    let is_outside = |site: Site<'_, '_>| site.instruction.kind == InstructionKind::CallUnknown;
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
    let every = waits.iter().map(Wait::position).collect();
    let mut found = never_ending(ctas, &waits, &every, copies, ALL);
    let assumptions: Vec<Vec<Assumption>> = waits.iter().map(|wait| assumptions(ctas, wait, of_cluster)).collect();
    let mut by_assumption: Vec<(&[Assumption], Found)> = Vec::new();
    for (wait, assumed) in waits.iter().zip(&assumptions) {
        if assumed.is_empty() || found.iter().any(|(known, _)| *known == wait.position()) {
            continue;
        }
        let known = by_assumption.iter().position(|(known, _)| known == assumed);
        let index = known.unwrap_or_else(|| {
            let alike = waits.iter().zip(&assumptions).filter(|(_, other)| *other == assumed);
            let asked = alike.map(|(wait, _)| wait.position()).collect();
            let paths = Paths { assumed: &implied::outcomes(run, assumed), ..ALL };
            let stuck = never_ending(ctas, &waits, &asked, copies, paths);
            by_assumption.push((assumed, stuck));
            by_assumption.len() - 1
        });
        let stuck = by_assumption.get(index).and_then(|(_, stuck)| stuck.iter().find(|(at, _)| *at == wait.position()));
        found.extend(stuck.copied());
    }
    // With other data, a launch may not execute a wait.
    let is_chosen = |wait: &&Wait| run.presence_before(wait.context, wait.block, wait.index).is_chosen_by_launch();
    let id = |position| waits.iter().find(|wait| wait.position() == position).filter(is_chosen).map(|wait| wait.id);
    found.into_iter().filter_map(|(position, stuck)| Some((id(position)?, stuck))).collect()
}

/// Whether no other CTA can use the mbarriers of a CTA: the cluster has only one, or nothing in the
/// code names another one.
pub(crate) fn is_alone(ctas: &[Run<'_>]) -> bool {
    let needs_cluster = |site: Site<'_, '_>| site.instruction.needs_cluster();
    ctas.iter().all(|run| run.cta.cluster_ctas() == Some(1) || !run.sites().any(needs_cluster))
}

/// Whether a wait can end before any of the others.
enum WaitEnd {
    /// Perhaps.
    Possible,
    /// Not before one of the others has ended. With the reason, if a thread gets to it.
    Never(Option<Stuck>),
}

/// The waits that never end on these paths: each arrival that they need comes after one of them. None if all those that
/// are asked for can end.
fn never_ending(
    ctas: &[Run<'_>],
    waits: &[Wait],
    asked: &BTreeSet<Position>,
    copies: Option<u64>,
    paths: Paths<'_>,
) -> Found {
    let mut open = StuckWaits::new(ctas, waits.iter().collect(), paths);
    while open.waits.iter().any(|wait| asked.contains(&wait.position())) {
        let Some(before) = open.before() else { break };
        let ends: Vec<WaitEnd> = open.waits.iter().map(|wait| end(&before, wait, copies)).collect();
        if ends.iter().all(|end| matches!(end, WaitEnd::Never(_))) {
            return causes(ctas, &open, &ends);
        }
        let mut ends = ends.iter();
        open.retain(|_| matches!(ends.next(), Some(WaitEnd::Never(_))));
    }
    Vec::new()
}

/// Of waits that never end, the ones that hold up the others: those for the earliest phase; of them those at which some
/// threads arrive, but too few; or else those at which nothing arrives, not even after a wait.
fn causes(ctas: &[Run<'_>], open: &StuckWaits<'_, '_, '_>, ends: &[WaitEnd]) -> Found {
    let everything = StuckWaits::new(ctas, Vec::new(), open.paths).before().unwrap_or_default();
    let arrivals: Vec<Address> =
        everything.iter().flat_map(|before| before.arrivals.values()).filter_map(|arrival| arrival.address).collect();
    let key = |wait: &Wait, stuck: &Stuck| {
        let has_some = matches!(stuck, Stuck::TooFew { found: 1.., .. });
        (wait.phase, !has_some, arrivals.contains(&wait.address))
    };
    let mut found = Vec::new();
    for (wait, end) in open.waits.iter().zip(ends) {
        if let WaitEnd::Never(Some(stuck)) = end {
            found.push((key(wait, stuck), wait.position(), *stuck));
        }
    }
    let first = found.iter().map(|(key, ..)| *key).min();
    let found = found.into_iter().filter(|(key, ..)| Some(*key) == first);
    found.map(|(_, position, stuck)| (position, stuck)).collect()
}

/// Whether a wait can end: as many threads arrive as the mbarrier counts, or any if that number is not known. `copies`
/// is how many CTAs of the cluster each run stands for.
///
/// Each CTA has such an mbarrier. Before the first of them completes, no thread of the cluster is past the wait. Other
/// CTAs arrive at it by an address that is not simply its variable, or by a commit.
fn end(ctas: &[Before<'_, '_>], wait: &Wait, copies: Option<u64>) -> WaitEnd {
    let (mut is_reached, mut of_others, mut of_itself) = (false, 0_u64, 0_u64);
    for before in ctas {
        is_reached |= before.reached.contains(&wait.position());
        let (mut others, mut itself) = (0_u64, 0_u64);
        for arrival in before.arrivals.values() {
            if !can_be_same(arrival.address, Some(wait.address)) {
                continue;
            }
            let (Some(most), true, Some(_), Some(_)) = (arrival.most(), before.is_exact, wait.count, copies) else {
                return WaitEnd::Possible;
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
        _ => return WaitEnd::Possible,
    };
    WaitEnd::Never(is_reached.then_some(stuck))
}

/// Whether an instruction arrives at an mbarrier of its own CTA: the address is a variable and a number.
fn is_local(site: &Site<'_, '_>) -> bool {
    let (InstructionKind::Mbarrier { address: Some(address), .. }, Some(function)) =
        (&site.instruction.kind, site.run.function(site.context))
    else {
        return false;
    };
    let is_fixed = |term: &ValueId| {
        function.value(*term).is_some_and(|term| matches!(term.kind, ValueKind::Symbol(_) | ValueKind::Constant(_)))
    };
    function.terms(*address).is_some_and(|terms| terms.iter().all(is_fixed))
}

/// The outcomes of conditions without which a thread does not get to a wait: the same in all threads that can arrive,
/// and in each iteration of a loop.
fn assumptions(ctas: &[Run<'_>], wait: &Wait, of_cluster: bool) -> Vec<Assumption> {
    let context = wait.context;
    let Some(run) = ctas.first() else { return Vec::new() };
    let Some(graph) = run.graph(context) else { return Vec::new() };
    let group = if of_cluster { Uniformity::Cluster } else { Uniformity::Cta };
    let mut found: Vec<Assumption> = Vec::new();
    for passed in conditions_of(run, context, wait.block) {
        let assumption = passed.assumption(run, context);
        let is_same = ctas.iter().all(|run| is_open_in(run, (context, passed.block), assumption.condition, group));
        let is_settled = graph.variance.get(assumption.condition.index()).is_some_and(Variance::is_none);
        found.extend((is_same && is_settled).then_some(assumption));
    }
    found
}

/// Whether the condition at the end of a block is not known, but is the same in a group of threads; or no thread of the
/// CTA tests it. A number needs no assumption, and can be another one in another CTA: `%cluster_ctarank == 0`.
fn is_open_in(run: &Run<'_>, (context, block): (ContextId, BlockId), condition: ValueId, group: Uniformity) -> bool {
    let (known, all) = (run.known(context, condition), run.cta.all());
    run.presence(context, block).is_none() || known.constant_on(&all).is_none() && known.uniformity_on(&all) <= group
}
