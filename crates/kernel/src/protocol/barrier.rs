//! Barriers of the CTA and of the cluster: the threads that take part.
//!
//! A barrier is *divergent* if threads that have not exited stay away from it: they go on where the sides of the branch
//! meet again, and do something there. They may take part by another barrier instruction of the same id.
//!
//! Guarantees that a fault is certain whenever the barrier is reached. Leaves out on purpose: barriers whose id or count
//! is no constant, and threads that can exit instead.

use crate::evaluate::Known;
use crate::execution::{ContextId, Lanes, Run, Site};
use crate::id::{BlockId, InstId};
use crate::program::{BarrierOperation, InstructionKind, Terminator};
use crate::threads::ThreadSet;

/// What is wrong with the threads of a barrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BarrierFault {
    /// Only a part of a warp executes it.
    PartOfWarp,
    /// Threads that have not exited stay away.
    Divergent,
    /// Fewer threads can arrive than it counts: the number of both.
    TooFew(u32, u64),
    /// It counts fewer threads than execute it together: the number of both.
    TooMany(u32, u64),
}

/// The barriers that match each other.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Name {
    Cluster,
    /// A barrier of the CTA with this id; none if it is unknown.
    Cta(Option<u64>),
}

impl Name {
    fn of(site: &Site<'_, '_>) -> Option<Self> {
        match site.instruction.kind {
            InstructionKind::ClusterArrive { .. } => Some(Self::Cluster),
            InstructionKind::Barrier { id, .. } => Some(Self::Cta(id.and_then(|id| site.constant(id)))),
            _ => None,
        }
    }

    /// Whether threads at one and threads at the other can meet.
    fn can_match(self, other: Self) -> bool {
        match (self, other) {
            (Self::Cta(one), Self::Cta(two)) => one.is_none() || two.is_none() || one == two,
            (one, two) => one == two,
        }
    }
}

/// The divergent barriers of one CTA, each with whether it is one of the cluster.
pub fn divergent(run: &Run<'_>) -> Vec<(InstId, (BarrierFault, bool))> {
    let sites: Vec<Site<'_, '_>> = run.sites().collect();
    if sites.iter().any(|site| site.instruction.kind == InstructionKind::CallOutside) {
        return Vec::new();
    }
    let named: Vec<(Name, &Site<'_, '_>)> = sites.iter().filter_map(|site| Some((Name::of(site)?, site))).collect();
    let mut found = Vec::new();
    for site in &sites {
        let (aligned, is_cluster) = match site.instruction.kind {
            InstructionKind::Barrier { aligned, .. } => (aligned, false),
            InstructionKind::ClusterArrive { aligned } | InstructionKind::ClusterWait { aligned } => (aligned, true),
            _ => continue,
        };
        if aligned && site.presence.has_incomplete_warp(&run.cta.all()) && has_living(site, &part_of_warp(site)) {
            found.push((site.instruction.id, (BarrierFault::PartOfWarp, is_cluster)));
            continue;
        }
        let counts_all = match site.instruction.kind {
            InstructionKind::Barrier { threads, operation, .. } => {
                threads.is_none() && operation == BarrierOperation::Sync
            }
            InstructionKind::ClusterArrive { .. } => true,
            _ => false,
        };
        let Some(name) = Name::of(site).filter(|_| counts_all) else { continue };
        // Another barrier that threads which stay away from this one execute instead.
        let replaces = |(other, at): &(Name, &Site<'_, '_>)| {
            name.can_match(*other) && !site.presence.threads.is_subset(&at.presence.threads)
        };
        let replaced = named.iter().filter(|other| replaces(other)).map(|(_, at)| at.presence.threads);
        let replaced = replaced.fold(ThreadSet::EMPTY, |all, threads| all.or(&threads));
        let missing = run.cta.all().without(&site.presence.threads).without(&replaced);
        if has_living(site, &missing) {
            found.push((site.instruction.id, (BarrierFault::Divergent, is_cluster)));
        }
    }
    found
}

/// The threads that stay away in a warp of which only a part comes.
fn part_of_warp(site: &Site<'_, '_>) -> ThreadSet {
    match site.presence.lanes {
        Lanes::One | Lanes::AllButOne => site.presence.threads,
        Lanes::All | Lanes::Some => site.run.cta.all().without(&site.presence.threads),
    }
}

/// Whether one of the threads certainly goes on elsewhere, instead of ending, while others are at an instruction.
pub fn has_living(site: &Site<'_, '_>, missing: &ThreadSet) -> bool {
    let (run, mut context, mut block) = (site.run, site.context, site.block);
    if missing.is_empty() {
        return false;
    }
    // From the function of the instruction to its callers, as far as there is only one.
    for _ in 0..64 {
        if goes_on(run, context, block, missing) {
            return true;
        }
        let mut callers = run.callers(context);
        match (callers.next(), callers.next()) {
            (Some((caller, at, _)), None) => (context, block) = (caller, at),
            _ => return false,
        }
    }
    false
}

fn goes_on(run: &Run<'_>, context: ContextId, from: BlockId, missing: &ThreadSet) -> bool {
    let (Some(graph), Some(function)) = (run.graph(context), run.function(context)) else { return false };
    let mut next = graph.post_dominator(from);
    while let Some(id) = next {
        let Some(block) = function.block(id) else { return false };
        let does_something = !block.instructions.is_empty()
            || !matches!(block.end, Terminator::Return(_) | Terminator::Exit | Terminator::Jump(_));
        if does_something && !run.presence(context, id).threads.is_disjoint(missing) {
            return true;
        }
        next = graph.post_dominator(id);
    }
    false
}

/// The barriers of one CTA that count other threads than come.
pub fn miscounted(run: &Run<'_>) -> Vec<(InstId, BarrierFault)> {
    let sites: Vec<Site<'_, '_>> = run.sites().collect();
    if sites.iter().any(|site| site.instruction.kind == InstructionKind::CallOutside) {
        return Vec::new();
    }
    let barriers: Vec<(&Site<'_, '_>, Option<Known>)> = sites
        .iter()
        .filter_map(|site| match site.instruction.kind {
            InstructionKind::Barrier { id, .. } => Some((site, id.map(|id| site.known(id)))),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (site, id) in &barriers {
        let InstructionKind::Barrier { threads: Some(count), operation, .. } = site.instruction.kind else { continue };
        let (Some(count), Some(id)) =
            (site.constant(count), id.as_ref().and_then(|id| id.constant_on(&site.presence.threads)))
        else {
            continue;
        };
        // The threads that can execute a barrier with this id.
        let mut can_arrive = ThreadSet::EMPTY;
        let mut matching = 0;
        for (other, known) in &barriers {
            let threads = other.presence.threads;
            let same = ThreadSet::filter(run.cta.threads(), |thread| {
                threads.contains(thread)
                    && known.as_ref().and_then(|known| known.number(thread)).is_none_or(|other| other == id)
            });
            matching += usize::from(!same.is_empty());
            can_arrive = can_arrive.or(&same);
        }
        let together = site.presence.exact().map(|threads| threads.count());
        if u64::from(can_arrive.count()) < count {
            found.push((site.instruction.id, BarrierFault::TooFew(can_arrive.count(), count)));
        } else if let Some(together) = together
            && matching == 1
            && operation == BarrierOperation::Sync
            && u64::from(together) > count
        {
            found.push((site.instruction.id, BarrierFault::TooMany(together, count)));
        }
    }
    found
}
