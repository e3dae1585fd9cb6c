//! The paths of a thread, and state machines that follow them.
//!
//! Accepts a [`Run`]. A `Machine` has states before each instruction: those of all paths that a thread can take,
//! through calls and loops. Guarantees that a fault is certain: every state before the instruction is one. The machines
//! are those of [`crate::protocol`].
//!
//! | module | what it knows |
//! |---|---|
//! | [`address`] | which objects are the same |
//! | `first_branches` | branches that the first iteration of a loop decides |
//! | `control_class` | blocks that a thread executes the same number of times |
//! | `first` | the first iteration of each loop |
//! | `first_visit` | values when a block is executed for the first time |
//! | `implied` | conditions that other ones decide on |
//! | `knowledge` | which threads can know that something has happened |
//! | [`late`] | threads that execute an instruction one after the other |
//! | `never` | conditions that no launch makes true |
//! | `race` | operations of one thread and their use by another one |
//! | [`remaining`] | threads that have not exited |
//! | `spin` | loops that wait for memory |
//! | `walk` | the paths themselves |
//!
//! Leaves out on purpose: that two unknown conditions exclude each other, except for a condition that is tested twice,
//! parts of one that holds, and comparisons of one value with constants.

pub mod address;
pub(crate) mod condition;
pub(crate) mod control_class;
pub(crate) mod first;
pub(crate) mod first_branches;
pub(crate) mod first_visit;
pub(crate) mod implied;
pub(crate) mod knowledge;
pub mod late;
pub(crate) mod machine;
pub(crate) mod never;
pub(crate) mod race;
pub mod remaining;
pub(crate) mod spin;
pub(crate) mod walk;

use std::collections::{BTreeMap, BTreeSet};

use self::condition::assumed_targets;
pub(crate) use self::condition::{Assumption, Passed, conditions_of, without_not};
pub(crate) use self::machine::{Edge, Machine, Position, Trace, position, site};
use self::walk::{Paths, Walker};
use crate::execution::{ContextId, Lanes, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::limits;
use crate::program::{InstructionKind, MbarrierOperation, Tcgen05, Terminator};
use crate::threads::ThreadSet;
use crate::value::Uniformity;

/// What a state of a machine means before an instruction, or at the end of the kernel.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Verdict<T> {
    /// The instruction asks for nothing, or nothing has happened yet that it depends on.
    Open,
    /// What it asks for has happened.
    Right,
    /// It has not.
    Wrong(T),
}

impl<T> Verdict<T> {
    /// [`Self::Wrong`] if a condition holds, and otherwise [`Self::Right`].
    pub fn wrong_if(condition: bool, fault: T) -> Self {
        if condition { Self::Wrong(fault) } else { Self::Right }
    }
}

/// What is wrong in some state, if nothing is right in any.
pub(crate) fn wrong<S: Copy, T>(states: &BTreeSet<S>, mut judge: impl FnMut(S) -> Verdict<T>) -> Option<T> {
    let mut found = None;
    for &state in states {
        match judge(state) {
            Verdict::Open => {}
            Verdict::Right => return None,
            Verdict::Wrong(fault) => found = found.or(Some(fault)),
        }
    }
    found
}

/// One thread of each group that takes the same paths, as far as they are known.
pub(crate) fn threads(run: &Run<'_>) -> Vec<usize> {
    run.once(groups).0.iter().filter_map(ThreadSet::lowest).collect()
}

/// As [`threads`], in another warp than these threads if there is one.
pub(crate) fn threads_apart(run: &Run<'_>, from: &ThreadSet) -> Vec<usize> {
    let apart = |group: &ThreadSet| {
        let (warp, lanes) = group.warps().find(|(warp, _)| from.lanes(*warp) == 0)?;
        Some(warp * 32 + lanes.trailing_zeros() as usize)
    };
    run.once(groups).0.iter().filter_map(|group| apart(group).or_else(|| group.lowest())).collect()
}

/// The threads that take the same paths.
pub(crate) struct PathGroups(pub Vec<ThreadSet>);

pub(crate) fn groups(run: &Run<'_>) -> PathGroups {
    let mut groups = vec![run.cta.all()];
    for (id, context) in run.contexts() {
        let Some(function) = run.function(id) else { continue };
        let edges = function.enumerate().flat_map(|(from, block)| {
            (0..block.end.targets().count()).map(move |index| run.edge(id, from, index).threads)
        });
        for set in edges.chain([context.entry.threads]) {
            let split = |group: &ThreadSet| [group.and(&set), group.without(&set)];
            let next: Vec<ThreadSet> = groups.iter().flat_map(split).filter(|group| !group.is_empty()).collect();
            if next.len() <= limits::THREADS {
                groups = next;
            }
        }
    }
    PathGroups(groups)
}

/// All paths.
pub(crate) const ALL: Paths<'static> = Paths { assumed: &BTreeMap::new(), back_edges: true, counts: false };

/// The states of a machine on all paths of a thread. None if there are too many.
pub(crate) fn trace<M: Machine>(run: &Run<'_>, thread: usize, machine: &M) -> Option<Trace<M::State>> {
    Walker::new(run, thread, ALL, machine).walk()
}

/// [`trace`], without the edges that the first iteration of a loop does not take: the end of a loop that counts to
/// eight.
pub(crate) fn counted_trace<M: Machine>(run: &Run<'_>, thread: usize, machine: &M) -> Option<Trace<M::State>> {
    Walker::new(run, thread, Paths { counts: true, ..ALL }, machine).walk()
}

/// The states of a machine on the paths of a thread without back edges: before the first execution of each
/// instruction.
pub(crate) fn first_trace<M: Machine>(run: &Run<'_>, thread: usize, machine: &M) -> Option<Trace<M::State>> {
    Walker::new(run, thread, Paths { back_edges: false, ..ALL }, machine).walk()
}

/// Whether all threads of the CTA execute an instruction, or none does.
pub(crate) fn is_by_all(site: &Site<'_, '_>) -> bool {
    let presence = site.presence;
    let is_uniform = presence.condition.is_none_or(|condition| condition <= Uniformity::Cta);
    is_uniform && presence.lanes == Lanes::All && presence.all_warps && presence.threads == site.run.cta.all()
}

/// Whether a count is that of all threads of the CTA: a barrier counts whole warps, and 0 is all.
pub(crate) fn is_whole(run: &Run<'_>, count: u64) -> bool {
    count == 0 || count == u64::from(run.cta.threads().next_multiple_of(32))
}

/// Whether a thread can wait for threads of other warps at an instruction that is no barrier of the CTA.
pub(crate) const fn waits(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::ClusterWait { .. }
            | InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. }
            | InstructionKind::Wgmma(_)
            | InstructionKind::SetMaxnreg { .. }
            | InstructionKind::Tcgen05 { operation: Tcgen05::Alloc, .. }
    )
}

/// Whether a thread can learn of another one that has waited for an mbarrier: at a barrier or a wait that not all
/// threads of the CTA execute, so that others can be further, and where other CTAs can signal. With `of_cluster`, they
/// arrive at mbarriers.
pub(crate) fn learns(site: &Site<'_, '_>, of_cluster: bool) -> bool {
    match site.instruction.kind {
        InstructionKind::Barrier { .. } => !is_by_all(site),
        InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. } => of_cluster || !is_by_all(site),
        InstructionKind::ClusterWait { .. } => site.run.cta.cluster_ctas() != Some(1),
        InstructionKind::CallUnknown => true,
        _ => false,
    }
}

/// Whether a CTA can signal to another one by an mbarrier.
pub(crate) fn signals_to_others(run: &Run<'_>) -> bool {
    run.sites().any(|site| site.instruction.reaches_other_ctas())
}

/// What a judge finds certain: at an instruction that is wrong in some state and right in none, and at the end of the
/// kernel.
///
/// The paths are followed without an assumption; then without back edges, which gives the first execution of
/// each instruction; and then once for each outcome of each condition. With an assumption only what every path leads to
/// from there counts, so that no other unknown condition can contradict it.
pub(crate) fn always<M: Machine, T>(
    run: &Run<'_>,
    thread: usize,
    machine: &M,
    mut judge: impl FnMut(&Site<'_, '_>, M::State) -> Verdict<T>,
    mut at_end: impl FnMut(M::State) -> Verdict<(InstId, T)>,
) -> Vec<(InstId, T)> {
    let mut found = Vec::new();
    let Some(plain) = trace(run, thread, machine) else { return found };
    // Where something is wrong on some path. With an assumption there are fewer paths.
    let mut suspects: BTreeSet<(ContextId, BlockId)> = BTreeSet::new();
    for (&at, states) in &plain.ends {
        suspects.extend(states.iter().any(|&state| matches!(at_end(state), Verdict::Wrong(_))).then_some(at));
    }
    for (site, states) in plain.sites(run) {
        let is_suspect = states.iter().any(|&state| matches!(judge(&site, state), Verdict::Wrong(_)));
        suspects.extend(is_suspect.then_some((site.context, site.block)));
    }
    if suspects.is_empty() {
        return found;
    }
    let mut search = |trace: &Trace<M::State>, counts: &dyn Fn(ContextId, BlockId) -> bool| {
        for (site, states) in trace.sites(run).filter(|(site, _)| counts(site.context, site.block)) {
            let fault = wrong(states, |state| judge(&site, state));
            found.extend(fault.map(|fault| (site.instruction.id, fault)));
        }
        for (_, states) in trace.ends.iter().filter(|&(&(context, block), _)| counts(context, block)) {
            found.extend(wrong(states, &mut at_end));
        }
    };
    search(&plain, &|_, _| true);
    if let Some(first) = first_trace(run, thread, machine) {
        search(&first, &|_, _| true);
    }
    for assumption in assumptions(run, thread) {
        let targets = assumed_targets(run, &assumption);
        let graph = run.graph(assumption.context);
        let leads_to =
            |block| graph.is_some_and(|graph| targets.iter().any(|&target| graph.post_dominates(block, target)));
        let counts = |context, block| context == assumption.context && leads_to(block);
        if !suspects.iter().any(|&(context, block)| counts(context, block)) {
            continue;
        }
        let assumed = implied::outcomes(run, &[assumption]);
        if let Some(trace) = Walker::new(run, thread, Paths { assumed: &assumed, ..ALL }, machine).walk() {
            search(&trace, &counts);
        }
    }
    found.sort_by_key(|(id, _)| *id);
    found.dedup_by_key(|(id, _)| *id);
    found
}

/// The conditions that a thread tests outside of loops, and of which it is not known whether they hold; each with both
/// outcomes. Not those that the code determines, and that are only not followed.
pub(crate) fn assumptions(run: &Run<'_>, thread: usize) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    for (context, _) in run.contexts() {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { continue };
        let forgotten = function.forgotten();
        let is_forgotten = |value: &ValueId| forgotten.get(value.index()).copied().unwrap_or(false);
        for (id, block) in function.enumerate().filter(|(id, _)| !graph.is_in_cycle(*id)) {
            let Terminator::Branch { condition, .. } = &block.end else { continue };
            if is_forgotten(condition) {
                continue;
            }
            let is_open = (0..2).all(|index| run.edge(context, id, index).threads.contains(thread));
            let (condition, _) = without_not(run, context, *condition);
            let is_new = !found.iter().any(|known| known.context == context && known.condition == condition);
            if is_open && is_new && found.len() < 2 * limits::ASSUMPTIONS {
                found.extend([true, false].map(|holds| Assumption { context, condition, holds }));
            }
        }
    }
    found
}
