//! Where the threads of a CTA meet at its barriers: the barriers that each of them passes are put together.
//!
//! All threads reach a *start*, the begin of a block of the kernel, or after a wait or barrier of all in it. From there
//! [`crate::protocol::barrier::passes`] says which barriers each thread passes. These questions are asked of them:
//!
//! - Up to a later block that all threads reach, each of them passes a barrier of all threads the same number of
//!   times. Those of one warp pass the same ones.
//! - In one phase of a barrier, all threads count the same number of threads.
//! - Some thread can go on, as long as one has not ended.
//!
//! - No more threads than a barrier counts can wait at it at one time.
//!
//! The last three are asked of an execution in one of some orders of the warps: what goes wrong in it is a fault. A
//! phase without a count ends when all threads have arrived or ended, and one with a count when that many have come.
//! All threads have to be able to be at the start at one time ([`crate::protocol::barrier::together`]): otherwise some
//! orders are impossible, and only what holds in all of them is found.
//!
//! Guarantees that a fault is one in some execution that gets to the start. Leaves out on purpose: what is after a
//! wait for an mbarrier or for memory, except for the first question; barriers that an unknown condition decides on.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::execution::{ContextId, Run, Site};
use crate::graph::Graph;
use crate::id::{BlockId, InstId};
use crate::limits;
use crate::loops::LoopId;
use crate::paths::machine::{Position, position};
use crate::paths::remaining::Remaining;
use crate::paths::site;
use crate::program::{BarrierOperation, Function, InstructionKind, Terminator};
use crate::protocol::barrier::passes::{Follower, Pass, Path, ProgramPoint, WalkEnd, WarpEvent};
use crate::protocol::barrier::phases::{BarrierRun, Clash, WarpOrder, WarpPasses, beyond_count, mixed_counts};
use crate::protocol::barrier::together::KernelView;
use crate::threads::ThreadSet;

/// The clashes of one CTA.
pub(crate) fn clashes(run: &Run<'_>) -> Rc<Vec<(InstId, Clash)>> {
    run.once(find)
}

fn find(run: &Run<'_>) -> Vec<(InstId, Clash)> {
    let Some(barriers) = Barriers::of(run) else { return Vec::new() };
    let suspects = barriers.suspects();
    let (follower, mut found) = (Follower::of(run), Vec::new());
    for start in barriers.starts(&suspects) {
        let threads = 0..run.cta.threads() as usize;
        let Some(paths) = threads.map(|thread| follower.path(thread, start)).collect::<Option<Vec<Path>>>() else {
            break;
        };
        let meeting = Meeting { barriers: &barriers, start, paths };
        found.extend(meeting.unequal());
        let is_common = barriers.can_all_be_at(start);
        if found.is_empty() {
            let warps: Vec<WarpPasses> = meeting.paths.chunks(32).map(|lanes| meeting.warp(lanes)).collect();
            let clashes = if is_common { executed(&warps) } else { mixed_counts(&warps).into_iter().collect() };
            found.extend(clashes.iter().filter_map(|(pass, clash)| meeting.clash(pass, *clash)));
        }
        let is_all =
            |path: &Path| path.end == WalkEnd::Exit && !path.events.iter().any(|(event, _)| *event == WarpEvent::Wait);
        let is_whole = is_common && suspects.iter().all(|&(site, blocks)| barriers.is_after(start, site, blocks));
        if !found.is_empty() || is_whole && meeting.paths.iter().all(is_all) {
            break;
        }
    }
    found
}

/// A barrier that can clash with others, and the blocks of the kernel that it is in or called from.
type Suspect<'b, 'r, 'p> = (&'b Site<'r, 'p>, &'b BTreeSet<BlockId>);

/// The barriers of a kernel.
struct Barriers<'r, 'p> {
    run: &'r Run<'p>,
    graph: &'r Graph,
    function: &'p Function,
    sites: Vec<Site<'r, 'p>>,
    /// For each site, the id that it names, and the blocks of the kernel that it is in or called from.
    ids_and_blocks: Vec<(Option<u64>, BTreeSet<BlockId>)>,
    /// Those at which all threads wait for each other.
    plain: FxHashSet<Position>,
    /// Those in a loop that not all threads leave in the same iteration.
    unequal: FxHashSet<Position>,
    way: KernelView<'r, 'p>,
    /// Which threads go on, and which go on or write memory.
    remaining: [Remaining<'r, 'p>; 2],
    /// The answers of [`Self::reached`].
    reached: RefCell<BTreeMap<BlockId, Rc<BTreeSet<Option<u64>>>>>,
}

impl<'r, 'p> Barriers<'r, 'p> {
    /// None if code that is not known can have more of them.
    fn of(run: &'r Run<'p>) -> Option<Self> {
        let (graph, function) = (run.graph(run.root())?, run.function(run.root())?);
        let mut sites = Vec::new();
        for site in run.sites() {
            match site.instruction.kind {
                InstructionKind::CallUnknown => return None,
                InstructionKind::Barrier { .. } => sites.push(site),
                _ => {}
            }
        }
        let id_and_blocks = |site: &Site<'r, 'p>| {
            let InstructionKind::Barrier { id, .. } = site.instruction.kind else { return (None, BTreeSet::new()) };
            (id.and_then(|id| site.constant(id)), root_blocks(run, site.context, site.block))
        };
        let ids_and_blocks = sites.iter().map(id_and_blocks).collect();
        let plain = sites.iter().filter(|site| is_plain(site)).map(position);
        let (plain, way, remaining) =
            (plain.collect(), KernelView::of(run)?, [Remaining::new(run), Remaining::with_writes(run)]);
        let mut found = Self {
            run,
            graph,
            function,
            sites,
            ids_and_blocks,
            plain,
            unequal: FxHashSet::default(),
            way,
            remaining,
            reached: RefCell::default(),
        };
        found.unequal = found.in_unequal_loops();
        Some(found)
    }

    /// The barriers that are not simply ones of all threads, or that are in a loop which not all threads leave in the
    /// same iteration.
    fn suspects(&self) -> Vec<Suspect<'_, 'r, 'p>> {
        let sites = self.sites.iter().zip(self.ids_and_blocks.iter().map(|(_, blocks)| blocks));
        let can_clash = |(site, _): &Suspect<'_, 'r, 'p>| {
            let at = position(site);
            !self.plain.contains(&at) || self.unequal.contains(&at)
        };
        sites.filter(can_clash).collect()
    }

    /// The barriers in loops that not all threads leave in the same iteration, also around the calls that lead to them.
    fn in_unequal_loops(&self) -> FxHashSet<Position> {
        let root = self.run.root();
        let mut known: BTreeMap<(ContextId, LoopId), bool> = BTreeMap::new();
        let mut is_left_together = |context: ContextId, block: BlockId| {
            let loops = self.run.graph(context).into_iter().flat_map(|graph| graph.loops.around(block));
            loops.into_iter().all(|id| *known.entry((context, id)).or_insert_with(|| self.leave_together(context, id)))
        };
        let sites = self.sites.iter().zip(&self.ids_and_blocks);
        let is_unequal = |(site, (_, blocks)): &(&Site<'r, 'p>, &(Option<u64>, BTreeSet<BlockId>))| {
            !is_left_together(site.context, site.block) || !blocks.iter().all(|&block| is_left_together(root, block))
        };
        sites.filter(is_unequal).map(|(site, _)| position(site)).collect()
    }

    /// Whether all threads leave a loop in the same iteration.
    fn leave_together(&self, context: ContextId, id: LoopId) -> bool {
        let (run, all) = (self.run, self.run.cta.all());
        let (Some(graph), Some(function)) = (run.graph(context), run.function(context)) else { return true };
        function.enumerate().filter(|(from, _)| graph.loops.contains(id, *from)).all(|(from, block)| {
            let mut leaving =
                block.end.targets().enumerate().filter(|(_, target)| !graph.loops.contains(id, target.to));
            leaving.all(|(index, _)| {
                let edge = run.edge(context, from, index);
                edge.is_none() || edge.exact() == Some(all)
            })
        })
    }

    /// The program points that all threads reach, and from which they are followed: first those next to a suspect.
    fn starts(&self, suspects: &[Suspect<'_, 'r, 'p>]) -> Vec<ProgramPoint> {
        let (run, graph) = (self.run, self.graph);
        let all = run.cta.all();
        // The blocks that lead to a suspect whatever path a thread takes to it.
        let mut leading: FxHashSet<BlockId> = FxHashSet::default();
        for &block in suspects.iter().flat_map(|(_, blocks)| *blocks) {
            let mut next = Some(block);
            while let Some(block) = next.filter(|&block| leading.insert(block)) {
                next = graph.dominator(block);
            }
        }
        let begins = move |&block: &BlockId| {
            let before = graph.predecessors.get(block.index()).map_or(&[][..], Vec::as_slice);
            let is_joined = match before {
                [one] => self.function.block(*one).is_none_or(|block| !matches!(block.end, Terminator::Jump(_))),
                _ => true,
            };
            let is_start = is_joined && run.presence(run.root(), block).exact() == Some(all);
            is_start.then_some(ProgramPoint { block, index: 0 })
        };
        let after = move |&block: &BlockId| {
            let count = self.function.block(block).map_or(0, |block| block.instructions.len());
            let is_wait = move |&index: &usize| self.way.waits_alike(block, index) || self.has_plain(block, index);
            (0..count).filter(is_wait).map(move |index| ProgramPoint { block, index: index + 1 })
        };
        let blocks: Vec<BlockId> = graph.order.iter().copied().filter(|block| leading.contains(block)).collect();
        let begins: Vec<ProgramPoint> = blocks.iter().filter_map(begins).collect();
        let after: Vec<ProgramPoint> = blocks.iter().flat_map(after).collect();
        let is_of_all = |site: &Site<'_, '_>| site.context == run.root() && site.presence.exact() == Some(all);
        let at = suspects.iter().filter(|(site, _)| is_of_all(site));
        let at = at.map(|(site, _)| ProgramPoint { block: site.block, index: site.index });
        let rank = |point: &ProgramPoint| (graph.rank(point.block), point.index);
        let mut points: Vec<ProgramPoint> = begins.iter().chain(&after).copied().chain(at).collect();
        points.sort_by_key(rank);
        let next_to = |&(site, blocks): &Suspect<'_, 'r, 'p>| {
            let is_before = |point: &&ProgramPoint| self.is_after(**point, site, blocks);
            points.iter().rev().filter(is_before).take(limits::MEETING_STARTS_NEXT_TO).copied().collect::<Vec<_>>()
        };
        let nearest = suspects.iter().take(limits::MEETING_STARTS).flat_map(next_to).take(limits::MEETING_STARTS);
        // The begins of blocks come before the points after barriers: from them, more is known.
        let others =
            begins.iter().take(limits::MEETING_STARTS).chain(after.iter().take(limits::MEETING_STARTS)).copied();
        let mut starts: Vec<ProgramPoint> = Vec::new();
        for point in nearest.chain(others) {
            if !starts.contains(&point) {
                starts.push(point);
            }
        }
        starts
    }

    /// Whether no phase of a barrier with an id is open when all threads have reached a program point: its barriers
    /// come after it, or are ones at which all threads wait.
    fn all_after(&self, start: ProgramPoint, name: u64) -> bool {
        self.sites.iter().zip(&self.ids_and_blocks).all(|(site, (id, blocks))| match id {
            Some(id) if *id != name => true,
            _ => self.plain.contains(&position(site)) || self.is_after(start, site, blocks),
        })
    }

    /// Whether a thread reaches a barrier only after a start. `blocks` are those of the kernel that lead to the
    /// barrier.
    fn is_after(&self, start: ProgramPoint, site: &Site<'_, '_>, blocks: &BTreeSet<BlockId>) -> bool {
        let is_in_kernel = site.context == self.run.root();
        let starts_later = start.index > 0 && !(is_in_kernel && site.index >= start.index);
        blocks.iter().all(|&block| self.graph.dominates(start.block, block) && !(block == start.block && starts_later))
    }

    /// Whether all threads can be at a program point at one time.
    fn can_all_be_at(&self, point: ProgramPoint) -> bool {
        self.way.can_all_be_at(point, |block, index| self.has_plain(block, index))
    }

    /// Whether an instruction of the kernel is a barrier at which all threads wait for each other.
    fn has_plain(&self, block: BlockId, index: usize) -> bool {
        self.plain.contains(&(self.run.root(), block, index))
    }

    /// The ids of the barriers that are reached from a block; none for any id.
    fn reached(&self, from: BlockId) -> Rc<BTreeSet<Option<u64>>> {
        let known = self.reached.borrow().get(&from).cloned();
        known.unwrap_or_else(|| {
            let (mut seen, mut pending) = (BTreeSet::from([from]), vec![from]);
            while let Some(block) = pending.pop().and_then(|id| self.function.block(id)) {
                pending.extend(block.end.targets().map(|target| target.to).filter(|&to| seen.insert(to)));
            }
            let named = self.ids_and_blocks.iter().filter(|(_, blocks)| !blocks.is_disjoint(&seen));
            let found = Rc::new(named.map(|(id, _)| *id).collect());
            self.reached.borrow_mut().insert(from, Rc::clone(&found));
            found
        })
    }
}

/// Whether all threads wait at a barrier for each other.
fn is_plain(site: &Site<'_, '_>) -> bool {
    site.instruction.kind.is_barrier_of_all() && site.presence.exact() == Some(site.run.cta.all())
}

/// The blocks of the kernel that lead to a block of a context.
fn root_blocks(run: &Run<'_>, context: ContextId, block: BlockId) -> BTreeSet<BlockId> {
    let (mut found, mut seen, mut pending) = (BTreeSet::new(), BTreeSet::new(), vec![(context, block)]);
    while let Some((context, block)) = pending.pop() {
        if context == run.root() {
            found.insert(block);
        } else if seen.insert(context) {
            pending.extend(run.callers(context).map(|(caller, at, _)| (caller, at)));
        }
    }
    found
}

/// What all threads do from a start on.
struct Meeting<'b, 'r, 'p> {
    barriers: &'b Barriers<'r, 'p>,
    start: ProgramPoint,
    /// By thread.
    paths: Vec<Path>,
}

impl Meeting<'_, '_, '_> {
    fn clash(&self, pass: &Pass, clash: Clash) -> Option<(InstId, Clash)> {
        let (context, block, index) = pass.site;
        Some((site(self.barriers.run, context, block, index)?.instruction.id, clash))
    }

    /// The first question, up to each block that all threads reach.
    fn unequal(&self) -> Vec<(InstId, Clash)> {
        let graph = self.barriers.graph;
        let mut next = graph.post_dominator(self.start.block);
        let (mut tally, mut left) = (Tally::of(self.paths.len()), limits::MEETING_UNEQUAL);
        while let Some(to) = next {
            next = graph.post_dominator(to);
            // In a loop, a thread can reach a block several times before the next one.
            if graph.loops.around(to).any(|id| !graph.loops.contains(id, self.start.block)) {
                continue;
            }
            let is_known = |path: &Path| path.end == WalkEnd::Exit || path.marks.contains_key(&to);
            if !self.paths.iter().all(is_known) {
                break;
            }
            tally.extend_to(to, &self.paths);
            if !tally.is_unequal(to, &self.paths) {
                continue;
            }
            let Some(less) = left.checked_sub(1) else { break };
            left = less;
            let passes = self.passes(to);
            let mut found = self.part_of_warp(&passes, to);
            if found.is_empty() {
                found = self.divergent(&passes, to);
            }
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The barriers that each thread passes before it reaches a block; none for a thread that ends before.
    fn passes(&self, to: BlockId) -> Vec<Option<Vec<Pass>>> {
        let of_path = |path: &Path| {
            let events = path.events.iter().take(*path.marks.get(&to)?);
            Some(events.filter_map(|(event, _)| pass(event)).collect())
        };
        self.paths.iter().map(of_path).collect()
    }

    /// The aligned barriers that a part of a warp passes, and the rest of it does not.
    fn part_of_warp(&self, passes: &[Option<Vec<Pass>>], to: BlockId) -> Vec<(InstId, Clash)> {
        let [_, in_warp] = &self.barriers.remaining;
        let mut found = Vec::new();
        for (warp, lanes) in passes.chunks(32).enumerate() {
            let Some(longest) = lanes.iter().flatten().max_by_key(|passes| passes.len()) else { continue };
            let fewest = lanes.iter().flatten().map(Vec::len).min().unwrap_or_default();
            let Some(surplus) = longest.get(fewest).filter(|pass| pass.aligned) else { continue };
            let without = |thread: usize| {
                passes.get(thread).is_some_and(|passes| passes.as_ref().is_some_and(|passes| passes.len() == fewest))
            };
            let missing = ThreadSet::filter(ThreadSet::CAPACITY, |thread| thread / 32 == warp && without(thread));
            if in_warp.goes_on(&missing, self.barriers.run.root(), to) {
                found.extend(self.clash(surplus, Clash::PartOfWarp));
            }
        }
        found
    }

    /// The barriers of all threads that some threads pass more times than others.
    fn divergent(&self, passes: &[Option<Vec<Pass>>], to: BlockId) -> Vec<(InstId, Clash)> {
        let [remaining, _] = &self.barriers.remaining;
        let of_all = passes.iter().flatten().flatten();
        let names: BTreeSet<u64> = of_all.clone().map(|pass| pass.name).collect();
        let mut found = Vec::new();
        for name in names {
            let is_whole = |pass: &Pass| pass.count.is_none() && pass.operation == BarrierOperation::Sync;
            if !of_all.clone().filter(|pass| pass.name == name).all(is_whole) {
                continue;
            }
            let of_thread = |passes: &Option<Vec<Pass>>| -> Option<Vec<Pass>> {
                Some(passes.as_ref()?.iter().copied().filter(|pass| pass.name == name).collect())
            };
            let threads: Vec<Option<Vec<Pass>>> = passes.iter().map(of_thread).collect();
            let fewest = threads.iter().flatten().map(Vec::len).min().unwrap_or_default();
            let with = |is_more: bool| {
                ThreadSet::filter(ThreadSet::CAPACITY, |thread| {
                    threads
                        .get(thread)
                        .is_some_and(|passes| passes.as_ref().is_some_and(|passes| (passes.len() > fewest) == is_more))
                })
            };
            let missing = self.without_others(with(false), &with(true), name, &threads);
            let mut surplus: Vec<Pass> = Vec::new();
            for pass in threads.iter().flatten().filter_map(|passes| passes.get(fewest)) {
                if !surplus.iter().any(|known| known.site == pass.site) {
                    surplus.push(*pass);
                }
            }
            if remaining.goes_on(&missing, self.barriers.run.root(), to) {
                found.extend(surplus.iter().filter_map(|pass| self.clash(pass, Clash::Divergent)));
            }
        }
        found
    }

    /// Without the threads that can take part by a barrier which is elsewhere.
    fn without_others(
        &self,
        missing: ThreadSet,
        here: &ThreadSet,
        name: u64,
        passes: &[Option<Vec<Pass>>],
    ) -> ThreadSet {
        let mut missing = missing;
        let here_too: BTreeSet<_> = passes.iter().flatten().flatten().map(|pass| pass.site).collect();
        for (site, (id, _)) in self.barriers.sites.iter().zip(&self.barriers.ids_and_blocks) {
            let at = position(site);
            let is_elsewhere = !here_too.contains(&at) && id.is_none_or(|id| id == name);
            // In a loop that threads leave in different iterations, those that stay away can pass it more often.
            let can_be_extra = !here.is_subset(&site.presence.threads) || self.barriers.unequal.contains(&at);
            if is_elsewhere && (id.is_none() || can_be_extra) {
                missing = missing.without(&site.presence.threads);
            }
        }
        missing
    }

    /// What the lanes of a warp do together, up to the first wait.
    fn warp(&self, lanes: &[Path]) -> WarpPasses {
        let Some(longest) = lanes.iter().max_by_key(|path| path.events.len()) else { return WarpPasses::default() };
        let (mut warp, mut after) = (WarpPasses { passes: Vec::new(), then: None }, BTreeMap::new());
        let mut is_after = |name| *after.entry(name).or_insert_with(|| self.barriers.all_after(self.start, name));
        for (index, (event, block)) in longest.events.iter().enumerate() {
            let is_same = |lane: &Path| match lane.events.get(index) {
                Some((other, _)) => other == event,
                None => lane.end == WalkEnd::Exit,
            };
            let pass = pass(event).filter(|pass| is_after(pass.name));
            if !lanes.iter().all(is_same) {
                warp.then = Some(BTreeSet::from([None]));
                return warp;
            }
            let Some(pass) = pass else {
                warp.then = Some(BTreeSet::clone(&self.barriers.reached(*block)));
                return warp;
            };
            warp.passes.push(pass);
        }
        for lane in lanes {
            if let WalkEnd::At(block) = lane.end {
                warp.then.get_or_insert_default().extend(self.barriers.reached(block).iter());
            }
        }
        warp
    }
}

/// How many times each thread has passed the barriers of each id.
struct Tally {
    /// For each thread, the number of its events that are counted.
    counted: Vec<usize>,
    /// For each thread, the number of passes by id.
    passes: Vec<BTreeMap<u64, usize>>,
}

impl Tally {
    fn of(threads: usize) -> Self {
        Self { counted: vec![0; threads], passes: vec![BTreeMap::new(); threads] }
    }

    /// Counts what threads pass before they reach a block.
    fn extend_to(&mut self, to: BlockId, paths: &[Path]) {
        for ((path, counted), passes) in paths.iter().zip(&mut self.counted).zip(&mut self.passes) {
            let Some(&mark) = path.marks.get(&to) else { continue };
            for pass in path.events.iter().take(mark).skip(*counted).filter_map(|(event, _)| pass(event)) {
                *passes.entry(pass.name).or_default() += 1;
            }
            *counted = mark.max(*counted);
        }
    }

    /// Whether threads that reach a block have not all passed the same barriers the same number of times.
    fn is_unequal(&self, to: BlockId, paths: &[Path]) -> bool {
        let coming = paths.iter().zip(&self.passes).filter(|(path, _)| path.marks.contains_key(&to));
        let mut coming = coming.map(|(_, passes)| passes);
        coming.next().is_some_and(|first| coming.any(|passes| passes != first))
    }
}

/// The other questions.
fn executed(warps: &[WarpPasses]) -> Vec<(Pass, Clash)> {
    if warps.iter().all(|warp| warp.passes.is_empty()) {
        return Vec::new();
    }
    let mut orders = [WarpOrder::Ascending, WarpOrder::Descending, WarpOrder::Even, WarpOrder::Arriving].into_iter();
    let found = orders.find_map(|order| Some(BarrierRun::of(warps).run(order)).filter(|found| !found.is_empty()));
    found.unwrap_or_else(|| beyond_count(warps))
}

const fn pass(event: &WarpEvent) -> Option<Pass> {
    match event {
        WarpEvent::Pass(pass) => Some(*pass),
        WarpEvent::Wait => None,
    }
}
