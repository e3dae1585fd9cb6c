//! The walk over the paths of one thread.
//!
//! Guarantees that each block is visited once for each state of the machine and each outcome of the conditions that are
//! remembered, and each function once for each state that it is entered in.
//!
//! Leaves out on purpose: what the states mean ([`crate::paths::always`]).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use smallvec::SmallVec;

use crate::execution::{Context, ContextId, Lanes, Run};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::condition::without_not;
use crate::paths::first::FirstIteration;
use crate::paths::first_branches::{FirstIterationBranches, LoopBits};
use crate::paths::implied::{Decided, Test};
use crate::paths::machine::{Edge, Machine, Trace, site};
use crate::program::{Function, InstructionKind, Terminator};
use crate::value::{Operator, ValueKind};

/// The paths that are followed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Paths<'a> {
    /// Outcomes of conditions that the paths have.
    pub assumed: &'a Decided,
    /// Whether back edges are followed.
    pub back_edges: bool,
    /// Whether the first iteration of a loop takes only the edges that it decides on.
    pub counts: bool,
}

/// The outcomes of conditions on a path, for those that decide more than once: the same condition is tested again, or
/// the same value is compared again. Forgotten where the next iteration of a loop computes the condition again, and
/// where nothing is left to decide.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct Outcomes {
    /// The conditions whose outcome is known, as bits by their index.
    known: u8,
    /// Those that hold.
    holds: u8,
}

const _: () = assert!(limits::REMEMBERED_CONDITIONS <= u8::BITS as usize);

impl Outcomes {
    fn get(self, slot: usize) -> Option<bool> {
        (self.known >> slot & 1 == 1).then_some(self.holds >> slot & 1 == 1)
    }

    const fn set(&mut self, slot: usize, holds: bool) {
        self.known |= 1 << slot;
        self.holds = self.holds & !(1 << slot) | (holds as u8) << slot;
    }

    /// Only the outcomes of these conditions.
    const fn only(self, conditions: u8) -> Self {
        Self { known: self.known & conditions, holds: self.holds & conditions }
    }
}

/// What is known of a path of a function.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
struct PathMemory {
    outcomes: Outcomes,
    /// The loops that are in a later iteration than the first, if that counts.
    later: LoopBits,
}

/// The conditions that a function tests. Each walk needs them.
#[derive(Debug, Default)]
struct Tests {
    /// The conditions that decide more than once, each with what it compares.
    remembered: Vec<(ValueId, Option<Test>)>,
    /// For each block, which of them decide there or after it, as far as there is no back edge, as bits by their index.
    tested: Vec<u8>,
}

/// The conditions that are tested in each context of a run.
type AllTests = BTreeMap<ContextId, Rc<Tests>>;

/// [`AllTests`], for [`Run::once`].
fn all_tests(run: &Run<'_>) -> AllTests {
    run.contexts().map(|(context, _)| (context, Rc::new(Tests::of(run, context)))).collect()
}

impl Tests {
    fn of(run: &Run<'_>, context: ContextId) -> Self {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Self::default() };
        let (mut counts, mut whole): (BTreeMap<ValueId, usize>, BTreeSet<ValueId>) = Default::default();
        for block in &function.blocks {
            let Terminator::Branch { condition, .. } = block.end else { continue };
            // Where all threads know the outcome, the edges say which of them take which.
            let is_open = |part: &ValueId| !run.known(context, *part).is_known_to(&run.cta.all());
            let parts = parts(run, context, condition, &|_, _| None).into_iter().map(|(part, _)| part).filter(is_open);
            for part in parts.collect::<BTreeSet<_>>() {
                *counts.entry(part).or_default() += 1;
            }
            whole.insert(without_not(run, context, condition).0);
        }
        let tests: Vec<_> = counts.keys().map(|&condition| Test::of(run, context, condition)).collect();
        let mut compared: BTreeMap<ValueId, usize> = BTreeMap::new();
        tests.iter().flatten().for_each(|test| *compared.entry(test.of).or_default() += 1);
        let is_again = |test: &Option<Test>| test.is_some_and(|test| compared.get(&test.of).is_some_and(|&of| of > 1));
        let all = counts.into_iter().zip(tests).map(|((condition, count), test)| (condition, count, test));
        let mut several: Vec<_> = all.filter(|(_, count, test)| *count > 1 || is_again(test)).collect();
        // If there are too many, first what is tested again, then what is compared again; parts of conditions come
        // last.
        several.sort_by_key(|(condition, count, _)| (*count == 1, !whole.contains(condition)));
        let remembered = several
            .into_iter()
            .take(limits::REMEMBERED_CONDITIONS)
            .map(|(condition, _, test)| (condition, test))
            .collect();
        let mut tests = Self { remembered, tested: Vec::new() };
        tests.tested = tests.tested(run, context, function, graph);
        tests
    }

    /// [`Self::tested`] of all blocks.
    fn tested(&self, run: &Run<'_>, context: ContextId, function: &Function, graph: &Graph) -> Vec<u8> {
        let mut tested = vec![0; function.blocks.len()];
        for &id in graph.order.iter().rev() {
            let Some(block) = function.block(id) else { continue };
            let mut here = 0;
            if let Terminator::Branch { condition, .. } = block.end {
                let slots =
                    parts(run, context, condition, &|_, _| None).into_iter().filter_map(|(part, _)| self.slot(part));
                for slot in slots {
                    here |= 1 << slot;
                    self.of_same_value(slot).for_each(|(other, _)| here |= 1 << other);
                }
            }
            for target in block.end.targets().filter(|target| !graph.is_retreating(id, target.to)) {
                here |= tested.get(target.to.index()).copied().unwrap_or(0);
            }
            if let Some(entry) = tested.get_mut(id.index()) {
                *entry = here;
            }
        }
        tested
    }

    /// The index of a condition that is remembered.
    fn slot(&self, condition: ValueId) -> Option<usize> {
        self.remembered.iter().position(|&(remembered, _)| remembered == condition)
    }

    /// The remembered conditions that compare the same value as this one; this one, too.
    fn of_same_value(&self, slot: usize) -> impl Iterator<Item = (usize, Test)> + Clone {
        let of = self.remembered.get(slot).and_then(|(_, test)| *test).map(|test| test.of);
        let tests = self.remembered.iter().enumerate().filter_map(|(slot, (_, test))| Some((slot, (*test)?)));
        tests.filter(move |(_, test)| Some(test.of) == of)
    }

    /// Whether some number gives the comparisons of the value that a condition compares the outcomes that they have on
    /// a path.
    fn can_have(&self, slot: usize, outcomes: Outcomes) -> bool {
        Test::can_have(self.of_same_value(slot).filter_map(move |(slot, test)| Some((test, outcomes.get(slot)?))))
    }

    /// The outcomes to remember after an edge.
    fn outcomes_behind(&self, graph: &Graph, from: BlockId, to: BlockId, mut outcomes: Outcomes) -> Outcomes {
        if graph.is_retreating(from, to) {
            let header = graph.loops.innermost(to).filter(|_| graph.dominates(to, from));
            let is_same = |condition: ValueId, id| {
                let variance = graph.variance.get(condition.index());
                variance.is_some_and(|variance| !variance.varies_in(&graph.loops, id))
            };
            for (slot, (condition, _)) in self.remembered.iter().enumerate() {
                if !header.is_some_and(|id| is_same(*condition, id)) {
                    outcomes = outcomes.only(!(1 << slot));
                }
            }
        }
        outcomes.only(self.tested.get(to.index()).copied().unwrap_or(0))
    }
}

/// What a walk along some paths needs to know of a function.
#[derive(Debug, Default)]
struct WalkPlan {
    tests: Rc<Tests>,
    /// The first iteration of the loops, if only that one is followed.
    first: Option<FirstIteration>,
    /// What the first iterations of loops decide, if that counts.
    counted: FirstIterationBranches,
}

impl WalkPlan {
    fn of(run: &Run<'_>, context: ContextId, paths: &Paths<'_>) -> Self {
        let Some(tests) = run.once(all_tests).get(&context).cloned() else { return Self::default() };
        let first = (!paths.back_edges).then(|| FirstIteration::of(run, context));
        let counted =
            if paths.counts { FirstIterationBranches::of(run, context) } else { FirstIterationBranches::default() };
        Self { tests, first, counted }
    }

    /// Whether the first iteration can skip a block.
    fn is_skippable(&self, block: BlockId) -> bool {
        self.first.as_ref().is_some_and(|first| first.is_skippable(block))
    }

    /// Whether an edge is followed.
    fn follows(&self, graph: &Graph, edge: &Edge, to: BlockId) -> bool {
        let is_first =
            |first: &FirstIteration| first.takes(edge.from, edge.index) && !graph.is_retreating(edge.from, to);
        self.first.as_ref().is_none_or(is_first)
    }
}

/// Follows the paths of one thread.
pub(crate) struct Walker<'w, 'r, 'p, M: Machine> {
    run: &'r Run<'p>,
    thread: usize,
    paths: Paths<'w>,
    machine: &'w M,
    plans: BTreeMap<ContextId, Rc<WalkPlan>>,
    trace: Trace<M::State>,
    /// The states after a context that is entered in a state; empty while it is computed.
    after: BTreeMap<(ContextId, M::State), BTreeSet<M::State>>,
    is_complete: bool,
}

impl<'w, 'r, 'p, M: Machine> Walker<'w, 'r, 'p, M> {
    pub fn new(run: &'r Run<'p>, thread: usize, paths: Paths<'w>, machine: &'w M) -> Self {
        let trace = Trace { before: BTreeMap::new(), ends: BTreeMap::new() };
        Self { run, thread, paths, machine, plans: BTreeMap::new(), trace, after: BTreeMap::new(), is_complete: true }
    }

    pub fn walk(mut self) -> Option<Trace<M::State>> {
        let root = self.run.root();
        if self.run.context(root)?.entry.threads.contains(self.thread) {
            self.context(root, self.machine.start());
        }
        self.leave_out_skippable();
        self.is_complete.then_some(self.trace)
    }

    /// Leaves out the blocks that the first iteration of a loop can miss, and the functions that are called there.
    fn leave_out_skippable(&mut self) {
        let mut skippable = Vec::new();
        for (&context, plan) in &self.plans {
            let calls = self.run.context(context).into_iter().flat_map(Context::calls);
            skippable.extend(calls.filter(|(block, ..)| plan.is_skippable(*block)).map(|&(_, _, callee)| callee));
        }
        let contexts = self.run.with_callees(skippable);
        let plans = &self.plans;
        let is_certain = |context: ContextId, block: BlockId| {
            !contexts.contains(&context) && !plans.get(&context).is_some_and(|plan| plan.is_skippable(block))
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
        let paths = self.paths;
        let plan = Rc::clone(self.plans.entry(id).or_insert_with(|| Rc::new(WalkPlan::of(run, id, &paths))));
        let mut after = BTreeSet::new();
        let mut seen = vec![BTreeSet::new(); run.function(id).map_or(0, |function| function.blocks.len())];
        let mut pending = vec![(BlockId::new(0), PathMemory::default(), state)];
        while let Some((block, memory, state)) = pending.pop() {
            let is_new = seen.get_mut(block.index()).is_some_and(|seen| seen.insert((memory, state)));
            if !is_new || !self.is_complete {
                continue;
            }
            for state in self.block(id, block, state) {
                self.leave(&plan, (id, block), (memory, state), &mut pending, &mut after);
            }
        }
        self.after.insert((id, state), after.clone());
        after
    }

    /// The states at the end of a block.
    fn block(&mut self, context: ContextId, id: BlockId, state: M::State) -> SmallVec<[M::State; 1]> {
        let mut states = SmallVec::from_elem(state, 1);
        let run = self.run;
        let Some(block) = run.function(context).and_then(|function| function.block(id)) else { return states };
        for (index, instruction) in block.instructions.iter().enumerate() {
            if let InstructionKind::Call { .. } = instruction.kind {
                if let Some(callee) = run.callee(context, id, index) {
                    states = states.into_iter().flat_map(|state| self.context(callee, state)).collect();
                    states.sort_unstable();
                    states.dedup();
                }
                continue;
            }
            if !self.machine.observes(instruction) {
                continue;
            }
            let Some(site) = site(run, context, id, index) else { continue };
            let known = self.trace.before.entry((context, id, index)).or_default();
            known.extend(&states);
            self.is_complete &= known.len() <= limits::MACHINE_STATES;
            states.iter_mut().for_each(|state| *state = self.machine.step(*state, &site));
            states.sort_unstable();
            states.dedup();
        }
        states
    }

    fn leave(
        &mut self,
        plan: &WalkPlan,
        (context, from): (ContextId, BlockId),
        (memory, state): (PathMemory, M::State),
        pending: &mut Vec<(BlockId, PathMemory, M::State)>,
        after: &mut BTreeSet<M::State>,
    ) {
        let Some(block) = self.run.function(context).and_then(|function| function.block(from)) else { return };
        let Some(graph) = self.run.graph(context) else { return };
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
            let is_taken = self.run.edge(context, from, index).threads.contains(self.thread)
                && (!self.machine.is_elected() || self.takes_if_elected(&edge, &block.end));
            if !is_taken || !plan.follows(graph, &edge, target.to) || !plan.counted.takes(memory.later, from, index) {
                continue;
            }
            let take = |state| match memory.later {
                0 => self.machine.take(state, &edge),
                _ => self.machine.take_later(state, &edge),
            };
            if let Some(outcomes) = self.decide(plan, &edge, &block.end, memory.outcomes)
                && let Some(state) = take(state)
            {
                let outcomes = plan.tests.outcomes_behind(graph, from, target.to, outcomes);
                let later = plan.counted.after(memory.later, (from, target.to), graph);
                pending.push((target.to, PathMemory { outcomes, later }, state));
            }
        }
    }

    /// Whether the thread takes an edge if it is the lane that `elect.sync` elects.
    fn takes_if_elected(&self, edge: &Edge, end: &Terminator) -> bool {
        let number = match end {
            Terminator::Branch { condition, .. } => self.number(edge.context, *condition),
            _ => None,
        };
        number.is_none_or(|number| (number != 0) == (edge.index == 0))
            && self.run.edge(edge.context, edge.from, edge.index).lanes != Lanes::AllButOne
    }

    /// The number that the thread computes, if it is known.
    fn number(&self, context: ContextId, value: ValueId) -> Option<u64> {
        let known = self.run.known(context, value);
        let if_elected = || known.number_if_elected(self.thread).filter(|_| self.machine.is_elected());
        known.number(self.thread).or_else(if_elected)
    }

    /// The outcomes that are known after an edge. None if they, or the assumptions, contradict it.
    fn decide(&self, plan: &WalkPlan, edge: &Edge, end: &Terminator, mut outcomes: Outcomes) -> Option<Outcomes> {
        let Terminator::Branch { condition, .. } = end else { return Some(outcomes) };
        let holds = edge.index == 0;
        let assumed = self.paths.assumed.get(&edge.context).and_then(|assumed| assumed.get(&edge.from));
        if assumed.is_some_and(|&assumed| assumed != holds) {
            return None;
        }
        let known = |context, value| self.number(context, value);
        for (part, implied) in parts(self.run, edge.context, *condition, &known) {
            let implied = if holds { implied.if_holds } else { implied.if_fails };
            if let (Some(implied), Some(slot)) = (implied, plan.tests.slot(part)) {
                if outcomes.get(slot).is_some_and(|outcome| outcome != implied) {
                    return None;
                }
                outcomes.set(slot, implied);
                if !plan.tests.can_have(slot, outcomes) {
                    return None;
                }
            }
        }
        Some(outcomes)
    }
}

/// What the outcome of a condition says of a part of it.
#[derive(Copy, Clone)]
struct Implied {
    if_holds: Option<bool>,
    if_fails: Option<bool>,
}

impl Implied {
    fn and_then(self, next: impl Fn(bool) -> Option<bool>) -> Self {
        Self { if_holds: self.if_holds.and_then(&next), if_fails: self.if_fails.and_then(&next) }
    }
}

type ConditionParts = SmallVec<[(ValueId, Implied); 4]>;

/// A condition without its complement, and if it is the `and` or the `or` of predicates, their parts. For a thread,
/// `known` tells the numbers of some of them.
fn parts(
    run: &Run<'_>,
    context: ContextId,
    condition: ValueId,
    known: &impl Fn(ContextId, ValueId) -> Option<u64>,
) -> ConditionParts {
    let (mut found, mut pending) = (ConditionParts::new(), ConditionParts::new());
    pending.push((condition, Implied { if_holds: Some(true), if_fails: Some(false) }));
    while let Some((condition, implied)) = pending.pop() {
        let (condition, is_plain) = without_not(run, context, condition);
        let implied = implied.and_then(|outcome| Some(outcome == is_plain));
        found.push((condition, implied));
        let Some(value) = run.function(context).and_then(|function| function.value(condition)) else { continue };
        let ValueKind::Compute(operator @ (Operator::And | Operator::Or), operands) = &value.kind else { continue };
        let ([one, two], 1) = (operands.as_slice(), value.bits) else { continue };
        if found.len() + pending.len() >= limits::CONDITION_PARTS {
            continue;
        }
        // If an `and` holds, both of its operands do. If an `or` fails, both fail.
        let decides = *operator == Operator::And;
        for (operand, other) in [(*one, *two), (*two, *one)] {
            // If the other operand holds in an `and`, or fails in an `or`, this one is the whole condition.
            let is_whole = known(context, other) == Some(u64::from(decides));
            let of_operand = |outcome: bool| (is_whole || outcome == decides).then_some(outcome);
            pending.push((operand, implied.and_then(of_operand)));
        }
    }
    found
}
