//! The order of instructions on the paths of a thread: protocols as state machines.
//!
//! Accepts a [`Machine`] and a thread of a [`Run`]. Guarantees the states in which the machine can be before each
//! instruction, over all paths that this thread can take, through calls and loops. A fault is certain if every state
//! before an instruction is one ([`always`]).
//!
//! | module | protocol |
//! |---|---|
//! | [`address`] | which objects are the same |
//! | [`barrier`] | barriers of the CTA: who takes part |
//! | [`cancel`] | `clusterlaunchcontrol` |
//! | [`cluster`] | cluster barriers, and CTAs that have left |
//! | `first` | the first turn of each loop |
//! | [`flag`] | which edges tell whether a request was successful |
//! | [`living`] | threads that have not exited |
//! | [`mbarrier`] | initialisation of mbarriers |
//! | [`pair`] | CTA pairs before they release tensor memory |
//! | `spin` | loops that wait for memory |
//! | [`tensor`] | tensor memory |
//! | [`wgmma`] | fence, multiply, commit, wait |
//!
//! Leaves out on purpose: that two unknown conditions exclude each other, except for a condition that is tested twice.

pub mod address;
pub mod barrier;
pub mod cancel;
pub mod cluster;
mod first;
pub mod flag;
pub mod living;
pub mod mbarrier;
pub mod pair;
mod spin;
pub mod tensor;
pub mod wgmma;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use self::first::FirstTurn;
use crate::execution::{Context, ContextId, Run, Site};
use crate::id::{BlockId, InstId, ValueId};
use crate::program::{Block, InstructionKind, Terminator};
use crate::threads::ThreadSet;
use crate::value::{Operator, ValueKind};

/// The most states of a machine that are told apart before one instruction. With more, nothing is certain.
const MAX_STATES: usize = 64;

/// The most threads whose paths are followed.
const MAX_THREADS: usize = 32;

/// The most conditions that are assumed to hold, and then not to hold.
const MAX_ASSUMPTIONS: usize = 16;

/// A protocol as a state machine.
pub trait Machine {
    /// A state.
    type State: Copy + Ord;

    /// The state before the first instruction.
    fn start(&self) -> Self::State;

    /// The state after an instruction.
    fn step(&self, state: Self::State, site: &Site<'_, '_>) -> Self::State;

    /// The state after an edge; none if a thread in this state does not take it.
    fn take(&self, state: Self::State, _edge: &Edge) -> Option<Self::State> {
        Some(state)
    }
}

/// What a state of a machine means before an instruction, or at the end of the kernel.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Verdict<T> {
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
fn wrong<S: Copy, T>(states: &BTreeSet<S>, mut judge: impl FnMut(S) -> Verdict<T>) -> Option<T> {
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

/// An edge in one context: the block that it leaves, and its index in [`Terminator::targets`].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct Edge {
    /// The context.
    pub context: ContextId,
    /// The block that it leaves.
    pub from: BlockId,
    /// Its index.
    pub index: usize,
}

/// A position in a context: before the instruction of a block with that index, or at the end of the block.
type Position = (ContextId, BlockId, usize);

/// The outcome of a condition that a path is assumed to have.
#[derive(Copy, Clone, Debug)]
struct Assumption {
    context: ContextId,
    condition: ValueId,
    holds: bool,
}

/// The states of a machine on the paths of one thread.
#[derive(Debug)]
pub struct Trace<S> {
    /// The states before each instruction that is no call.
    before: BTreeMap<Position, BTreeSet<S>>,
    /// The states where the thread ends: at returns of the kernel, and at exits.
    pub ends: BTreeMap<(ContextId, BlockId), BTreeSet<S>>,
}

impl<S: Copy + Ord> Trace<S> {
    /// Every instruction that the thread gets to, with the states before it.
    pub fn sites<'t, 'r, 'p>(&'t self, run: &'r Run<'p>) -> impl Iterator<Item = (Site<'r, 'p>, &'t BTreeSet<S>)> {
        self.before
            .iter()
            .filter_map(|(&(context, block, index), states)| Some((site(run, context, block, index)?, states)))
    }

    /// The states before one instruction.
    pub fn before(&self, site: &Site<'_, '_>) -> Option<&BTreeSet<S>> {
        self.before.get(&(site.context, site.block, site.index))
    }
}

fn site<'r, 'p>(run: &'r Run<'p>, context: ContextId, block: BlockId, index: usize) -> Option<Site<'r, 'p>> {
    let instruction = run.function(context)?.block(block)?.instructions.get(index)?;
    Some(Site { run, context, block, index, instruction, presence: run.presence(context, block) })
}

/// One thread of each group that takes the same paths, as far as they are known.
pub fn threads(run: &Run<'_>) -> Vec<usize> {
    run.once(groups).0.iter().filter_map(ThreadSet::lowest).collect()
}

/// The threads that take the same paths.
struct Groups(Vec<ThreadSet>);

fn groups(run: &Run<'_>) -> Groups {
    let mut groups = vec![run.cta.all()];
    for (id, context) in run.contexts() {
        let Some(function) = run.function(id) else { continue };
        let edges = function.enumerate().flat_map(|(from, block)| {
            (0..block.end.targets().count()).map(move |index| run.edge(id, from, index).threads)
        });
        for set in edges.chain([context.entry.threads]) {
            let split = |group: &ThreadSet| [group.and(&set), group.without(&set)];
            let next: Vec<ThreadSet> = groups.iter().flat_map(split).filter(|group| !group.is_empty()).collect();
            if next.len() <= MAX_THREADS {
                groups = next;
            }
        }
    }
    Groups(groups)
}

/// The states of a machine on all paths of a thread. None if there are too many.
pub fn trace<M: Machine>(run: &Run<'_>, thread: usize, machine: &M) -> Option<Trace<M::State>> {
    Walker::new(run, thread, Paths { assumption: None, leads_back: true }, machine).walk()
}

/// The states of a machine on the paths of a thread without edges that lead back: before the first execution of each
/// instruction.
pub fn first_trace<M: Machine>(run: &Run<'_>, thread: usize, machine: &M) -> Option<Trace<M::State>> {
    Walker::new(run, thread, Paths { assumption: None, leads_back: false }, machine).walk()
}

/// What a judge finds certain: at an instruction that is wrong in some state and right in none, and at the end of the
/// kernel.
///
/// The paths are followed without an assumption; then without edges that lead back, which gives the first execution of each
/// instruction; and then once for each outcome of each condition. With an assumption only what every path leads to from
/// there counts, so that no other unknown condition can contradict it.
pub fn always<M: Machine, T>(
    run: &Run<'_>,
    thread: usize,
    machine: &M,
    mut judge: impl FnMut(&Site<'_, '_>, M::State) -> Verdict<T>,
    mut at_end: impl FnMut(M::State) -> Verdict<(InstId, T)>,
) -> Vec<(InstId, T)> {
    let mut found = Vec::new();
    let all = Paths { assumption: None, leads_back: true };
    let Some(plain) = Walker::new(run, thread, all, machine).walk() else { return found };
    let mut is_possible = plain.ends.values().flatten().any(|&state| matches!(at_end(state), Verdict::Wrong(_)));
    for (site, states) in plain.sites(run) {
        is_possible |= states.iter().any(|&state| matches!(judge(&site, state), Verdict::Wrong(_)));
    }
    if !is_possible {
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
    if let Some(first) = Walker::new(run, thread, Paths { leads_back: false, ..all }, machine).walk() {
        search(&first, &|_, _| true);
    }
    for assumption in assumptions(run, thread) {
        let targets = assumed_targets(run, &assumption);
        let graph = run.graph(assumption.context);
        let leads_to =
            |block| graph.is_some_and(|graph| targets.iter().any(|&target| graph.post_dominates(block, target)));
        if let Some(trace) = Walker::new(run, thread, Paths { assumption: Some(assumption), ..all }, machine).walk() {
            search(&trace, &|context, block| context == assumption.context && leads_to(block));
        }
    }
    found.sort_by_key(|(id, _)| *id);
    found.dedup_by_key(|(id, _)| *id);
    found
}

/// The conditions that a thread tests outside of loops, and of which it is not known whether they hold; each with both
/// outcomes.
fn assumptions(run: &Run<'_>, thread: usize) -> Vec<Assumption> {
    let mut found: Vec<Assumption> = Vec::new();
    for (context, _) in run.contexts() {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { continue };
        for (id, block) in function.enumerate().filter(|(id, _)| !graph.is_in_cycle(*id)) {
            let Terminator::Branch { condition, .. } = &block.end else { continue };
            let is_open = (0..2).all(|index| run.edge(context, id, index).threads.contains(thread));
            let (condition, _) = without_not(run, context, *condition);
            let is_new = !found.iter().any(|known| known.context == context && known.condition == condition);
            if is_open && is_new && found.len() < 2 * MAX_ASSUMPTIONS {
                found.extend([true, false].map(|holds| Assumption { context, condition, holds }));
            }
        }
    }
    found
}

/// The value that a predicate is the complement of, and false; or the predicate itself, and true.
fn without_not(run: &Run<'_>, context: ContextId, mut condition: ValueId) -> (ValueId, bool) {
    let mut holds = true;
    let Some(function) = run.function(context) else { return (condition, holds) };
    while let Some(value) = function.value(condition)
        && let ValueKind::Compute(Operator::Xor, operands) = &value.kind
        && let [inner, one] = operands.as_slice()
        && value.bits == 1
        && function.constant(*one).is_some_and(|one| one & 1 == 1)
    {
        (condition, holds) = (*inner, !holds);
    }
    (condition, holds)
}

/// The blocks that a thread goes on with where it tests an assumed condition.
fn assumed_targets(run: &Run<'_>, assumption: &Assumption) -> Vec<BlockId> {
    let blocks = run.function(assumption.context).map_or(&[][..], |function| &function.blocks);
    let target = |block: &Block| match &block.end {
        Terminator::Branch { condition, holds, fails } => {
            let (condition, is_plain) = without_not(run, assumption.context, *condition);
            let target = if is_plain == assumption.holds { holds } else { fails };
            (condition == assumption.condition).then_some(target.to)
        }
        _ => None,
    };
    blocks.iter().filter_map(target).collect()
}

/// The paths that are followed.
#[derive(Copy, Clone, Debug)]
struct Paths {
    assumption: Option<Assumption>,
    /// Whether edges that lead back are followed.
    leads_back: bool,
}

/// The most conditions of one function that a path remembers.
const MAX_REMEMBERED: usize = 6;

/// The outcomes of conditions on a path, for those that are tested more than once; forgotten where an edge leads back.
type Outcomes = [Option<bool>; MAX_REMEMBERED];

/// What the walk of a function needs to know of it.
#[derive(Debug, Default)]
struct Layout {
    /// The position of each block in reverse post-order.
    rank: Vec<usize>,
    /// The conditions that are tested more than once.
    remembered: Vec<ValueId>,
    /// The first turn of the loops, if only that one is followed.
    first: Option<FirstTurn>,
}

impl Layout {
    fn of(run: &Run<'_>, context: ContextId, leads_back: bool) -> Self {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Self::default() };
        let mut rank = vec![usize::MAX; function.blocks.len()];
        for (index, block) in graph.order.iter().enumerate() {
            if let Some(rank) = rank.get_mut(block.index()) {
                *rank = index;
            }
        }
        let conditions = function.blocks.iter().filter_map(|block| match block.end {
            Terminator::Branch { condition, .. } => Some(without_not(run, context, condition).0),
            _ => None,
        });
        let mut counts: BTreeMap<ValueId, usize> = BTreeMap::new();
        for condition in conditions {
            *counts.entry(condition).or_default() += 1;
        }
        let several = counts.into_iter().filter(|&(_, count)| count > 1).map(|(condition, _)| condition);
        let mut layout = Self { rank, remembered: several.take(MAX_REMEMBERED).collect(), first: None };
        if !leads_back {
            layout.first = Some(FirstTurn::of(run, context, |from, to| layout.leads_back(from, to)));
        }
        layout
    }

    /// Whether it is doubtful that the first turn executes a block.
    fn is_doubtful(&self, block: BlockId) -> bool {
        self.first.as_ref().is_some_and(|first| first.is_doubtful(block))
    }

    /// Whether an edge is followed.
    fn follows(&self, edge: &Edge, to: BlockId) -> bool {
        self.first.as_ref().is_none_or(|first| first.takes(edge.from, edge.index) && !self.leads_back(edge.from, to))
    }

    fn leads_back(&self, from: BlockId, to: BlockId) -> bool {
        let rank = |block: BlockId| self.rank.get(block.index()).copied().unwrap_or(usize::MAX);
        rank(to) <= rank(from)
    }
}

/// Follows the paths of one thread.
struct Walker<'w, 'r, 'p, M: Machine> {
    run: &'r Run<'p>,
    thread: usize,
    paths: Paths,
    machine: &'w M,
    layouts: BTreeMap<ContextId, Rc<Layout>>,
    trace: Trace<M::State>,
    /// The states after a context that is entered in a state; empty while it is computed.
    after: BTreeMap<(ContextId, M::State), BTreeSet<M::State>>,
    is_complete: bool,
}

impl<'w, 'r, 'p, M: Machine> Walker<'w, 'r, 'p, M> {
    fn new(run: &'r Run<'p>, thread: usize, paths: Paths, machine: &'w M) -> Self {
        let trace = Trace { before: BTreeMap::new(), ends: BTreeMap::new() };
        Self { run, thread, paths, machine, layouts: BTreeMap::new(), trace, after: BTreeMap::new(), is_complete: true }
    }

    fn walk(mut self) -> Option<Trace<M::State>> {
        let root = self.run.root();
        if self.run.context(root)?.entry.threads.contains(self.thread) {
            self.context(root, self.machine.start());
        }
        self.leave_out_doubtful();
        self.is_complete.then_some(self.trace)
    }

    /// Leaves out the blocks that the first turn of a loop can miss, and the functions that are called there.
    fn leave_out_doubtful(&mut self) {
        let mut contexts: BTreeSet<ContextId> = BTreeSet::new();
        let mut pending = Vec::new();
        for (&context, layout) in &self.layouts {
            for &(block, _, callee) in self.run.context(context).into_iter().flat_map(Context::calls) {
                pending.extend(layout.is_doubtful(block).then_some(callee));
            }
        }
        while let Some(context) = pending.pop() {
            if contexts.insert(context) {
                pending.extend(
                    self.run.context(context).into_iter().flat_map(Context::calls).map(|&(_, _, callee)| callee),
                );
            }
        }
        let layouts = &self.layouts;
        let is_certain = |context: ContextId, block: BlockId| {
            !contexts.contains(&context) && !layouts.get(&context).is_some_and(|layout| layout.is_doubtful(block))
        };
        self.trace.before.retain(|&(context, block, _), _| is_certain(context, block));
        self.trace.ends.retain(|&(context, block), _| is_certain(context, block));
    }

    /// The states after a context that is entered in a state.
    fn context(&mut self, id: ContextId, state: M::State) -> BTreeSet<M::State> {
        if let Some(known) = self.after.get(&(id, state)) {
            return known.clone();
        }
        self.after.insert((id, state), BTreeSet::new());
        let run = self.run;
        let leads_back = self.paths.leads_back;
        let layout = Rc::clone(self.layouts.entry(id).or_insert_with(|| Rc::new(Layout::of(run, id, leads_back))));
        let mut after = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut pending = vec![(BlockId::new(0), Outcomes::default(), state)];
        while let Some((block, outcomes, state)) = pending.pop() {
            if !seen.insert((block, outcomes, state)) || !self.is_complete {
                continue;
            }
            for state in self.block(id, block, state) {
                self.leave(&layout, (id, block), (outcomes, state), &mut pending, &mut after);
            }
        }
        self.after.insert((id, state), after.clone());
        after
    }

    /// The states at the end of a block.
    fn block(&mut self, context: ContextId, id: BlockId, state: M::State) -> BTreeSet<M::State> {
        let mut states = BTreeSet::from([state]);
        let run = self.run;
        let Some(block) = run.function(context).and_then(|function| function.block(id)) else { return states };
        for (index, instruction) in block.instructions.iter().enumerate() {
            if let InstructionKind::Call { .. } = instruction.kind {
                if let Some(callee) = run.callee(context, id, index) {
                    states = states.into_iter().flat_map(|state| self.context(callee, state)).collect();
                }
                continue;
            }
            let Some(site) = site(run, context, id, index) else { continue };
            let known = self.trace.before.entry((context, id, index)).or_default();
            known.extend(&states);
            self.is_complete &= known.len() <= MAX_STATES;
            states = states.into_iter().map(|state| self.machine.step(state, &site)).collect();
        }
        states
    }

    fn leave(
        &mut self,
        layout: &Layout,
        (context, from): (ContextId, BlockId),
        (outcomes, state): (Outcomes, M::State),
        pending: &mut Vec<(BlockId, Outcomes, M::State)>,
        after: &mut BTreeSet<M::State>,
    ) {
        let Some(block) = self.run.function(context).and_then(|function| function.block(from)) else { return };
        match &block.end {
            Terminator::Return(_) if context != self.run.root() => {
                after.insert(state);
            }
            Terminator::Return(_) | Terminator::Exit => {
                self.trace.ends.entry((context, from)).or_default().insert(state);
            }
            _ => {}
        }
        for (index, target) in block.end.targets().enumerate() {
            let edge = Edge { context, from, index };
            let leads_back = layout.leads_back(from, target.to);
            if !self.run.edge(context, from, index).threads.contains(self.thread) || !layout.follows(&edge, target.to) {
                continue;
            }
            if let Some(outcomes) = self.decide(layout, &edge, &block.end, outcomes)
                && let Some(state) = self.machine.take(state, &edge)
            {
                pending.push((target.to, if leads_back { Outcomes::default() } else { outcomes }, state));
            }
        }
    }

    /// The outcomes that are known behind an edge. None if they, or the assumption, contradict it.
    fn decide(&self, layout: &Layout, edge: &Edge, end: &Terminator, mut outcomes: Outcomes) -> Option<Outcomes> {
        let Terminator::Branch { condition, .. } = end else { return Some(outcomes) };
        let (condition, is_plain) = without_not(self.run, edge.context, *condition);
        let holds = (edge.index == 0) == is_plain;
        if let Some(assumption) = self.paths.assumption
            && (assumption.context, assumption.condition) == (edge.context, condition)
            && assumption.holds != holds
        {
            return None;
        }
        let slot = layout.remembered.iter().position(|&remembered| remembered == condition);
        if let Some(outcome) = slot.and_then(|slot| outcomes.get_mut(slot)) {
            if outcome.is_some_and(|outcome| outcome != holds) {
                return None;
            }
            *outcome = Some(holds);
        }
        Some(outcomes)
    }
}
