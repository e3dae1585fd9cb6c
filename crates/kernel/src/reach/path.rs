//! Ways through a body that are consistent with what is known.
//!
//! Guarantees that a walk sees each block once, and takes no edge that what it knows excludes. What it knows does not grow
//! on the way: a walk errs on the side of too many ways, never of too few.

use crate::body::{Body, Edge};

/// Conditions, each with its outcome, ascending.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Facts(Vec<(u32, bool)>);

impl Facts {
    /// What is known on an edge.
    pub(crate) fn on(edge: &Edge) -> Self {
        edge.known.iter().map(|known| (known.condition, known.holds)).collect()
    }

    /// The same, and one more.
    pub(crate) fn with(&self, condition: u32, holds: bool) -> Self {
        self.0.iter().copied().chain([(condition, holds)]).collect()
    }

    /// The outcome of a condition, if it is known.
    pub(crate) fn outcome(&self, condition: u32) -> Option<bool> {
        let place = self.0.binary_search_by_key(&condition, |&(known, _)| known).ok()?;
        self.0.get(place).map(|&(_, holds)| holds)
    }

    /// Whether an edge can be taken.
    pub(crate) fn allow(&self, edge: &Edge) -> bool {
        edge.known.iter().all(|known| self.outcome(known.condition).is_none_or(|holds| holds == known.holds))
    }

    /// Whether all of it is known there, too.
    pub(crate) fn within(&self, other: &Facts) -> bool {
        self.0.iter().all(|&(condition, holds)| other.outcome(condition) == Some(holds))
    }
}

impl FromIterator<(u32, bool)> for Facts {
    fn from_iter<I: IntoIterator<Item = (u32, bool)>>(facts: I) -> Self {
        let mut facts: Vec<_> = facts.into_iter().collect();
        facts.sort_unstable();
        facts.dedup_by_key(|&mut (condition, _)| condition);
        Facts(facts)
    }
}

/// The blocks that the allowed edges of a block lead to.
pub(crate) fn successors<'b>(body: &'b Body, block: usize, facts: &'b Facts) -> impl Iterator<Item = usize> + 'b {
    let exits = body.blocks.get(block).into_iter().flat_map(|block| &block.exits);
    exits.filter(|edge| edge.to < body.blocks.len() && facts.allow(edge)).map(|edge| edge.to)
}

/// Visits blocks from those given on, along allowed edges, each once. `visit` says whether to go on behind the block.
pub(crate) fn walk(
    body: &Body,
    facts: &Facts,
    from: impl IntoIterator<Item = usize>,
    mut visit: impl FnMut(usize) -> bool,
) {
    let mut seen = vec![false; body.blocks.len()];
    let mut pending: Vec<usize> = from.into_iter().filter(|&block| block < seen.len()).collect();
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut seen[block], true) && visit(block) {
            pending.extend(successors(body, block, facts));
        }
    }
}

/// What is known in each block, whichever way led there.
///
/// The nodes of its tree are the blocks and, behind them, the edges: a node hangs below the one that every way to it
/// passes last.
pub(crate) struct Dominators<'b> {
    edges: Vec<&'b Edge>,
    blocks: usize,
    above: Vec<Option<usize>>,
}

impl<'b> Dominators<'b> {
    pub(crate) fn of(body: &'b Body) -> Self {
        let blocks = body.blocks.len();
        let mut edges = Vec::new();
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        for (block, nodes) in body.blocks.iter().zip(&mut successors) {
            for edge in block.exits.iter().filter(|edge| edge.to < blocks) {
                nodes.push(blocks + edges.len());
                edges.push(edge);
            }
        }
        successors.extend(edges.iter().map(|edge| vec![edge.to]));
        let above = if blocks == 0 { Vec::new() } else { immediate_dominators(&successors) };
        Dominators { edges, blocks, above }
    }

    /// What is known in a block.
    pub(crate) fn facts(&self, block: usize) -> Facts {
        let chain = std::iter::successors(Some(block), |&node| self.above.get(node).copied().flatten());
        let edges = chain.filter_map(|node| self.edges.get(node.checked_sub(self.blocks)?));
        edges.flat_map(|edge| edge.known.iter().map(|known| (known.condition, known.holds))).collect()
    }
}

/// For each node but the first the last one that all ways to it from the first have in common, where there is a way.
/// The algorithm of Cooper, Harvey and Kennedy.
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
    for (place, &node) in order.iter().enumerate() {
        rank[node] = place;
    }
    let mut predecessors = vec![Vec::new(); successors.len()];
    for &node in &order {
        for &to in &successors[node] {
            predecessors[to].push(node);
        }
    }
    let mut above: Vec<Option<usize>> = vec![None; successors.len()];
    above[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != 0) {
            let known = predecessors[node].iter().copied().filter(|&from| above[from].is_some());
            let common = known.reduce(|mut one, mut other| {
                while one != other {
                    let lower = if rank[one] < rank[other] { &mut one } else { &mut other };
                    *lower = above[*lower].unwrap_or(0);
                }
                one
            });
            if common.is_some() && above[node] != common {
                above[node] = common;
                changed = true;
            }
        }
    }
    above[0] = None;
    above
}
