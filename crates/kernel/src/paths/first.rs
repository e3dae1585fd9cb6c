//! The first iteration of each loop: which branches it decides, and which blocks it can miss.
//!
//! A kernel often does something in all iterations but the first: `if (iteration > 0) wait`. In the first iteration a
//! parameter of the first block of a loop has the value that it is entered with. Guarantees that a block which is not
//! *doubtful* is executed in the first iteration of each loop around it if it is executed at all, and that an edge is
//! left out only if the first iteration does not take it.
//!
//! Leaves out on purpose: conditions that depend on memory; what they guard is doubtful.

use std::collections::BTreeMap;

use crate::evaluate::fold;
use crate::execution::{ContextId, Run};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::program::{Function, Terminator};
use crate::value::{Operator, Space, Uniformity, ValueKind};

/// What is known of the first iteration of the loops of a function.
#[derive(Debug, Default)]
pub(crate) struct FirstIteration {
    /// The only edge that a block takes.
    only: BTreeMap<BlockId, usize>,
    doubtful: Vec<bool>,
}

/// What a value is in the first iteration.
#[derive(Copy, Clone, Debug)]
struct Initial {
    number: Option<u64>,
    /// Whether it can be another one in a later iteration.
    varies: bool,
}

const VARIES: Initial = Initial { number: None, varies: true };

impl FirstIteration {
    pub fn of(run: &Run<'_>, context: ContextId, is_back_edge: impl Fn(BlockId, BlockId) -> bool) -> Self {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { return Self::default() };
        let mut iteration = Self { only: BTreeMap::new(), doubtful: vec![false; function.blocks.len()] };
        let loops = Loops::of(function, graph, &is_back_edge);
        let mut values = Values::of(function, graph, &is_back_edge);
        for &from in graph.order.iter().filter(|&&from| graph.is_in_cycle(from)) {
            let Some(block) = function.block(from) else { continue };
            let condition = match block.end {
                Terminator::Branch { condition, .. } => values.initial(condition, 0),
                Terminator::Jump(_) => continue,
                _ => VARIES,
            };
            if let Some(number) = condition.number {
                iteration.only.insert(from, usize::from(number == 0));
                continue;
            }
            // A branch that leaves the loop, or begins the next iteration, does not miss a part of the iteration.
            let stays = |to: BlockId| !is_back_edge(from, to) && loops.contains(from, to);
            let is_bypass = block.end.targets().filter(|target| stays(target.to)).count() > 1;
            if condition.varies && is_bypass {
                iteration.add_doubtful(function, graph, from, &is_back_edge);
            }
        }
        iteration
    }

    /// The branches that are decided: their blocks, each with the edge that is taken.
    pub fn decided(&self) -> impl Iterator<Item = (BlockId, usize)> {
        self.only.iter().map(|(&block, &only)| (block, only))
    }

    /// Whether the first iteration takes an edge.
    pub fn takes(&self, from: BlockId, index: usize) -> bool {
        self.only.get(&from).is_none_or(|&only| only == index)
    }

    pub fn is_doubtful(&self, block: BlockId) -> bool {
        self.doubtful.get(block.index()) == Some(&true)
    }

    /// The blocks from a branch to where its sides meet again. What a doubtful branch guards is doubtful with it.
    fn add_doubtful(
        &mut self,
        function: &Function,
        graph: &Graph,
        from: BlockId,
        is_back_edge: &impl Fn(BlockId, BlockId) -> bool,
    ) {
        if self.is_doubtful(from) {
            return;
        }
        let (end, mut pending) = (graph.post_dominator(from), vec![from]);
        while let Some(id) = pending.pop() {
            let targets = function.block(id).into_iter().flat_map(|block| block.end.targets());
            for to in targets.map(|target| target.to).filter(|&to| Some(to) != end && !is_back_edge(id, to)) {
                if self.doubtful.get_mut(to.index()).is_some_and(|slot| !std::mem::replace(slot, true)) {
                    pending.push(to);
                }
            }
        }
    }
}

/// The innermost loop around each block, by its first block.
struct Loops {
    inner: Vec<Option<BlockId>>,
    /// The loop around each loop, by its first block.
    outer: BTreeMap<BlockId, Option<BlockId>>,
}

impl Loops {
    fn of(function: &Function, graph: &Graph, is_back_edge: &impl Fn(BlockId, BlockId) -> bool) -> Self {
        let mut loops = Self { inner: vec![None; function.blocks.len()], outer: BTreeMap::new() };
        // An outer loop begins before those in it.
        for &header in &graph.order {
            let predecessors = |block: BlockId| graph.predecessors.get(block.index()).into_iter().flatten().copied();
            let mut pending: Vec<BlockId> = predecessors(header).filter(|&from| is_back_edge(from, header)).collect();
            if pending.is_empty() {
                continue;
            }
            let outer = loops.inner.get(header.index()).copied().flatten();
            loops.outer.insert(header, outer);
            pending.push(header);
            while let Some(block) = pending.pop() {
                match loops.inner.get_mut(block.index()) {
                    Some(slot) if *slot != Some(header) => *slot = Some(header),
                    _ => continue,
                }
                if block != header {
                    pending.extend(predecessors(block));
                }
            }
        }
        loops
    }

    /// Whether a block is in the innermost loop around another one.
    fn contains(&self, of: BlockId, block: BlockId) -> bool {
        let inner = |block: BlockId| self.inner.get(block.index()).copied().flatten();
        let (asked, mut next) = (inner(of), inner(block));
        while let Some(header) = next {
            if Some(header) == asked {
                return true;
            }
            next = self.outer.get(&header).copied().flatten();
        }
        false
    }
}

/// The values of a function in the first iteration of its loops.
struct Values<'f> {
    function: &'f Function,
    /// For each parameter of a block in a loop, the values that it can be entered with.
    entered_with: BTreeMap<ValueId, Vec<ValueId>>,
    known: BTreeMap<ValueId, Initial>,
}

impl<'f> Values<'f> {
    fn of(function: &'f Function, graph: &Graph, is_back_edge: &impl Fn(BlockId, BlockId) -> bool) -> Self {
        let mut entered_with: BTreeMap<ValueId, Vec<ValueId>> = BTreeMap::new();
        for (from, block) in function.enumerate() {
            for target in block.end.targets().filter(|target| graph.is_in_cycle(target.to)) {
                let parameters = function.block(target.to).map_or(&[][..], |block| &block.parameters);
                for (&parameter, &argument) in parameters.iter().zip(&target.arguments) {
                    let values = entered_with.entry(parameter).or_default();
                    if !is_back_edge(from, target.to) {
                        values.push(argument);
                    }
                }
            }
        }
        Self { function, entered_with, known: BTreeMap::new() }
    }

    fn initial(&mut self, id: ValueId, depth: usize) -> Initial {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let function = self.function;
        let Some(value) = function.value(id).filter(|_| depth < limits::FIRST_VALUE_DEPTH) else { return VARIES };
        let found = match &value.kind {
            ValueKind::Constant(number) => Initial { number: Some(*number), varies: false },
            // Some lane is elected in the first iteration.
            ValueKind::Register(_) | ValueKind::Symbol(_) | ValueKind::Elect => Initial { number: None, varies: false },
            ValueKind::Unknown(uniformity) => Initial { number: None, varies: *uniformity != Uniformity::Grid },
            ValueKind::Forgotten => VARIES,
            ValueKind::Load { space: Space::Constant, address } => {
                Initial { number: None, varies: self.initial(*address, depth + 1).varies }
            }
            ValueKind::Compute(operator, operands) => {
                let bits = |id: &ValueId| function.value(*id).map_or(64, |value| value.bits);
                let initial: Vec<(Initial, u8)> =
                    operands.iter().map(|id| (self.initial(*id, depth + 1), bits(id))).collect();
                let numbers: Vec<(Option<u64>, u8)> =
                    initial.iter().map(|(known, bits)| (known.number, *bits)).collect();
                let number = match operator {
                    Operator::ShuffleIndex => numbers.first().and_then(|(number, _)| *number),
                    operator => fold(*operator, value.bits, &numbers),
                };
                Initial { number, varies: initial.iter().any(|(known, _)| known.varies) }
            }
            ValueKind::Parameter => match self.entered_with.get(&id).cloned() {
                // Of the function, or of a block that is not in a loop.
                None => Initial { number: None, varies: false },
                Some(values) => {
                    let mut numbers = values.iter().map(|&value| self.initial(value, depth + 1).number);
                    let first = numbers.next().flatten();
                    Initial { number: first.filter(|_| numbers.all(|number| number == first)), varies: true }
                }
            },
            ValueKind::Load { .. } | ValueKind::CallResult => VARIES,
        };
        self.known.insert(id, found);
        found
    }
}
