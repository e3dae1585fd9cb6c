//! What branches know of requests to cancel: whether `is_canceled` is true.
//!
//! Each value is computed twice, with every `is_canceled` true and with every one false, through casts, selections,
//! shuffles, parameters of blocks, and arguments and results of calls. An edge that a thread can take in one of the two
//! only tells the outcome.
//!
//! Guarantees time linear in the values and their uses. Leaves out on purpose: what memory contains. A branch that
//! depends on it, or on a vote about the flag, can have tested the flag.

use std::collections::{BTreeMap, BTreeSet};

use crate::evaluate::fold;
use crate::execution::{ContextId, Run};
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::Edge;
use crate::program::{Function, InstructionKind, Terminator};
use crate::value::{Operator, Space, ValueKind};

/// What an edge tells of the request whose response was read last.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// The request has succeeded.
    Succeeded,
    /// The request has failed.
    Failed,
    /// The condition can have tested it.
    Unknown,
}

/// What is known of a value under an assumption.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Guess {
    /// Nothing has computed it yet.
    Open,
    Number(u64),
    Unknown,
}

impl Guess {
    const fn number(self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(number),
            Self::Open | Self::Unknown => None,
        }
    }

    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Open, guess) | (guess, Self::Open) => guess,
            (one, two) if one == two => one,
            _ => Self::Unknown,
        }
    }

    /// Whether a branch with this condition can take the edge with that index.
    fn can_take(self, index: usize) -> bool {
        self.number().is_none_or(|number| (number != 0) == (index == 0))
    }
}

/// What is known of a value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Fact {
    if_canceled: Guess,
    if_not: Guess,
    /// Whether it can depend on the flag.
    depends: bool,
}

const OPEN: Fact = Fact { if_canceled: Guess::Open, if_not: Guess::Open, depends: false };

const UNKNOWN: Fact = Fact { if_canceled: Guess::Unknown, if_not: Guess::Unknown, depends: false };

/// The edges that tell something.
pub fn outcomes(run: &Run<'_>) -> BTreeMap<Edge, Outcome> {
    let flow = ValueFlow::of(run);
    let mut found = BTreeMap::new();
    for _ in 0..limits::CLC_FLAG_ROUNDS {
        let next = of_facts(run, &flow, &flow.solve(&Excluded::of(run, &found)));
        if next == found {
            break;
        }
        found = next;
    }
    found
}

/// The blocks that no path leads to if every request has succeeded, and if every one has failed.
struct Excluded {
    if_canceled: BTreeSet<(ContextId, BlockId)>,
    if_not: BTreeSet<(ContextId, BlockId)>,
    outcomes: BTreeMap<Edge, Outcome>,
}

impl Excluded {
    fn of(run: &Run<'_>, outcomes: &BTreeMap<Edge, Outcome>) -> Self {
        let without = |excluded: Outcome| {
            let mut blocks = BTreeSet::new();
            for (context, _) in run.contexts().filter(|_| !outcomes.is_empty()) {
                let Some(function) = run.function(context) else { continue };
                let mut seen = vec![false; function.blocks.len()];
                let mut pending = vec![BlockId::new(0)];
                while let Some(from) = pending.pop() {
                    if seen.get_mut(from.index()).is_none_or(|seen| std::mem::replace(seen, true)) {
                        continue;
                    }
                    let targets = function.block(from).into_iter().flat_map(|block| block.end.targets()).enumerate();
                    let can_take = |index| outcomes.get(&Edge { context, from, index }) != Some(&excluded);
                    pending.extend(targets.filter(|(index, _)| can_take(*index)).map(|(_, target)| target.to));
                }
                let unseen = seen.iter().enumerate().filter(|(_, seen)| !**seen);
                blocks.extend(unseen.map(|(index, _)| (context, BlockId::new(index))));
            }
            blocks
        };
        Self { if_canceled: without(Outcome::Failed), if_not: without(Outcome::Succeeded), outcomes: outcomes.clone() }
    }

    /// What an argument can be under each assumption, if the edge can be taken under it.
    fn restrict(&self, fact: Fact, edge: Option<Edge>) -> Fact {
        let Some(edge) = edge else { return fact };
        let outcome = self.outcomes.get(&edge);
        let at = (edge.context, edge.from);
        let open = |is_excluded: bool, guess| if is_excluded { Guess::Open } else { guess };
        Fact {
            if_canceled: open(outcome == Some(&Outcome::Failed) || self.if_canceled.contains(&at), fact.if_canceled),
            if_not: open(outcome == Some(&Outcome::Succeeded) || self.if_not.contains(&at), fact.if_not),
            // Which edge is taken depends on the flag.
            depends: fact.depends || outcome.is_some() || self.if_canceled.contains(&at) || self.if_not.contains(&at),
        }
    }
}

fn of_facts(run: &Run<'_>, flow: &ValueFlow<'_, '_>, facts: &[Fact]) -> BTreeMap<Edge, Outcome> {
    let mut found = BTreeMap::new();
    for (context, _) in run.contexts() {
        let Some(function) = run.function(context) else { continue };
        let fact = |value| flow.node(context, value).and_then(|node| facts.get(node)).copied().unwrap_or(UNKNOWN);
        for (from, block) in function.enumerate() {
            let (fact, is_branch) = match block.end {
                Terminator::Branch { condition, .. } => (fact(condition), true),
                Terminator::Switch { value, .. } => (fact(value), false),
                _ => continue,
            };
            for index in 0..block.end.targets().count() {
                let takes = |guess: Guess| !is_branch || guess.can_take(index);
                let outcome = match (takes(fact.if_canceled), takes(fact.if_not)) {
                    (true, false) => Outcome::Succeeded,
                    (false, true) => Outcome::Failed,
                    (true, true) if fact.depends => Outcome::Unknown,
                    _ => continue,
                };
                found.insert(Edge { context, from, index }, outcome);
            }
        }
    }
    found
}

/// The values of all contexts, and how they depend on each other. A value of a context is a node.
struct ValueFlow<'r, 'p> {
    run: &'r Run<'p>,
    /// The first node of each context.
    first: BTreeMap<ContextId, usize>,
    /// The value of each node.
    values: Vec<(ContextId, ValueId)>,
    /// For each parameter and each result of a call, the nodes that it can come from, and the edge if it is one of a
    /// branch.
    sources: Vec<Vec<(usize, Option<Edge>)>>,
    /// For each node, the nodes that are computed from it.
    users: Vec<Vec<usize>>,
}

impl<'r, 'p> ValueFlow<'r, 'p> {
    fn of(run: &'r Run<'p>) -> Self {
        let (mut first, mut values) = (BTreeMap::new(), Vec::new());
        for (context, _) in run.contexts() {
            first.insert(context, values.len());
            let count = run.function(context).map_or(0, |function| function.values.len());
            values.extend((0..count).map(|index| (context, ValueId::new(index))));
        }
        let (sources, users) = (vec![Vec::new(); values.len()], vec![Vec::new(); values.len()]);
        let mut flow = Self { run, first, values, sources, users };
        for (context, _) in run.contexts() {
            if let Some(function) = run.function(context) {
                flow.add_operands(context, function);
                flow.add_edges(context, function);
            }
        }
        flow
    }

    fn node(&self, context: ContextId, value: ValueId) -> Option<usize> {
        let node = self.first.get(&context)? + value.index();
        (self.values.get(node) == Some(&(context, value))).then_some(node)
    }

    fn add_use(&mut self, user: usize, of: usize) {
        if let Some(users) = self.users.get_mut(of) {
            users.push(user);
        }
    }

    /// One value can come from another one.
    fn add_source(&mut self, to: Option<usize>, from: Option<usize>, edge: Option<Edge>) {
        let (Some(to), Some(from)) = (to, from) else { return };
        if let Some(sources) = self.sources.get_mut(to) {
            sources.push((from, edge));
            self.add_use(to, from);
        }
    }

    fn add_operands(&mut self, context: ContextId, function: &Function) {
        for (index, value) in function.values.iter().enumerate() {
            let ValueKind::Compute(_, operands) = &value.kind else { continue };
            let Some(user) = self.node(context, ValueId::new(index)) else { continue };
            for operand in operands.iter().filter_map(|&operand| self.node(context, operand)).collect::<Vec<_>>() {
                self.add_use(user, operand);
            }
        }
    }

    /// The arguments of blocks and of calls, and the results of calls.
    fn add_edges(&mut self, context: ContextId, function: &Function) {
        for (id, block) in function.enumerate() {
            for (index, target) in block.end.targets().enumerate() {
                let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
                let edge = Some(Edge { context, from: id, index });
                for (&parameter, &argument) in parameters.iter().zip(&target.arguments) {
                    self.add_source(self.node(context, parameter), self.node(context, argument), edge);
                }
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                let InstructionKind::Call { arguments, results, .. } = &instruction.kind else { continue };
                self.add_call((context, id, index), arguments, results);
            }
        }
    }

    fn add_call(
        &mut self,
        (context, block, index): (ContextId, BlockId, usize),
        arguments: &[ValueId],
        results: &[ValueId],
    ) {
        let Some(callee) = self.run.callee(context, block, index) else { return };
        let Some(function) = self.run.function(callee) else { return };
        for (&parameter, &argument) in function.parameters.iter().zip(arguments) {
            self.add_source(self.node(callee, parameter), self.node(context, argument), None);
        }
        for block in &function.blocks {
            let Terminator::Return(returned) = &block.end else { continue };
            for (&result, &returned) in results.iter().zip(returned) {
                self.add_source(self.node(context, result), self.node(callee, returned), None);
            }
        }
    }

    fn solve(&self, excluded: &Excluded) -> Vec<Fact> {
        let mut facts = vec![OPEN; self.values.len()];
        let mut pending: Vec<usize> = (0..self.values.len()).rev().collect();
        let mut is_pending = vec![true; self.values.len()];
        while let Some(node) = pending.pop() {
            if let Some(flag) = is_pending.get_mut(node) {
                *flag = false;
            }
            let fact = self.fact(node, &facts, excluded);
            let Some(known) = facts.get_mut(node).filter(|known| **known != fact) else { continue };
            *known = fact;
            for &user in self.users.get(node).into_iter().flatten() {
                if is_pending.get_mut(user).is_some_and(|flag| !std::mem::replace(flag, true)) {
                    pending.push(user);
                }
            }
        }
        facts
    }

    fn fact(&self, node: usize, facts: &[Fact], excluded: &Excluded) -> Fact {
        let get = |node: usize| facts.get(node).copied().unwrap_or(UNKNOWN);
        let Some(&(context, id)) = self.values.get(node) else { return UNKNOWN };
        let Some(value) = self.run.function(context).and_then(|function| function.value(id)) else { return UNKNOWN };
        match &value.kind {
            ValueKind::Constant(number) => {
                Fact { if_canceled: Guess::Number(*number), if_not: Guess::Number(*number), depends: false }
            }
            ValueKind::Compute(Operator::IsCanceled, _) => {
                Fact { if_canceled: Guess::Number(1), if_not: Guess::Number(0), depends: true }
            }
            // Of a failed request it is undefined, and tells nothing.
            ValueKind::Compute(Operator::FirstCtaId(_), _) => UNKNOWN,
            ValueKind::Compute(operator, operands) => {
                let operands: Vec<(Fact, u8)> = operands
                    .iter()
                    .map(|&operand| {
                        let fact = self.node(context, operand).map_or(UNKNOWN, get);
                        (fact, self.run.function(context).map_or(64, |function| function.bits(operand)))
                    })
                    .collect();
                compute(*operator, value.bits, &operands)
            }
            kind if kind.is_forgotten() => UNKNOWN,
            ValueKind::Load { space, .. } => Fact { depends: *space != Space::Constant, ..UNKNOWN },
            ValueKind::Parameter | ValueKind::CallResult => {
                let sources = self.sources.get(node).map_or(&[][..], Vec::as_slice);
                if sources.is_empty() {
                    // The result of code that is not followed.
                    return Fact { depends: value.kind == ValueKind::CallResult, ..UNKNOWN };
                }
                let sources = sources.iter().map(|&(source, edge)| excluded.restrict(get(source), edge));
                sources.fold(OPEN, |joined, fact| Fact {
                    if_canceled: joined.if_canceled.join(fact.if_canceled),
                    if_not: joined.if_not.join(fact.if_not),
                    depends: joined.depends || fact.depends,
                })
            }
            ValueKind::Register(_) | ValueKind::Symbol(_) | ValueKind::Elect | ValueKind::Unknown(_) => UNKNOWN,
        }
    }
}

fn compute(operator: Operator, bits: u8, operands: &[(Fact, u8)]) -> Fact {
    let guess = |side: fn(&Fact) -> Guess| {
        if operands.iter().any(|(fact, _)| side(fact) == Guess::Open) {
            return Guess::Open;
        }
        let numbers: Vec<(Option<u64>, u8)> =
            operands.iter().map(|(fact, bits)| (side(fact).number(), *bits)).collect();
        let number = match operator {
            // A number that all threads have stays the same.
            Operator::ShuffleIndex => numbers.first().and_then(|(number, _)| *number),
            operator => fold(operator, bits, &numbers),
        };
        number.map_or(Guess::Unknown, Guess::Number)
    };
    Fact {
        if_canceled: guess(|fact| fact.if_canceled),
        if_not: guess(|fact| fact.if_not),
        depends: operands.iter().any(|(fact, _)| fact.depends),
    }
}
