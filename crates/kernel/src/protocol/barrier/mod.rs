//! Barriers of the CTA and of the cluster: the threads that take part.
//!
//! A barrier is *divergent* if threads that have not exited stay away from it: they go on where the sides of the branch
//! meet again, and do something there. They may take part by another barrier instruction of the same id.
//!
//! What each thread passes in which order, and in which phases they meet, is in `meeting.rs`.
//!
//! Guarantees that a fault is certain whenever the barrier is reached. Leaves out on purpose: barriers whose id or
//! count is no constant, and threads that can exit instead.

mod meeting;
mod passes;
mod phases;
mod together;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evaluate::Known;
use crate::execution::{ContextId, Run, Site};
use crate::id::{InstId, OneOrMore, ValueId};
use crate::paths::is_whole;
use crate::paths::remaining::Remaining;
use crate::program::{BarrierOperation, InstructionKind};
use crate::protocol::barrier::meeting::clashes;
use crate::protocol::barrier::phases::Clash;
use crate::threads::{ThreadSet, WARPS};

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
    /// The number of threads that come, in whole warps; for [`MiscountKind::Mixed`] the other number that is counted.
    pub found: u32,
    /// The number that it counts.
    pub count: u64,
}

/// What is wrong with a count.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum MiscountKind {
    /// Fewer threads can arrive.
    TooFew,
    /// Fewer threads can arrive that count the same number. Others count another one.
    TooFewAlike,
    /// Fewer threads arrive in one phase, and no other thread can reach it.
    Short,
    /// Threads that count another number arrive in the same phase.
    Mixed,
    /// More threads can wait at one time.
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
    run.once(|run| {
        let mut found = run.once(find_divergent).to_vec();
        for &(id, clash) in clashes(run).iter() {
            let fault = match clash {
                Clash::PartOfWarp => BarrierFault::PartOfWarp,
                Clash::Divergent => BarrierFault::Divergent,
                Clash::Mixed { .. } | Clash::Short { .. } | Clash::Many { .. } => continue,
            };
            if !found.iter().any(|(known, _)| *known == id) {
                found.push((id, (fault, false)));
            }
        }
        found
    })
}

fn find_divergent(run: &Run<'_>) -> Vec<(InstId, (BarrierFault, bool))> {
    let mut named: FxHashMap<(Name, ThreadSet, bool), OneOrMore<(ContextId, InstId)>> = FxHashMap::default();
    let mut has_barrier = false;
    // An instruction of a function has a site for each call that leads to it.
    let at = |site: &Site<'_, '_>| (site.context, site.instruction.id);
    for site in run.sites() {
        if site.instruction.kind == InstructionKind::CallUnknown {
            return Vec::new();
        }
        has_barrier |= asks(&site).is_some();
        if let Some(name) = Name::of(&site) {
            let found = named.entry((name, site.presence.threads, site.can_repeat()));
            found.and_modify(|found| found.add(at(&site))).or_insert(OneOrMore::one(at(&site)));
        }
    }
    if !has_barrier {
        return Vec::new();
    }
    let (remaining, in_warp, all) = (Remaining::new(run), Remaining::with_writes(run), run.cta.all());
    // A barrier of the cluster waits for threads that have not exited.
    let (waiting, waiting_for_warps) = (Remaining::waiting(run), Remaining::waiting_for_warps(run));
    let too_few: FxHashSet<InstId> = miscounted(run).iter().map(|(id, _)| *id).collect();
    let mut found = Vec::new();
    for site in run.sites() {
        let Some(Asks { aligned, is_cluster, counts_all }) = asks(&site) else { continue };
        if aligned
            && site.presence.has_incomplete_warp(&all)
            && in_warp.has(&site.presence.absent(&site.run.cta.all()), &site)
        {
            found.push((site.instruction.id, (BarrierFault::PartOfWarp, is_cluster)));
            continue;
        }
        let Some(name) = Name::of(&site).filter(|_| counts_all) else { continue };
        let mut missing = all.without(&site.presence.threads);
        // Another barrier that threads which stay away from this one execute instead, or more often than the threads
        // here.
        for ((other, threads, repeats), found) in named.iter().filter(|((other, ..), _)| name.can_match(*other)) {
            let is_extra = found.has_other_than(at(&site)) && (*repeats || name != *other);
            if is_extra || !site.presence.threads.is_subset(threads) {
                missing = missing.without(threads);
            }
        }
        let is_miscounted = too_few.contains(&site.instruction.id);
        let here = &site.presence.threads;
        let parts_warp = (0..WARPS).any(|warp| here.lanes(warp) != 0 && missing.lanes(warp) != 0);
        let remaining = match is_cluster {
            true if parts_warp => &waiting,
            true => &waiting_for_warps,
            false => &remaining,
        };
        if !is_miscounted && remaining.has(&missing, &site) {
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

fn asks(site: &Site<'_, '_>) -> Option<Asks> {
    match &site.instruction.kind {
        InstructionKind::Barrier { aligned, threads, operation, .. } => Some(Asks {
            aligned: *aligned,
            is_cluster: false,
            counts_all: *operation == BarrierOperation::Sync
                && threads.is_none_or(|count| site.constant(count).is_some_and(|count| is_whole(site.run, count))),
        }),
        InstructionKind::ClusterArrive { aligned, .. } => {
            Some(Asks { aligned: *aligned, is_cluster: true, counts_all: true })
        }
        InstructionKind::ClusterWait { aligned } => {
            Some(Asks { aligned: *aligned, is_cluster: true, counts_all: false })
        }
        _ => None,
    }
}

/// The arrivals at a barrier with some id.
#[derive(Clone, Debug)]
struct BarrierArrivals {
    /// The id in each of these threads; none if any id is possible.
    id: Option<Known>,
    /// The number of threads that they count; none if it is not known.
    count: Option<u64>,
    threads: ThreadSet,
}

impl BarrierArrivals {
    /// The threads whose id can be that one.
    fn with_id(&self, id: u64) -> ThreadSet {
        match &self.id {
            None => self.threads,
            Some(known) => match known.constant_on(&self.threads) {
                Some(constant) if constant == id => self.threads,
                Some(_) => ThreadSet::EMPTY,
                None => ThreadSet::filter(ThreadSet::CAPACITY, |thread| {
                    known.number(thread).is_none_or(|other| other == id)
                })
                .and(&self.threads),
            },
        }
    }
}

/// The barriers of one CTA that count other threads than come.
pub fn miscounted(run: &Run<'_>) -> Rc<Vec<(InstId, Miscount)>> {
    run.once(find_miscounted)
}

/// As [`miscounted`], with the phases in which threads meet.
pub fn miscounted_in_phases(run: &Run<'_>) -> Rc<Vec<(InstId, Miscount)>> {
    run.once(|run| {
        let mut found = miscounted(run).to_vec();
        if !found.is_empty() || !run.once(find_divergent).is_empty() {
            // The phases follow from that.
            return found;
        }
        for &(id, clash) in clashes(run).iter() {
            let miscount = match clash {
                Clash::Mixed { count, other } => {
                    Miscount { kind: MiscountKind::Mixed, found: u32::try_from(other).unwrap_or(u32::MAX), count }
                }
                Clash::Short { count, found } => Miscount { kind: MiscountKind::Short, found, count },
                Clash::Many { count, found } => Miscount { kind: MiscountKind::TooMany, found, count },
                Clash::PartOfWarp | Clash::Divergent => continue,
            };
            found.push((id, miscount));
        }
        found
    })
}

/// The number of threads that a barrier counts, if it is known. Without a number in the instruction, a barrier counts
/// the threads that have not exited.
fn counted(site: &Site<'_, '_>, threads: Option<ValueId>) -> Option<u64> {
    let all = u64::from(site.run.cta.threads().next_multiple_of(32));
    match threads {
        Some(count) => site.constant(count).map(|count| if count == 0 { all } else { count }),
        None => (site.presence.threads == site.run.cta.all()).then_some(all),
    }
}

fn find_miscounted(run: &Run<'_>) -> Vec<(InstId, Miscount)> {
    let mut with_count: Vec<Site<'_, '_>> = Vec::new();
    let mut constant: FxHashSet<(u64, Option<u64>, ThreadSet)> = FxHashSet::default();
    let mut arrivals: Vec<BarrierArrivals> = Vec::new();
    let mut has_waits = false;
    for site in run.sites() {
        let (id, threads) = match site.instruction.kind {
            InstructionKind::CallUnknown => return Vec::new(),
            InstructionKind::Barrier { id, threads, operation, .. } => {
                has_waits |= operation == BarrierOperation::Sync;
                (id.map(|id| site.known(id)), threads)
            }
            _ => continue,
        };
        let (here, count) = (site.presence.threads, counted(&site, threads));
        match id.as_ref().and_then(|id| id.constant_on(&here)) {
            Some(id) => {
                constant.insert((id, count, here));
            }
            None => {
                let is_same = |known: &BarrierArrivals| known.threads == here && known.id == id && known.count == count;
                if !arrivals.iter().any(is_same) {
                    arrivals.push(BarrierArrivals { id, count, threads: here });
                }
            }
        }
        if threads.is_some() {
            with_count.push(site);
        }
    }
    if !has_waits {
        // No thread waits at a barrier, so that no count matters.
        return Vec::new();
    }
    let constant = constant.into_iter();
    arrivals.extend(constant.map(|(id, count, threads)| BarrierArrivals { id: Some(Known::same(id)), count, threads }));
    with_count.iter().filter_map(|site| Some((site.instruction.id, miscount(site, &arrivals)?))).collect()
}

/// The threads of the warps of a set: a barrier counts whole warps.
fn in_whole_warps(set: &ThreadSet) -> u32 {
    u32::try_from(set.warps().count() * 32).unwrap_or(u32::MAX)
}

fn miscount(site: &Site<'_, '_>, arrivals: &[BarrierArrivals]) -> Option<Miscount> {
    let InstructionKind::Barrier { id: Some(id), threads: Some(count), .. } = site.instruction.kind else {
        return None;
    };
    // A count of 0 is all threads.
    let (id, count) = (site.constant(id)?, site.constant(count).filter(|&count| count > 0)?);
    let (mut can_arrive, mut alike) = (ThreadSet::EMPTY, ThreadSet::EMPTY);
    for arrivals in arrivals {
        let same = arrivals.with_id(id);
        can_arrive = can_arrive.or(&same);
        if arrivals.count.is_none_or(|other| other == count) {
            alike = alike.or(&same);
        }
    }
    for (kind, threads) in [(MiscountKind::TooFew, can_arrive), (MiscountKind::TooFewAlike, alike)] {
        let found = in_whole_warps(&threads);
        if u64::from(found) < count {
            return Some(Miscount { kind, found, count });
        }
    }
    None
}
