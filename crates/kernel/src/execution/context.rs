//! One function as the threads of one CTA execute it: which threads are in each block, and what is known of each value.
//!
//! Accepts any function, with the threads that enter it and what is known of its arguments. Guarantees a fixed point:
//! what is known of a value holds for every iteration of every loop. Where the sides of a branch meet again, and none
//! has left, all threads are together again. The number of passes over the function is bounded.
//!
//! In a loop, and in what it calls, the lanes that come together and `all_warps` describe the first time that a warp
//! gets to a block: later there can be fewer threads. The set of threads, and that at most one lane comes, hold always.
//!
//! Leaves out on purpose: calls, which [`super::Run`] follows.

use rustc_hash::FxHashMap;

use super::leaving::Leaving;
use super::presence::{Lanes, Presence};
use super::rank::of_cta;
use crate::evaluate::Known;
use crate::graph::Graph;
use crate::id::{BlockId, FunctionId, ValueId};
use crate::limits;
use crate::loops::LoopId;
use crate::program::{Function, InstructionKind, Target, Terminator};
use crate::range::Ranges;
use crate::threads::Cta;
use crate::value::{Uniformity, ValueKind};

/// How threads enter a function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entering {
    /// The threads, the first time.
    pub presence: Presence,
    /// The groups of them that stop to come at the same time: callers can call it in a loop.
    pub together: Uniformity,
    /// What is known of the arguments.
    pub arguments: Vec<Known>,
}

/// A context of a [`Run`]: its index.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ContextId(pub(super) usize);

/// What a call does, as its caller sees it.
pub(super) struct CallEffect {
    /// Its results, in order.
    pub results: Vec<Known>,
    /// The threads that return, if some can end in it.
    pub returning: Option<Presence>,
    /// The context of the callee; none if it is not followed.
    pub context: Option<ContextId>,
}

/// Follows a call of a function.
pub(super) type FollowCall<'c> = &'c mut dyn FnMut(FunctionId, Entering) -> CallEffect;

/// A function as the threads of one CTA execute it.
#[derive(Debug)]
pub struct Context {
    /// The function.
    pub function: FunctionId,
    /// The threads that enter it.
    pub entry: Presence,
    /// What is known of its arguments.
    pub arguments: Vec<Known>,
    /// The groups of threads that stop to enter it at the same time.
    pub(super) together: Uniformity,
    /// The threads in each block, before the first instruction.
    pub(super) blocks: Vec<Presence>,
    /// The threads that take each edge, in the order of [`Terminator::targets`].
    pub(super) edges: Vec<Vec<Presence>>,
    /// What is known of each value that was needed.
    pub(super) values: Vec<Option<Known>>,
    /// What is known of a value in blocks after the loop that computes it, where that is less.
    pub(super) after: FxHashMap<(BlockId, ValueId), Known>,
    /// For each call, by block and index of the instruction, the context of the callee; in that order.
    pub(super) calls: Vec<(BlockId, usize, ContextId)>,
    /// The threads after each call in which some can end, by block and index of the instruction, ascending.
    pub(super) left: Vec<(BlockId, usize, Presence)>,
    /// What is known of the results.
    pub(super) results: Vec<Known>,
    /// The threads that return.
    pub(super) returning: Presence,
    /// Whether a thread can end in it.
    pub(super) may_exit: bool,
}

impl Context {
    /// Each call, by its block and the index of its instruction, with the context of the callee.
    pub fn calls(&self) -> &[(BlockId, usize, ContextId)] {
        &self.calls
    }
}

/// The threads that take an edge, and what is known of the arguments.
pub(super) struct Incoming {
    pub presence: Presence,
    pub arguments: Vec<Known>,
    /// Whether it is a back edge, and has the state of the pass before.
    pub is_back_edge: bool,
}

/// The threads that take an edge, and what is known of its arguments.
type Taken = (Presence, Vec<Known>);

/// Computes a context.
pub(super) struct Solver<'s> {
    pub function: &'s Function,
    pub graph: &'s Graph,
    /// The intervals of its values.
    pub ranges: &'s dyn Fn() -> Option<&'s Ranges>,
    pub cta: &'s Cta,
    /// What is known of each value in this pass.
    pub values: Vec<Option<Known>>,
    /// The arguments of back edges, and the threads that take them, from the pass before.
    back: Vec<Vec<Option<Taken>>>,
    /// Who leaves which loop, from the pass before.
    leaving: Leaving,
    /// For each value, whether it can differ between the CTAs of the cluster.
    pub of_cta: Vec<bool>,
}

impl<'s> Solver<'s> {
    pub fn new(
        (function, graph, ranges): (&'s Function, &'s Graph, &'s dyn Fn() -> Option<&'s Ranges>),
        cta: &'s Cta,
        is_root: bool,
    ) -> Self {
        let back = function.blocks.iter().map(|block| vec![None; block.end.targets().count()]).collect();
        let has_peers = cta.cluster_ctas().is_some_and(|ctas| ctas > 1);
        let of_cta = if has_peers { of_cta(function, is_root) } else { Vec::new() };
        Self { function, graph, ranges, cta, values: Vec::new(), back, leaving: Leaving::none(graph), of_cta }
    }

    /// The context. `call` follows the calls.
    pub fn solve(mut self, id: FunctionId, entering: Entering, call: FollowCall<'_>) -> Context {
        let count = self.function.blocks.len();
        let mut context = Context {
            function: id,
            entry: entering.presence,
            arguments: entering.arguments,
            together: entering.together,
            blocks: Vec::new(),
            edges: Vec::new(),
            values: Vec::new(),
            after: FxHashMap::default(),
            calls: Vec::new(),
            left: Vec::new(),
            results: Vec::new(),
            returning: Presence::NONE,
            may_exit: false,
        };
        for pass in 1..=limits::EXECUTION_PASSES {
            self.forget();
            context.blocks = vec![Presence::NONE; count];
            context.edges = vec![Vec::new(); count];
            context.calls.clear();
            context.left.clear();
            context.may_exit = false;
            for (index, &parameter) in self.function.parameters.iter().enumerate() {
                let known = context.arguments.get(index).cloned().unwrap_or(Known::unknown(Uniformity::Thread));
                self.set(parameter, known.elected_by(parameter));
            }
            for &block in &self.graph.order {
                self.block(block, &mut context, call);
            }
            if pass == limits::EXECUTION_PASSES || !self.update(&context) {
                break;
            }
            if pass + 1 == limits::EXECUTION_PASSES {
                self.give_up();
            }
        }
        context.calls.sort_unstable_by_key(|&(block, index, _)| (block, index));
        context.left.sort_unstable_by_key(|&(block, index, _)| (block, index));
        self.results(&mut context);
        self.operands(&mut context);
        context.values = self.values;
        context
    }

    /// Forgets the values of the pass before, but for those that no pass changes.
    fn forget(&mut self) {
        self.values.resize(self.function.values.len(), None);
        for (value, _) in self.values.iter_mut().zip(&self.graph.variance).filter(|(_, of)| !of.is_path_independent) {
            *value = None;
        }
    }

    fn block(&mut self, id: BlockId, context: &mut Context, call: FollowCall<'_>) {
        let function = self.function;
        let Some(block) = function.block(id) else { return };
        let incoming = self.incoming(id, context);
        let mut presence = self.presence(id, &incoming, context);
        if let Some(entry) = context.blocks.get_mut(id.index()) {
            *entry = presence;
        }
        for (index, &parameter) in block.parameters.iter().enumerate() {
            let known = self.join(index, &incoming);
            self.set(parameter, known);
        }
        for &value in &block.computes {
            match function.value(value).map(|value| &value.kind) {
                Some(ValueKind::Elect) => self.set(value, Known::elected(value, presence.threads)),
                Some(ValueKind::Compute(operator, operands))
                    if operator.is_of_lanes() && self.is_together(id, &presence, context.together) =>
                {
                    let known = self.of_threads(*operator, operands, &presence.threads);
                    self.set(value, known);
                }
                _ => {}
            }
        }
        for (index, instruction) in block.instructions.iter().enumerate() {
            match &instruction.kind {
                InstructionKind::Call { callee, arguments, results } => {
                    let arguments = arguments.iter().map(|&argument| self.known_in(argument, id, &presence)).collect();
                    let together = self.together(id, &presence, context.together);
                    let called = call(*callee, Entering { presence: presence.of_caller(), together, arguments });
                    context.calls.extend(called.context.map(|called| (id, index, called)));
                    for (index, &result) in results.iter().enumerate() {
                        let known = called.results.get(index).cloned().unwrap_or(Known::unknown(Uniformity::Thread));
                        self.set(result, known.elected_by(result));
                    }
                    if let Some(returning) = called.returning {
                        context.may_exit |= block.end != Terminator::Trap;
                        presence = presence.returning(&returning);
                        context.left.push((id, index, presence));
                    }
                }
                InstructionKind::CallUnknown => {
                    context.may_exit |= !presence.is_none() && block.end != Terminator::Trap;
                    presence = presence.with_unknown(Uniformity::Thread);
                    context.left.push((id, index, presence));
                }
                _ => {}
            }
        }
        context.may_exit |= !presence.is_none() && block.end == Terminator::Exit;
        let mut edges = self.leave(id, &presence, &block.end, context.together);
        for (target, edge) in block.end.targets().zip(&mut edges) {
            *edge = self.outside(id, target.to, *edge);
        }
        if let Some(entry) = context.edges.get_mut(id.index()) {
            *entry = edges;
        }
    }

    /// The edges to a block. Back edges have the state of the pass before.
    fn incoming(&mut self, to: BlockId, context: &Context) -> Vec<Incoming> {
        let graph = self.graph;
        let mut incoming = Vec::new();
        for &(from, index) in graph.incoming.get(to.index()).into_iter().flatten() {
            let is_back_edge = graph.is_retreating(from, to);
            if is_back_edge {
                let known = self.back.get(from.index()).and_then(|edges| edges.get(index)).cloned().flatten();
                incoming.extend(known.map(|(presence, arguments)| Incoming { presence, arguments, is_back_edge }));
                continue;
            }
            let edges = context.edges.get(from.index());
            let presence = edges.and_then(|edges| edges.get(index)).copied().unwrap_or(Presence::NONE);
            let target = self.function.block(from).and_then(|block| block.end.target(index));
            if let Some(target) = target.filter(|_| !presence.is_none()) {
                let arguments = self.arguments(target, &presence);
                incoming.push(Incoming { presence, arguments, is_back_edge });
            }
        }
        incoming
    }

    /// What is known of the arguments of an edge, where it leads to.
    fn arguments(&mut self, target: &Target, presence: &Presence) -> Vec<Known> {
        target.arguments.iter().map(|&argument| self.known_in(argument, target.to, presence)).collect()
    }

    /// The threads that get to a block.
    fn presence(&self, id: BlockId, incoming: &[Incoming], context: &Context) -> Presence {
        if id.index() == 0 {
            return context.entry;
        }
        // Of a cycle with several entries, it is not known which block comes first.
        let several_entries = self.graph.loops.has_irreducible() && self.graph.is_in_cycle(id);
        let merged = incoming
            .iter()
            .filter(|edge| several_entries || !edge.is_back_edge)
            .fold(Presence::NONE, |merged, edge| merged.merge(&edge.presence));
        if merged.is_none() {
            return merged;
        }
        let before = |from| self.outside(from, id, self.at_end(from, context));
        if several_entries {
            return self.graph.dominator(id).map_or(merged, before).with_unknown(Uniformity::Thread);
        }
        self.graph.reconverges_from(id).map_or(merged, before)
    }

    /// The threads at the end of a block that was visited.
    fn at_end(&self, id: BlockId, context: &Context) -> Presence {
        let start = context.blocks.get(id.index()).copied().unwrap_or(Presence::NONE);
        context.left.iter().rfind(|(block, ..)| *block == id).map_or(start, |&(.., presence)| presence)
    }

    /// The threads after loops that an edge leaves. If each iteration elects a lane that leaves, several meet there.
    fn outside(&self, from: BlockId, to: BlockId, presence: Presence) -> Presence {
        if !matches!(presence.lanes, Lanes::One | Lanes::AllButOne) {
            return presence;
        }
        let loops = &self.graph.loops;
        let is_elected_in = |id| match presence.election {
            Some(election) => self.graph.variance.get(election.index()).is_some_and(|of| of.varies_in(loops, id)),
            None => true,
        };
        let several = loops.around(from).take_while(|&id| !loops.contains(id, to)).any(is_elected_in);
        if several { presence.with_some_lanes() } else { presence }
    }

    /// The threads that take each edge at the end of a block.
    fn leave(&mut self, id: BlockId, presence: &Presence, end: &Terminator, together: Uniformity) -> Vec<Presence> {
        if presence.is_none() {
            return vec![Presence::NONE; end.targets().count()];
        }
        let targets: Vec<BlockId> = end.targets().map(|target| target.to).collect();
        match end {
            Terminator::Jump(_) => vec![*presence],
            Terminator::Branch { condition, .. } => {
                let known = self.known_in(*condition, id, presence);
                let side = |index: usize| {
                    let group = self.tested_together(*condition, id, presence, &targets, index).max(together);
                    presence.split(&known.clone().tested_in(group), self.cta)
                };
                let ([holds, _], [_, fails]) = (side(0), side(1));
                vec![holds, fails]
            }
            Terminator::Switch { value, cases, .. } => {
                let known = self.known_in(*value, id, presence);
                let constants: Vec<u64> = cases.iter().map(|(constant, _)| *constant).collect();
                let group = (0..targets.len())
                    .map(|index| self.tested_together(*value, id, presence, &targets, index))
                    .fold(together, Uniformity::max);
                let (cases, default) = presence.switch(&known.tested_in(group), &constants, self.cta);
                std::iter::once(default).chain(cases).collect()
            }
            Terminator::OneOf(targets) if targets.len() == 1 => vec![*presence],
            Terminator::OneOf(targets) => vec![presence.with_unknown(Uniformity::Thread); targets.len()],
            Terminator::Return(_) | Terminator::Exit | Terminator::Trap => Vec::new(),
        }
    }

    /// The groups of these threads that test a condition in the same iterations, as far as one edge goes.
    ///
    /// Threads that stay where all other edges leave a loop have done so in the first iteration, or never.
    fn tested_together(
        &self,
        condition: ValueId,
        id: BlockId,
        presence: &Presence,
        targets: &[BlockId],
        index: usize,
    ) -> Uniformity {
        let loops = &self.graph.loops;
        let Some(variance) = self.graph.variance.get(condition.index()) else { return Uniformity::Thread };
        if loops.has_irreducible() && !variance.is_none() {
            return Uniformity::Thread;
        }
        let stays = |inner| {
            let is_in = |target: &BlockId| loops.contains(inner, *target);
            targets.iter().enumerate().all(|(other, target)| is_in(target) == (other == index))
        };
        self.left_together(loops.around(id), presence, |inner| variance.varies_in(loops, inner) && !stays(inner))
    }

    /// The groups of these threads that get to a block in the same iterations of all loops around it, and around calls.
    pub(super) fn together(&self, id: BlockId, presence: &Presence, of_calls: Uniformity) -> Uniformity {
        self.left_together(self.graph.loops.around(id), presence, |_| true).max(of_calls)
    }

    /// The groups of these threads that leave each of these loops in the same iteration.
    fn left_together(
        &self,
        loops: impl Iterator<Item = LoopId>,
        presence: &Presence,
        counts: impl Fn(LoopId) -> bool,
    ) -> Uniformity {
        let of_loop = |(number, id)| match number {
            _ if number >= limits::LOOP_NESTING => Uniformity::Thread,
            _ if counts(id) => self.leaving.together(id, &presence.threads),
            _ => Uniformity::Grid,
        };
        loops.take(limits::LOOP_NESTING + 1).enumerate().map(of_loop).fold(Uniformity::Grid, Uniformity::max)
    }

    /// What is known of a value in a block. After a loop that computes it, its threads have it from different
    /// iterations.
    fn known_in(&mut self, value: ValueId, id: BlockId, presence: &Presence) -> Known {
        let known = self.known(value);
        let loops = &self.graph.loops;
        let Some(variance) = self.graph.variance.get(value.index()) else { return known };
        if loops.has_irreducible() && !variance.is_none() {
            return known.at_most_in(Uniformity::Thread);
        }
        let left = |of| loops.and_outer(Some(of)).take_while(|&of| !loops.contains(of, id));
        let groups = variance.loops.iter().map(|&of| self.left_together(left(of), presence, |_| true));
        known.at_most_in(groups.fold(Uniformity::Grid, Uniformity::max))
    }

    /// Stores what leads to the next iteration of loops. Returns whether something has changed. A value that changes a
    /// second time becomes unknown, so that the passes end.
    fn update(&mut self, context: &Context) -> bool {
        let leaving = Leaving::of(self.function, self.graph, &context.edges, &context.left);
        let mut changed = leaving != self.leaving;
        self.leaving = leaving;
        let all = self.cta.all();
        for (from, index, target) in self.back_edges() {
            let presence = context.edges.get(from.index()).and_then(|edges| edges.get(index)).copied();
            let Some(presence) = presence.filter(|presence| !presence.is_none()) else { continue };
            // An election of the next iteration selects another lane.
            let no_election = |known: Known| match known {
                Known::OneLane { .. } => Known::unknown(Uniformity::Thread),
                other => other,
            };
            let mut arguments: Vec<Known> = self.arguments(target, &presence).into_iter().map(no_election).collect();
            let slot = self.back.get_mut(from.index()).and_then(|edges| edges.get_mut(index));
            let Some(slot) = slot else { continue };
            if let Some((before, old)) = slot {
                for (new, old) in arguments.iter_mut().zip(old.iter()) {
                    if new != old && *old != Known::Undefined {
                        *new = Known::unknown(new.uniformity_on(&all).max(old.uniformity_on(&all)));
                    }
                }
                if *before == presence && *old == arguments {
                    continue;
                }
            }
            *slot = Some((presence, arguments));
            changed = true;
        }
        changed
    }

    /// Assumes nothing of what leads to the next iteration of loops.
    fn give_up(&mut self) {
        self.leaving = Leaving::all(self.graph);
        for (from, index, target) in self.back_edges() {
            let arguments = vec![Known::unknown(Uniformity::Thread); target.arguments.len()];
            if let Some(slot) = self.back.get_mut(from.index()).and_then(|edges| edges.get_mut(index)) {
                *slot = Some((Presence::unknown(self.cta), arguments));
            }
        }
    }

    /// The back edges: the block that each leaves, its index there, and the edge.
    fn back_edges(&self) -> Vec<(BlockId, usize, &'s Target)> {
        let function = self.function;
        let in_cycles = function.enumerate().filter(|(from, _)| self.graph.is_in_cycle(*from));
        let edges = in_cycles.flat_map(|(from, block)| {
            block.end.targets().enumerate().map(move |(index, target)| (from, index, target))
        });
        let is_back_edge = |from, to| self.graph.is_retreating(from, to) && self.graph.rank(from) != usize::MAX;
        edges.filter(|(from, _, to)| is_back_edge(*from, to.to)).collect()
    }

    /// Which threads return, and what is known of the results.
    fn results(&mut self, context: &mut Context) {
        let function = self.function;
        let mut returns = Vec::new();
        for (id, block) in function.enumerate() {
            let presence = self.at_end(id, context);
            if let Terminator::Return(results) = &block.end
                && !presence.is_none()
            {
                let arguments = results.iter().map(|&result| self.known_in(result, id, &presence)).collect();
                context.returning = context.returning.merge(&presence);
                returns.push(Incoming { presence, arguments, is_back_edge: false });
            }
        }
        let count = returns.iter().map(|edge| edge.arguments.len()).min().unwrap_or(0);
        context.results = (0..count).map(|index| self.join_results(index, &returns)).collect();
    }

    /// Computes what is known of the values that instructions name.
    fn operands(&mut self, context: &mut Context) {
        let function = self.function;
        let blocks = function.enumerate().zip(context.blocks.clone()).filter(|(_, presence)| !presence.is_none());
        for ((id, block), presence) in blocks {
            for value in block.instructions.iter().flat_map(|instruction| instruction.kind.operands()) {
                let known = self.known_in(value, id, &presence);
                if self.values.get(value.index()).is_some_and(|here| here.as_ref() != Some(&known)) {
                    context.after.insert((id, value), known);
                }
            }
        }
    }
}
