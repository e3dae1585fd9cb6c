//! The control flow graph of a function: order, dominators, post-dominators and cycles.
//!
//! Accepts any function, also one whose edges lead nowhere. Guarantees linear time in practice, without recursion.
//!
//! Leaves out on purpose: which edges a thread can take ([`crate::execution`]).

use crate::dominators::immediate_dominators;
use crate::id::{BlockId, ValueId};
use crate::loops::{Loops, Variance};
use crate::program::{Function, InstructionKind, Terminator};

/// The control flow graph of one function.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The blocks that the entry leads to, in reverse post-order: a block is after its predecessors, except for those
    /// that begins a back edge of a cycle.
    pub(crate) order: Vec<BlockId>,
    /// For each block its position in `order`; the largest number if the entry does not lead to it.
    ranks: Vec<usize>,
    /// For each block, the blocks with an edge to it, each once.
    pub(crate) predecessors: Vec<Vec<BlockId>>,
    /// For each block, the edges to it: the block that each leaves, and its number in [`Terminator::targets`].
    pub(crate) incoming: Vec<Vec<(BlockId, usize)>>,
    /// The loops.
    pub loops: Loops,
    /// For each value, the loops in which it varies.
    pub(crate) variance: Vec<Variance>,
    dominators: DominatorTree,
    post_dominators: DominatorTree,
    /// The same, if the next iteration of a loop counts as leaving it.
    joins: DominatorTree,
    /// Which threads end in each block.
    ends: Vec<ThreadEnds>,
    in_cycle: Vec<bool>,
    /// For each value that is a parameter of a block, the block and the index.
    parameters: Vec<Option<(BlockId, usize)>>,
}

impl Graph {
    /// The graph of a function, if no call ends a thread.
    pub(crate) fn new(function: &Function) -> Self {
        Self::with_calls(function, |_| false)
    }

    /// The graph of a function. `leaves` says of a call whether a thread can end in it.
    pub(crate) fn with_calls(function: &Function, leaves: impl Fn(&InstructionKind) -> bool) -> Self {
        let count = function.blocks.len();
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); count];
        let (mut predecessors, mut incoming) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for ((id, block), successors) in function.enumerate().zip(&mut successors) {
            for (number, target) in block.end.targets().enumerate() {
                let to = target.to.index();
                let (Some(predecessors), Some(incoming)) = (predecessors.get_mut(to), incoming.get_mut(to)) else {
                    continue;
                };
                incoming.push((id, number));
                if predecessors.last() != Some(&id) {
                    predecessors.push(id);
                    successors.push(to);
                }
            }
        }
        let order = if count == 0 { Vec::new() } else { reverse_post_order(&successors, 0) };
        let dominators = DominatorTree::of(&successors, 0);
        let ends: Vec<ThreadEnds> = function
            .blocks
            .iter()
            .map(|block| match &block.end {
                Terminator::Return(_) | Terminator::Exit => ThreadEnds::All,
                Terminator::Trap => ThreadEnds::None,
                _ if block.instructions.iter().any(|instruction| leaves(&instruction.kind)) => ThreadEnds::Some,
                _ => ThreadEnds::None,
            })
            .collect();
        let in_cycle = blocks_in_cycles(&successors);
        let order: Vec<BlockId> = order.into_iter().map(BlockId::new).collect();
        let ranks = ranks(&order, count);
        let loops =
            Loops::of(&order, &ranks, &predecessors, |by, block| dominators.is_ancestor(by.index(), block.index()));
        let variance = Variance::of(function, &loops, &in_cycle);
        let post_dominators = DominatorTree::of(&reversed(&successors, &ends, None), count);
        let joins = match loops.count() == 0 && !ends.contains(&ThreadEnds::Some) {
            true => post_dominators.clone(),
            false => DominatorTree::of(&reversed(&successors, &ends, Some((&order, &loops))), count),
        };
        let mut parameters = vec![None; function.values.len()];
        for (id, block) in function.enumerate() {
            for (index, parameter) in block.parameters.iter().enumerate() {
                if let Some(slot) = parameters.get_mut(parameter.index()) {
                    *slot = Some((id, index));
                }
            }
        }
        Self {
            order,
            ranks,
            predecessors,
            incoming,
            loops,
            variance,
            dominators,
            post_dominators,
            joins,
            ends,
            in_cycle,
            parameters,
        }
    }

    /// The block that has a value as a parameter, and its index.
    pub(crate) fn parameter(&self, value: ValueId) -> Option<(BlockId, usize)> {
        self.parameters.get(value.index()).copied().flatten()
    }

    /// The arguments that a parameter of a block can be entered with, each with the block that the edge leaves and the
    /// block of the parameter.
    pub(crate) fn arguments<'s>(
        &'s self,
        function: &'s Function,
        parameter: ValueId,
    ) -> impl Iterator<Item = (BlockId, BlockId, ValueId)> + use<'s> {
        self.parameter(parameter).into_iter().flat_map(move |(to, index)| {
            let edges = self.incoming.get(to.index()).into_iter().flatten();
            edges.filter_map(move |&(from, number)| {
                let argument = function.block(from)?.end.target(number)?.arguments.get(index)?;
                Some((from, to, *argument))
            })
        })
    }

    /// The position of a block in [`Self::order`]; the largest number if the entry does not lead to it.
    pub(crate) fn rank(&self, block: BlockId) -> usize {
        self.ranks.get(block.index()).copied().unwrap_or(usize::MAX)
    }

    /// Whether an edge is retreating in [`Self::order`]. In a reducible graph these are the back edges of its loops.
    pub(crate) fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        self.rank(to) <= self.rank(from)
    }

    /// The block that immediately dominates a block.
    pub(crate) fn dominator(&self, block: BlockId) -> Option<BlockId> {
        self.dominators.parent(block.index()).map(BlockId::new)
    }

    /// Whether every path to `block` goes through `by`. A block dominates itself.
    pub fn dominates(&self, by: BlockId, block: BlockId) -> bool {
        self.dominators.is_ancestor(by.index(), block.index())
    }

    /// Whether every path from `block` to the end of the function goes through `by`. Traps do not count as an end.
    pub fn post_dominates(&self, by: BlockId, block: BlockId) -> bool {
        self.post_dominators.is_ancestor(by.index(), block.index())
    }

    /// The first block that every path from `block` to the end of the function goes through.
    pub(crate) fn post_dominator(&self, block: BlockId) -> Option<BlockId> {
        let parent = self.post_dominators.parent(block.index())?;
        (parent < self.in_cycle.len()).then(|| BlockId::new(parent))
    }

    /// Whether one run of the function can execute a block more than once.
    pub(crate) fn is_in_cycle(&self, block: BlockId) -> bool {
        self.in_cycle.get(block.index()).copied().unwrap_or(true)
    }

    /// The immediate dominator, if every path from it leads to the block, in the same iteration of the loops that both
    /// are in: all threads that reach its end reach the block. No dominator further up has this property unless the
    /// immediate one has it.
    pub(crate) fn reconverges_from(&self, block: BlockId) -> Option<BlockId> {
        let tail = |of: usize| tail(of, &self.ends, self.loops.count());
        self.dominator(block).filter(|&dominator| self.joins.is_ancestor(block.index(), tail(dominator.index())))
    }
}

/// Which threads of a block end in it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum ThreadEnds {
    /// None.
    None,
    /// Some can end in a call.
    Some,
    /// All.
    All,
}

/// The node of the end of a block, in a graph with loops: another one than the block if threads can end in its calls.
fn tail(block: usize, ends: &[ThreadEnds], loops: usize) -> usize {
    if ends.get(block) == Some(&ThreadEnds::Some) { ends.len() + 1 + loops + block } else { block }
}

/// For each block its position in an order; the largest number if it is not there.
fn ranks(order: &[BlockId], count: usize) -> Vec<usize> {
    let mut ranks = vec![usize::MAX; count];
    for (index, block) in order.iter().enumerate() {
        if let Some(rank) = ranks.get_mut(block.index()) {
            *rank = index;
        }
    }
    ranks
}

/// The edges backwards, of the blocks and of one more node: the end of the function.
///
/// With loops, an edge to the next iteration leads to one more node for each loop, and from there to where the loop is
/// left to; and calls in which threads can end are before the end of their block.
fn reversed(successors: &[Vec<usize>], ends: &[ThreadEnds], loops: Option<(&[BlockId], &Loops)>) -> Vec<Vec<usize>> {
    let end = successors.len();
    let count = loops.map_or(0, |(_, loops)| loops.count());
    let mut reversed: Vec<Vec<usize>> = vec![Vec::new(); end + 1 + loops.map_or(0, |_| count + end)];
    let mut rank = vec![0; end];
    for (index, block) in loops.into_iter().flat_map(|(order, _)| order).enumerate() {
        rank[block.index()] = index;
    }
    let mut add = |from: usize, to: usize| reversed[to].push(from);
    for (block, targets) in successors.iter().enumerate() {
        let around = || {
            let all = loops.into_iter();
            all.flat_map(|(_, loops)| loops.around(BlockId::new(block)).map(move |id| (loops, id)))
        };
        let tail = if loops.is_some() { tail(block, ends, count) } else { block };
        if tail != block {
            add(block, tail);
        }
        for &target in targets {
            // The loop whose next iteration begins.
            let next = loops
                .filter(|_| rank[block] >= rank[target])
                .and_then(|(_, loops)| loops.innermost(BlockId::new(target)))
                .filter(|&next| around().any(|(_, id)| id == next));
            let to = next.map_or(target, |next| end + 1 + next.index());
            add(tail, to);
            let left = around().take_while(|(loops, id)| !loops.contains(*id, BlockId::new(target)));
            left.for_each(|(_, id)| add(end + 1 + id.index(), to));
        }
        if ends.get(block).is_some_and(|&ends| ends != ThreadEnds::None) {
            add(block, end);
            around().for_each(|(_, id)| add(end + 1 + id.index(), end));
        }
    }
    reversed
}

/// A dominator tree, with numbers that make the question for an ancestor constant time.
#[derive(Clone, Debug, Default)]
struct DominatorTree {
    parent: Vec<Option<usize>>,
    /// The first and the last number of the subtree of each node; none for a node that the root does not lead to.
    range: Vec<Option<(usize, usize)>>,
}

impl DominatorTree {
    fn of(successors: &[Vec<usize>], root: usize) -> Self {
        if successors.is_empty() {
            return Self::default();
        }
        let parent = immediate_dominators(successors, root);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); parent.len()];
        for (node, parent) in parent.iter().enumerate() {
            if let Some(list) = parent.and_then(|parent| children.get_mut(parent)) {
                list.push(node);
            }
        }
        let mut range = vec![None; parent.len()];
        let mut next = 0;
        let mut stack = vec![(root, false)];
        while let Some((node, done)) = stack.pop() {
            let Some(entry) = range.get_mut(node) else { continue };
            if done {
                *entry = entry.map(|(first, _)| (first, next));
                continue;
            }
            next += 1;
            *entry = Some((next, next));
            stack.push((node, true));
            stack.extend(children.get(node).into_iter().flatten().map(|&child| (child, false)));
        }
        Self { parent, range }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.parent.get(node).copied().flatten()
    }

    fn is_ancestor(&self, ancestor: usize, node: usize) -> bool {
        let range = |node: usize| self.range.get(node).copied().flatten();
        match (range(ancestor), range(node)) {
            (Some((first, last)), Some((number, _))) => (first..=last).contains(&number),
            _ => false,
        }
    }
}

/// The nodes that the root leads to, in reverse post-order.
fn reverse_post_order(successors: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(root, 0)];
    if let Some(seen) = seen.get_mut(root) {
        *seen = true;
    }
    while let Some((node, next)) = stack.pop() {
        match successors.get(node).and_then(|targets| targets.get(next)) {
            Some(&to) => {
                stack.push((node, next + 1));
                if let Some(seen) = seen.get_mut(to)
                    && !std::mem::replace(seen, true)
                {
                    stack.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    order.reverse();
    order
}

/// For each node, whether it is in a cycle. Tarjan's algorithm for strongly connected components, without recursion.
fn blocks_in_cycles(successors: &[Vec<usize>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut number, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let mut in_cycle = vec![false; count];
    let mut next = 0;
    for root in 0..count {
        let mut path = vec![(root, 0)];
        while let Some((block, exit)) = path.pop() {
            if exit == 0 {
                if number[block] != NEW {
                    continue;
                }
                (number[block], low[block]) = (next, next);
                next += 1;
                open.push(block);
                is_open[block] = true;
            } else if let Some(&to) = successors[block].get(exit - 1)
                && is_open[to]
            {
                low[block] = low[block].min(low[to]);
                in_cycle[block] |= to == block;
            }
            if let Some(&to) = successors[block].get(exit) {
                path.push((block, exit + 1));
                if number[to] == NEW {
                    path.push((to, 0));
                }
            } else if low[block] == number[block] {
                let start = open.iter().rposition(|&open| open == block).unwrap_or(0);
                let is_single = open.len() - start == 1;
                for member in open.drain(start..) {
                    is_open[member] = false;
                    in_cycle[member] |= !is_single;
                }
            }
        }
    }
    in_cycle
}

#[cfg(test)]
pub(crate) mod tests {
    use super::Graph;
    use crate::builder::FunctionBuilder;
    use crate::id::BlockId;
    use crate::program::{Target, Terminator};

    /// The graph of blocks that have these exits.
    pub(crate) fn graph(exits: &[&[usize]]) -> Graph {
        let mut builder = FunctionBuilder::new();
        let blocks: Vec<BlockId> = exits.iter().map(|_| builder.add_block()).collect();
        for (block, exits) in blocks.iter().zip(exits) {
            let targets: Vec<Target> = exits.iter().map(|&to| Target::new(BlockId::new(to))).collect();
            builder.end(*block, if targets.is_empty() { Terminator::Exit } else { Terminator::OneOf(targets) });
        }
        Graph::new(&builder.finish())
    }

    fn reconvergence(exits: &[&[usize]]) -> Vec<Option<usize>> {
        let graph = graph(exits);
        (0..exits.len()).map(|block| graph.reconverges_from(BlockId::new(block)).map(BlockId::index)).collect()
    }

    #[test]
    fn sides_of_a_branch_meet_again() {
        assert_eq!(reconvergence(&[&[1, 2], &[3], &[3], &[]]), [None, None, None, Some(0)]);
        // An early return: no thread is certain to reach the rest.
        assert_eq!(reconvergence(&[&[1, 2], &[], &[3], &[]]), [None, None, None, Some(2)]);
        // A loop with one exit.
        assert_eq!(reconvergence(&[&[1], &[2, 3], &[1], &[]]), [None, Some(0), None, Some(1)]);
    }

    #[test]
    fn cycles_are_found_and_nothing_else() {
        let in_cycle = |exits: &[&[usize]]| {
            let graph = graph(exits);
            (0..exits.len()).map(|block| graph.is_in_cycle(BlockId::new(block))).collect::<Vec<_>>()
        };
        assert_eq!(in_cycle(&[&[1, 2], &[3], &[3], &[]]), [false; 4]);
        assert_eq!(in_cycle(&[&[1], &[2], &[1, 3], &[]]), [false, true, true, false]);
        assert_eq!(in_cycle(&[&[0, 1], &[]]), [true, false]);
        assert_eq!(in_cycle(&[&[1, 2], &[], &[1]]), [false; 3]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let exits: Vec<Vec<usize>> =
            (0..50_000).map(|block| if block < 49_999 { vec![block + 1] } else { vec![] }).collect();
        let exits: Vec<&[usize]> = exits.iter().map(Vec::as_slice).collect();
        let graph = graph(&exits);
        assert!(graph.dominates(BlockId::new(3), BlockId::new(49_000)));
        assert!(graph.post_dominates(BlockId::new(49_000), BlockId::new(3)));
    }
}
