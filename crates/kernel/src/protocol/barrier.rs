//! Barriers of the CTA and of the cluster: the threads that take part.
//!
//! A barrier is *divergent* if threads that have not exited stay away from it: they go on where the sides of the branch
//! meet again, and do something there. They may take part by another barrier instruction of the same id.
//!
//! Guarantees that a fault is certain whenever the barrier is reached. Leaves out on purpose: barriers whose id or count
//! is no constant, and threads that can exit instead.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::living::Living;
use crate::evaluate::Known;
use crate::execution::{Lanes, Run, Site};
use crate::id::InstId;
use crate::program::{BarrierOperation, InstructionKind};
use crate::threads::ThreadSet;

/// What is wrong with the threads of a barrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum BarrierFault {
    /// Only a part of a warp executes it.
    PartOfWarp,
    /// Threads that have not exited stay away.
    Divergent,
}

/// A barrier that counts other threads than come.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Miscount {
    /// What is wrong.
    pub kind: MiscountKind,
    /// The number of threads that come, in whole warps.
    pub found: u32,
    /// The number that it counts.
    pub count: u64,
}

/// What is wrong with a count.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MiscountKind {
    /// Fewer threads can arrive.
    TooFew,
    /// More threads execute it together.
    TooMany,
}

/// The barriers that match each other.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
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
pub fn divergent(run: &Run<'_>) -> Rc<Vec<(InstId, (BarrierFault, bool))>> {
    run.once(find_divergent)
}

fn find_divergent(run: &Run<'_>) -> Vec<(InstId, (BarrierFault, bool))> {
    let mut named: FxHashSet<(Name, ThreadSet)> = FxHashSet::default();
    let mut has_barrier = false;
    for site in run.sites() {
        if site.instruction.kind == InstructionKind::CallOutside {
            return Vec::new();
        }
        has_barrier |= asks(&site.instruction.kind).is_some();
        named.extend(Name::of(&site).map(|name| (name, site.presence.threads)));
    }
    if !has_barrier {
        return Vec::new();
    }
    let (living, in_warp, all) = (Living::of(run), Living::with_writes(run), run.cta.all());
    let mut found = Vec::new();
    for site in run.sites() {
        let Some(Asks { aligned, is_cluster, counts_all }) = asks(&site.instruction.kind) else { continue };
        if aligned && site.presence.has_incomplete_warp(&all) && in_warp.has(&part_of_warp(&site), &site) {
            found.push((site.instruction.id, (BarrierFault::PartOfWarp, is_cluster)));
            continue;
        }
        let Some(name) = Name::of(&site).filter(|_| counts_all) else { continue };
        let mut missing = all.without(&site.presence.threads);
        // Another barrier that threads which stay away from this one execute instead.
        for (_, threads) in named.iter().filter(|(other, _)| name.can_match(*other)) {
            if !site.presence.threads.is_subset(threads) {
                missing = missing.without(threads);
            }
        }
        if living.has(&missing, &site) {
            found.push((site.instruction.id, (BarrierFault::Divergent, is_cluster)));
        }
    }
    found
}

/// What a barrier asks of the threads.
struct Asks {
    /// Whole warps.
    aligned: bool,
    is_cluster: bool,
    /// All threads.
    counts_all: bool,
}

const fn asks(kind: &InstructionKind) -> Option<Asks> {
    match kind {
        InstructionKind::Barrier { aligned, threads, operation, .. } => Some(Asks {
            aligned: *aligned,
            is_cluster: false,
            counts_all: threads.is_none() && matches!(operation, BarrierOperation::Sync),
        }),
        InstructionKind::ClusterArrive { aligned } => {
            Some(Asks { aligned: *aligned, is_cluster: true, counts_all: true })
        }
        InstructionKind::ClusterWait { aligned } => {
            Some(Asks { aligned: *aligned, is_cluster: true, counts_all: false })
        }
        _ => None,
    }
}

/// The threads that stay away in a warp of which only a part comes.
fn part_of_warp(site: &Site<'_, '_>) -> ThreadSet {
    match site.presence.lanes {
        Lanes::One | Lanes::AllButOne => site.presence.threads,
        Lanes::All | Lanes::Some => site.run.cta.all().without(&site.presence.threads),
    }
}

/// The arrivals at a barrier with some id.
#[derive(Clone, Debug)]
struct Arrivals {
    /// The id in each of these threads; none if any id is possible.
    id: Option<Known>,
    threads: ThreadSet,
    /// The number of barrier instructions.
    sites: usize,
}

impl Arrivals {
    /// The threads whose id can be that one.
    fn with_id(&self, id: u64) -> ThreadSet {
        match &self.id {
            None => self.threads,
            Some(known) => match known.constant_on(&self.threads) {
                Some(constant) if constant == id => self.threads,
                Some(_) => ThreadSet::EMPTY,
                None => ThreadSet::filter(1024, |thread| known.number(thread).is_none_or(|other| other == id))
                    .and(&self.threads),
            },
        }
    }
}

/// The barriers of one CTA that count other threads than come.
pub fn miscounted(run: &Run<'_>) -> Rc<Vec<(InstId, Miscount)>> {
    run.once(find_miscounted)
}

fn find_miscounted(run: &Run<'_>) -> Vec<(InstId, Miscount)> {
    let mut counted: Vec<Site<'_, '_>> = Vec::new();
    let mut constant: FxHashMap<(u64, ThreadSet), usize> = FxHashMap::default();
    let mut arrivals: Vec<Arrivals> = Vec::new();
    let mut has_waits = false;
    for site in run.sites() {
        let (id, threads) = match site.instruction.kind {
            InstructionKind::CallOutside => return Vec::new(),
            InstructionKind::Barrier { id, threads, operation, .. } => {
                has_waits |= operation == BarrierOperation::Sync;
                (id.map(|id| site.known(id)), threads)
            }
            _ => continue,
        };
        let here = site.presence.threads;
        match id.as_ref().and_then(|id| id.constant_on(&here)) {
            Some(id) => *constant.entry((id, here)).or_default() += 1,
            None => match arrivals.iter_mut().find(|known| known.threads == here && known.id == id) {
                Some(known) => known.sites += 1,
                None => arrivals.push(Arrivals { id, threads: here, sites: 1 }),
            },
        }
        if threads.is_some() {
            counted.push(site);
        }
    }
    if !has_waits {
        // No thread waits at a barrier, so that no count matters.
        return Vec::new();
    }
    let constant = constant.into_iter().map(|((id, threads), sites)| (Known::same(id), threads, sites));
    arrivals.extend(constant.map(|(id, threads, sites)| Arrivals { id: Some(id), threads, sites }));
    counted.iter().filter_map(|site| Some((site.instruction.id, miscount(site, &arrivals)?))).collect()
}

/// The threads of the warps of a set: a barrier counts whole warps.
fn in_whole_warps(set: &ThreadSet) -> u32 {
    u32::try_from(set.warps().count() * 32).unwrap_or(u32::MAX)
}

fn miscount(site: &Site<'_, '_>, arrivals: &[Arrivals]) -> Option<Miscount> {
    let InstructionKind::Barrier { id: Some(id), threads: Some(count), operation, .. } = site.instruction.kind else {
        return None;
    };
    // A count of 0 is all threads.
    let (id, count) = (site.constant(id)?, site.constant(count).filter(|&count| count > 0)?);
    let (mut can_arrive, mut sites) = (ThreadSet::EMPTY, 0);
    for arrivals in arrivals {
        let same = arrivals.with_id(id);
        can_arrive = can_arrive.or(&same);
        sites += if same.is_empty() { 0 } else { arrivals.sites };
    }
    let most = in_whole_warps(&can_arrive);
    if u64::from(most) < count {
        return Some(Miscount { kind: MiscountKind::TooFew, found: most, count });
    }
    let together = site.presence.exact().map(|threads| in_whole_warps(&threads))?;
    (sites == 1 && operation == BarrierOperation::Sync && u64::from(together) > count).then_some(Miscount {
        kind: MiscountKind::TooMany,
        found: together,
        count,
    })
}
