//! One function as the threads of one CTA execute it: which threads are in each block, and what is known of each value.
//!
//! Accepts any function, with the threads that enter it and what is known of its arguments. Guarantees a fixed point:
//! the result holds for every iteration of every loop. Where the sides of a branch meet again, and none has left, all
//! threads are together again. The number of passes over the function is bounded.
//!
//! Leaves out on purpose: calls, which [`super::Run`] follows.

use super::presence::Presence;
use super::rank::of_cta;
use crate::evaluate::{Known, Numbers, apply};
use crate::graph::Graph;
use crate::id::{BlockId, FunctionId, ValueId};
use crate::program::{Function, InstructionKind, Target, Terminator};
use crate::threads::{Cta, ThreadSet};
use crate::value::{Operator, Space, SpecialRegister, Uniformity, Value, ValueKind};

/// The most passes over a function. A value that is not stable by then is unknown.
const MAX_PASSES: usize = 12;

/// What a call does, as its caller sees it.
pub(super) struct Called {
    /// Its results, in order.
    pub results: Vec<Known>,
    /// Whether a thread can end in it.
    pub may_exit: bool,
    /// The context of the callee; none if it is not followed.
    pub context: Option<super::ContextId>,
}

/// A function as the threads of one CTA execute it.
#[derive(Debug)]
pub struct Context {
    /// The function.
    pub function: FunctionId,
    /// The threads that enter it.
    pub entry: Presence,
    /// What is known of its arguments.
    pub arguments: Vec<Known>,
    /// The threads in each block, before the first instruction.
    pub(super) blocks: Vec<Presence>,
    /// The threads that take each edge, in the order of [`Terminator::targets`].
    pub(super) edges: Vec<Vec<Presence>>,
    /// What is known of each value that was needed.
    pub(super) values: Vec<Option<Known>>,
    /// For each call, by block and index of the instruction, the context of the callee.
    pub(super) calls: Vec<(BlockId, usize, super::ContextId)>,
    /// What is known of the results.
    pub(super) results: Vec<Known>,
    /// Whether a thread can end in it.
    pub(super) may_exit: bool,
}

impl Context {
    /// Each call, by its block and the index of its instruction, with the context of the callee.
    pub fn calls(&self) -> &[(BlockId, usize, super::ContextId)] {
        &self.calls
    }
}

/// Computes a context.
pub(super) struct Solver<'s> {
    pub function: &'s Function,
    pub graph: &'s Graph,
    pub cta: &'s Cta,
    /// What is known of each value in this pass.
    values: Vec<Option<Known>>,
    /// The arguments of edges that lead back, and the threads that take them, from the pass before.
    back: Vec<Vec<Option<(Presence, Vec<Known>)>>>,
    rank: Vec<usize>,
    /// For each value, whether it can differ between the CTAs of the cluster.
    of_cta: Vec<bool>,
}

impl<'s> Solver<'s> {
    pub fn new(function: &'s Function, graph: &'s Graph, cta: &'s Cta, is_root: bool) -> Self {
        let mut rank = vec![usize::MAX; function.blocks.len()];
        for (index, block) in graph.order.iter().enumerate() {
            if let Some(rank) = rank.get_mut(block.index()) {
                *rank = index;
            }
        }
        let back = function.blocks.iter().map(|block| vec![None; block.end.targets().count()]).collect();
        let has_peers = cta.cluster_ctas().is_some_and(|ctas| ctas > 1);
        let of_cta = if has_peers { of_cta(function, is_root) } else { Vec::new() };
        Self { function, graph, cta, values: Vec::new(), back, rank, of_cta }
    }

    /// The context. `call` follows a call from the threads that execute it and what is known of the arguments.
    pub fn solve(
        mut self,
        id: FunctionId,
        entry: Presence,
        arguments: Vec<Known>,
        call: &mut dyn FnMut(FunctionId, Presence, Vec<Known>) -> Called,
    ) -> Context {
        let count = self.function.blocks.len();
        let mut context = Context {
            function: id,
            entry,
            arguments,
            blocks: Vec::new(),
            edges: Vec::new(),
            values: Vec::new(),
            calls: Vec::new(),
            results: Vec::new(),
            may_exit: false,
        };
        for pass in 0..MAX_PASSES {
            self.values = vec![None; self.function.values.len()];
            context.blocks = vec![Presence::NONE; count];
            context.edges = vec![Vec::new(); count];
            context.calls.clear();
            context.may_exit = false;
            for (index, &parameter) in self.function.parameters.iter().enumerate() {
                let known = context.arguments.get(index).cloned().unwrap_or(Known::unknown(Uniformity::Thread));
                self.set(parameter, known);
            }
            for &block in &self.graph.order {
                self.block(block, &mut context, call);
            }
            if !self.update_back_edges(&context, pass + 2 >= MAX_PASSES) {
                break;
            }
        }
        context.results = self.results(&context);
        self.evaluate_operands(&context);
        context.values = self.values;
        context
    }

    /// Evaluates the operands of the instructions that are reached, for those who ask for them.
    fn evaluate_operands(&mut self, context: &Context) {
        let function = self.function;
        for (id, block) in function.enumerate() {
            if context.blocks.get(id.index()).is_some_and(|presence| !presence.is_none()) {
                for instruction in &block.instructions {
                    instruction.kind.clone().values_mut().for_each(|value| drop(self.known(*value)));
                }
            }
        }
    }

    fn block(
        &mut self,
        id: BlockId,
        context: &mut Context,
        call: &mut dyn FnMut(FunctionId, Presence, Vec<Known>) -> Called,
    ) {
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
        for (index, instruction) in block.instructions.iter().enumerate() {
            match &instruction.kind {
                InstructionKind::Call { callee, arguments, results } => {
                    let arguments = arguments.iter().map(|&argument| self.known(argument)).collect();
                    let called = call(*callee, presence, arguments);
                    context.calls.extend(called.context.map(|called| (id, index, called)));
                    for (index, &result) in results.iter().enumerate() {
                        let known = called.results.get(index).cloned().unwrap_or(Known::unknown(Uniformity::Thread));
                        self.set(result, known);
                    }
                    if called.may_exit {
                        context.may_exit = true;
                        presence = presence.with_unknown(Uniformity::Thread);
                    }
                }
                InstructionKind::CallOutside => presence = presence.with_unknown(Uniformity::Thread),
                _ => {}
            }
        }
        context.may_exit |= !presence.is_none() && block.end == Terminator::Exit;
        let edges = self.leave(&presence, &block.end);
        if let Some(entry) = context.edges.get_mut(id.index()) {
            *entry = edges;
        }
    }

    /// The edges to a block: the threads that take each, and what is known of the arguments. Edges that lead back have
    /// the state of the pass before.
    fn incoming(&mut self, to: BlockId, context: &Context) -> Vec<(Presence, Vec<Known>, bool)> {
        let graph = self.graph;
        let mut incoming = Vec::new();
        for &from in graph.predecessors.get(to.index()).into_iter().flatten() {
            let Some(block) = self.function.block(from) else { continue };
            let leads_back = self.rank(from) >= self.rank(to);
            for (index, target) in block.end.targets().enumerate().filter(|(_, target)| target.to == to) {
                if leads_back {
                    let known = self.back.get(from.index()).and_then(|edges| edges.get(index)).cloned().flatten();
                    incoming.extend(known.map(|(presence, arguments)| (presence, arguments, true)));
                    continue;
                }
                let edges = context.edges.get(from.index());
                let presence = edges.and_then(|edges| edges.get(index)).copied().unwrap_or(Presence::NONE);
                if !presence.is_none() {
                    let arguments = self.arguments(target);
                    incoming.push((presence, arguments, false));
                }
            }
        }
        incoming
    }

    fn arguments(&mut self, target: &Target) -> Vec<Known> {
        target.arguments.iter().map(|&argument| self.known(argument)).collect()
    }

    fn rank(&self, block: BlockId) -> usize {
        self.rank.get(block.index()).copied().unwrap_or(usize::MAX)
    }

    /// The threads that get to a block.
    fn presence(&self, id: BlockId, incoming: &[(Presence, Vec<Known>, bool)], context: &Context) -> Presence {
        if id.index() == 0 {
            return context.entry;
        }
        let merged = incoming
            .iter()
            .filter(|(_, _, leads_back)| !leads_back)
            .fold(Presence::NONE, |merged, (presence, ..)| merged.merge(presence));
        if merged.is_none() {
            return merged;
        }
        match self.graph.reconverges_from(id) {
            Some(from) => self.end_presence(from, context),
            None => merged,
        }
    }

    /// The threads at the end of a block that was visited.
    fn end_presence(&self, id: BlockId, context: &Context) -> Presence {
        let before = context.blocks.get(id.index()).copied().unwrap_or(Presence::NONE);
        let leaves = self.function.block(id).is_some_and(|block| {
            block.instructions.iter().any(|instruction| match instruction.kind {
                InstructionKind::CallOutside => true,
                InstructionKind::Call { .. } => context.may_exit,
                _ => false,
            })
        });
        if leaves { before.with_unknown(Uniformity::Thread) } else { before }
    }

    /// The threads that take each edge at the end of a block.
    fn leave(&mut self, presence: &Presence, end: &Terminator) -> Vec<Presence> {
        if presence.is_none() {
            return vec![Presence::NONE; end.targets().count()];
        }
        match end {
            Terminator::Jump(_) => vec![*presence],
            Terminator::Branch { condition, .. } => presence.split(&self.known(*condition), self.cta).to_vec(),
            Terminator::Switch { value, cases, .. } => {
                let constants: Vec<u64> = cases.iter().map(|(constant, _)| *constant).collect();
                let (cases, default) = presence.switch(&self.known(*value), &constants, self.cta);
                std::iter::once(default).chain(cases).collect()
            }
            Terminator::OneOf(targets) if targets.len() == 1 => vec![*presence],
            Terminator::OneOf(targets) => vec![presence.with_unknown(Uniformity::Thread); targets.len()],
            Terminator::Return(_) | Terminator::Exit | Terminator::Trap => Vec::new(),
        }
    }

    /// What is known of a parameter of a block from its arguments.
    fn join(&self, index: usize, incoming: &[(Presence, Vec<Known>, bool)]) -> Known {
        let mut edges: Vec<(&Presence, &Known)> = Vec::with_capacity(incoming.len());
        for (presence, arguments, _) in incoming {
            match arguments.get(index) {
                Some(Known::Undefined) => {}
                Some(known) => edges.push((presence, known)),
                None => return Known::unknown(Uniformity::Thread),
            }
        }
        let Some(&(_, first)) = edges.first() else { return Known::Undefined };
        if edges.iter().all(|(_, known)| *known == first)
            && !matches!(first, Known::Numbers { known, .. } if !self.cta.all().is_subset(known))
        {
            return first.clone();
        }
        self.join_elected(&edges).unwrap_or_else(|| self.join_numbers(&edges))
    }

    /// Joins one elected value with numbers of other threads, or the same number of the threads that are not elected.
    fn join_elected(&self, edges: &[(&Presence, &Known)]) -> Option<Known> {
        let mut elected = edges.iter().filter(|(_, known)| matches!(known, Known::OneLane { .. }));
        let &(here, Known::OneLane { origin, among, chosen, rest }) = elected.next()? else { return None };
        if elected.next().is_some() {
            return None;
        }
        let others = edges.iter().filter(|(_, known)| !matches!(known, Known::OneLane { .. }));
        let (mut numbers, mut may_stay_away) = (rest.clone(), false);
        for (presence, known) in others {
            let shared = presence.threads.and(&here.threads);
            if shared.threads().any(|thread| known.number(thread) != Some(rest.get(thread))) {
                return None;
            }
            may_stay_away |= !shared.is_empty();
            let only = presence.threads.without(&here.threads);
            if only.threads().any(|thread| known.number(thread).is_none()) {
                return None;
            }
            let old = numbers;
            numbers = Numbers::each(self.cta, |thread| match known.number(thread) {
                Some(number) if only.contains(thread) => number,
                _ => old.get(thread),
            });
        }
        let chosen = chosen.clone().filter(|_| !may_stay_away);
        Some(Known::OneLane { origin: *origin, among: among.and(&here.threads), chosen, rest: numbers })
    }

    fn join_numbers(&self, edges: &[(&Presence, &Known)]) -> Known {
        let all = self.cta.all();
        let one = |thread: usize| {
            let mut found = None;
            for (_, known) in edges.iter().filter(|(presence, _)| presence.threads.contains(thread)) {
                let number = known.number(thread)?;
                if *found.get_or_insert(number) != number {
                    return None;
                }
            }
            found
        };
        let same = edges
            .iter()
            .map(|(presence, known)| known.constant_on(&presence.threads))
            .reduce(|one, other| one.filter(|_| one == other));
        if let Some(Some(number)) = same {
            return Known::same(number);
        }
        let here = edges.iter().fold(ThreadSet::EMPTY, |here, (presence, _)| here.or(&presence.threads)).and(&all);
        let numbers: Vec<Option<u64>> = (0..self.cta.threads() as usize).map(one).collect();
        let known = ThreadSet::filter(self.cta.threads(), |thread| numbers.get(thread).copied().flatten().is_some());
        let unknown = here.without(&known);
        let mut others = Uniformity::Grid;
        let mut seen = ThreadSet::EMPTY;
        for (presence, known) in edges {
            let part = presence.threads.and(&unknown);
            if part.is_empty() {
                continue;
            }
            others = others.max(known.uniformity_on(&part));
            if part == seen || seen.is_empty() {
                // The same threads on several paths: an unknown condition decides for them.
                others = others.max(presence.condition.unwrap_or(Uniformity::Grid));
            } else if part.is_disjoint(&seen) && part.is_whole_warps_of(&here) {
                others = others.max(Uniformity::Warp).max(presence.condition.unwrap_or(Uniformity::Grid));
            } else {
                others = Uniformity::Thread;
            }
            seen = seen.or(&part);
        }
        let numbers = Numbers::each(self.cta, |thread| numbers.get(thread).copied().flatten().unwrap_or_default());
        // Threads that do not get here have any value.
        let known = if unknown.is_empty() { ThreadSet::ALL } else { known };
        Known::partial(known, numbers, others, self.cta)
    }

    /// Stores the arguments of edges that lead back. Returns whether one has changed. A value that changes a second time
    /// becomes unknown, so that the passes end.
    fn update_back_edges(&mut self, context: &Context, give_up: bool) -> bool {
        let mut changed = false;
        let function = self.function;
        for (from, block) in function.enumerate().filter(|(from, _)| self.graph.is_in_cycle(*from)) {
            for (index, target) in block.end.targets().enumerate() {
                if self.rank(from) < self.rank(target.to) || self.rank(from) == usize::MAX {
                    continue;
                }
                let presence = context.edges.get(from.index()).and_then(|edges| edges.get(index)).copied();
                let Some(presence) = presence.filter(|presence| !presence.is_none()) else { continue };
                let mut arguments = self.arguments(target);
                let slot = self.back.get_mut(from.index()).and_then(|edges| edges.get_mut(index));
                let Some(slot) = slot else { continue };
                if let Some((before, old)) = slot {
                    for (new, old) in arguments.iter_mut().zip(old.iter()) {
                        if new != old && *old != Known::Undefined {
                            let all = self.cta.all();
                            let uniformity = new.uniformity_on(&all).max(old.uniformity_on(&all));
                            *new = Known::unknown(if give_up { Uniformity::Thread } else { uniformity });
                        }
                    }
                    if *before == presence && *old == arguments {
                        continue;
                    }
                }
                *slot = Some((presence, arguments));
                changed = true;
            }
        }
        changed
    }

    /// What is known of the results, from all returns.
    fn results(&mut self, context: &Context) -> Vec<Known> {
        let function = self.function;
        let mut returns = Vec::new();
        for (id, block) in function.enumerate() {
            let presence = context.blocks.get(id.index()).copied().unwrap_or(Presence::NONE);
            if let Terminator::Return(results) = &block.end
                && !presence.is_none()
            {
                let results: Vec<Known> = results.iter().map(|&result| self.known(result)).collect();
                returns.push((presence, results, false));
            }
        }
        let count = returns.iter().map(|(_, results, _)| results.len()).min().unwrap_or(0);
        (0..count).map(|index| self.join(index, &returns)).collect()
    }

    fn set(&mut self, value: ValueId, known: Known) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot = Some(known);
        }
    }

    /// What is known of a value. Without recursion: an expression can be long.
    fn known(&mut self, value: ValueId) -> Known {
        let function = self.function;
        let mut pending = vec![value];
        while let Some(&next) = pending.last() {
            if self.values.get(next.index()).is_none_or(Option::is_some) {
                pending.pop();
                continue;
            }
            let Some(described) = function.value(next) else {
                pending.pop();
                continue;
            };
            let operands: &[ValueId] = match &described.kind {
                ValueKind::Compute(_, operands) => operands,
                ValueKind::Load { address, .. } => std::slice::from_ref(address),
                _ => &[],
            };
            let missing: Vec<ValueId> = operands
                .iter()
                .copied()
                .filter(|operand| {
                    self.values.get(operand.index()).is_some_and(Option::is_none) && operand.index() != next.index()
                })
                .collect();
            // A value that depends on itself is malformed.
            if missing.is_empty() || pending.len() > function.values.len() {
                let known = self.compute(next, described, operands);
                self.set(next, known);
                pending.pop();
            } else {
                pending.extend(missing);
            }
        }
        self.get(value)
    }

    fn get(&self, value: ValueId) -> Known {
        self.values.get(value.index()).cloned().flatten().unwrap_or(Known::unknown(Uniformity::Thread))
    }

    fn compute(&self, id: ValueId, value: &Value, operands: &[ValueId]) -> Known {
        match &value.kind {
            ValueKind::Constant(number) => Known::same(*number),
            ValueKind::Register(register) => self.register(*register),
            ValueKind::Symbol(_) => Known::unknown(Uniformity::Grid),
            ValueKind::Elect => Known::OneLane {
                origin: id,
                among: ThreadSet::ALL,
                chosen: Some(Numbers::Same(1)),
                rest: Numbers::Same(0),
            },
            ValueKind::Load { space, .. } => {
                let address = operands.first().map(|&address| self.get(address));
                let uniformity = address.map_or(Uniformity::Thread, |address| address.uniformity_on(&self.cta.all()));
                Known::unknown(match space {
                    Space::Constant => uniformity,
                    Space::Shared | Space::SharedCluster | Space::Other => uniformity.max(Uniformity::Cta),
                    Space::Local => Uniformity::Thread,
                })
            }
            ValueKind::Unknown(uniformity) => Known::unknown(*uniformity),
            // Set where the block, the call or the function begins; a use before that is malformed.
            ValueKind::Parameter | ValueKind::CallResult => Known::unknown(Uniformity::Thread),
            ValueKind::Compute(operator, _) => {
                if let Some(number) = self.cluster_ctaid_of_ctaid(*operator, operands) {
                    return Known::same(number);
                }
                let known: Vec<(Known, u8)> = operands
                    .iter()
                    .map(|&operand| (self.get(operand), self.function.value(operand).map_or(64, |value| value.bits)))
                    .collect();
                let known: Vec<(&Known, u8)> = known.iter().map(|(known, bits)| (known, *bits)).collect();
                let known = apply(*operator, value.bits, &known, self.cta);
                if self.of_cta.get(id.index()) == Some(&true) { known.at_least(Uniformity::Cta) } else { known }
            }
        }
    }

    /// `%ctaid` modulo a divisor of the size of the cluster: a grid begins a new cluster at each multiple of it.
    fn cluster_ctaid_of_ctaid(&self, operator: Operator, operands: &[ValueId]) -> Option<u64> {
        let [id, divisor] = operands else { return None };
        let ValueKind::Register(SpecialRegister::CtaId(axis)) = self.function.value(*id)?.kind else { return None };
        let constant = self.function.value(*divisor)?.constant()?;
        let divisor = match operator {
            Operator::URem | Operator::SRem => constant,
            Operator::And => constant.checked_add(1).filter(|size| size.is_power_of_two())?,
            _ => return None,
        };
        let size = u64::from(self.cta.cluster?.get(axis as usize).copied()?);
        let position = self.cta.cluster_ctaid(axis)?;
        (divisor != 0 && size % divisor == 0).then(|| position % divisor)
    }

    fn register(&self, register: SpecialRegister) -> Known {
        let cta = self.cta;
        let size = |shape: [u32; 3], axis| Known::same(u64::from(shape.get(axis as usize).copied().unwrap_or(1)));
        let or = |known: Option<u64>, uniformity| known.map_or(Known::unknown(uniformity), Known::same);
        match register {
            SpecialRegister::Tid(axis) => Known::numbers(Numbers::each(cta, |thread| cta.tid(thread, axis))),
            SpecialRegister::NTid(axis) => size(cta.block, axis),
            SpecialRegister::LaneId => Known::numbers(Numbers::each(cta, |thread| thread as u64 % 32)),
            SpecialRegister::WarpId => Known::numbers(Numbers::each(cta, |thread| thread as u64 / 32)),
            SpecialRegister::NWarpId => Known::same(u64::from(cta.threads().div_ceil(32))),
            SpecialRegister::WarpSize => Known::same(32),
            SpecialRegister::CtaId(_) => Known::unknown(Uniformity::Cta),
            SpecialRegister::ClusterId(_) => Known::unknown(Uniformity::Cluster),
            SpecialRegister::NCtaId(_) | SpecialRegister::NClusterId(_) | SpecialRegister::IsExplicitCluster => {
                Known::unknown(Uniformity::Grid)
            }
            SpecialRegister::ClusterCtaRank => or(cta.cluster.map(|_| u64::from(cta.rank)), Uniformity::Cta),
            SpecialRegister::ClusterNCtaRank => or(cta.cluster_ctas().map(u64::from), Uniformity::Grid),
            SpecialRegister::ClusterCtaId(axis) => or(cta.cluster_ctaid(axis), Uniformity::Cta),
            SpecialRegister::ClusterNCtaId(axis) => match cta.cluster {
                Some(cluster) => size(cluster, axis),
                None => Known::unknown(Uniformity::Grid),
            },
        }
    }
}
