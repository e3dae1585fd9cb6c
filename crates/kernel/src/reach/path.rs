//! Paths through a body that are consistent with known conditions.
//!
//! Guarantees that a walk visits each block at most once, and takes no edge that the given conditions exclude. The
//! conditions do not grow during a walk: a walk takes too many paths rather than too few.

use crate::body::{Body, Edge};
use crate::id::{BlockId, ConditionId};

/// The outcomes of conditions that are known on a path, ascending by condition.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct PathConditions(Vec<(ConditionId, bool)>);

impl PathConditions {
    /// The conditions of an edge.
    pub(crate) fn of(edge: &Edge) -> Self {
        edge.known.iter().map(|known| (known.condition, known.holds)).collect()
    }

    /// The same conditions, and one more.
    pub(crate) fn with(&self, condition: ConditionId, holds: bool) -> Self {
        self.0.iter().copied().chain([(condition, holds)]).collect()
    }

    /// The outcome of a condition, if it is known.
    pub(crate) fn outcome(&self, condition: ConditionId) -> Option<bool> {
        let index = self.0.binary_search_by_key(&condition, |&(known, _)| known).ok()?;
        self.0.get(index).map(|&(_, holds)| holds)
    }

    /// Whether an edge can be taken.
    pub(crate) fn allow(&self, edge: &Edge) -> bool {
        edge.known.iter().all(|known| self.outcome(known.condition).is_none_or(|holds| holds == known.holds))
    }

    /// Whether `other` has all these outcomes.
    pub(crate) fn is_subset(&self, other: &PathConditions) -> bool {
        self.0.iter().all(|&(condition, holds)| other.outcome(condition) == Some(holds))
    }
}

impl FromIterator<(ConditionId, bool)> for PathConditions {
    fn from_iter<I: IntoIterator<Item = (ConditionId, bool)>>(conditions: I) -> Self {
        let mut conditions: Vec<_> = conditions.into_iter().collect();
        conditions.sort_unstable();
        conditions.dedup_by_key(|&mut (condition, _)| condition);
        PathConditions(conditions)
    }
}

/// The targets of the edges of a block that the conditions allow.
pub(crate) fn successors<'b>(
    body: &'b Body,
    block: BlockId,
    conditions: &'b PathConditions,
) -> impl Iterator<Item = BlockId> + 'b {
    let exits = body.blocks.get(block.index()).into_iter().flat_map(|block| &block.exits);
    exits.filter(|edge| edge.to.index() < body.blocks.len() && conditions.allow(edge)).map(|edge| edge.to)
}

/// Visits each block that allowed edges lead to, once, beginning with `from`. `visit` returns whether the walk
/// continues with the successors of the block.
pub(crate) fn walk(
    body: &Body,
    conditions: &PathConditions,
    from: impl IntoIterator<Item = BlockId>,
    mut visit: impl FnMut(BlockId) -> bool,
) {
    let mut seen = vec![false; body.blocks.len()];
    let mut pending: Vec<BlockId> = from.into_iter().filter(|block| block.index() < seen.len()).collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) && visit(block) {
            pending.extend(successors(body, block, conditions));
        }
    }
}

/// The dominator tree of a body.
///
/// Its nodes are the blocks, followed by the edges that lead to a block. An edge is a node so that its conditions are
/// known in every block that is dominated by it.
pub(crate) struct Dominators<'b> {
    edges: Vec<&'b Edge>,
    /// The number of blocks.
    blocks: usize,
    /// For each node the node that it is immediately dominated by.
    immediate: Vec<Option<usize>>,
}

impl<'b> Dominators<'b> {
    pub(crate) fn of(body: &'b Body) -> Self {
        let blocks = body.blocks.len();
        let mut edges = Vec::new();
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        for (block, nodes) in body.blocks.iter().zip(&mut successors) {
            for edge in block.exits.iter().filter(|edge| edge.to.index() < blocks) {
                nodes.push(blocks + edges.len());
                edges.push(edge);
            }
        }
        successors.extend(edges.iter().map(|edge| vec![edge.to.index()]));
        let immediate = if blocks == 0 { Vec::new() } else { immediate_dominators(&successors) };
        Dominators { edges, blocks, immediate }
    }

    /// The conditions that are known in a block on every path.
    pub(crate) fn conditions(&self, block: BlockId) -> PathConditions {
        let chain = std::iter::successors(Some(block.index()), |&node| self.immediate.get(node).copied().flatten());
        let edges = chain.filter_map(|node| self.edges.get(node.checked_sub(self.blocks)?));
        edges.flat_map(|edge| edge.known.iter().map(|known| (known.condition, known.holds))).collect()
    }
}

/// The immediate dominator of each node; none for node 0, which is the entry, and for nodes that cannot be reached.
///
/// The algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
fn immediate_dominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut order = Vec::with_capacity(successors.len());
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(0, 0)];
    seen[0] = true;
    while let Some((node, next)) = stack.pop() {
        match successors[node].get(next) {
            Some(&to) => {
                stack.push((node, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => order.push(node),
        }
    }
    let mut rank = vec![0; successors.len()];
    for (index, &node) in order.iter().enumerate() {
        rank[node] = index;
    }
    let mut predecessors = vec![Vec::new(); successors.len()];
    for &node in &order {
        for &to in &successors[node] {
            predecessors[to].push(node);
        }
    }
    let mut immediate: Vec<Option<usize>> = vec![None; successors.len()];
    immediate[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != 0) {
            let known = predecessors[node].iter().copied().filter(|&from| immediate[from].is_some());
            let common = known.reduce(|mut one, mut other| {
                while one != other {
                    let lower = if rank[one] < rank[other] { &mut one } else { &mut other };
                    *lower = immediate[*lower].unwrap_or(0);
                }
                one
            });
            if common.is_some() && immediate[node] != common {
                immediate[node] = common;
                changed = true;
            }
        }
    }
    immediate[0] = None;
    immediate
}
