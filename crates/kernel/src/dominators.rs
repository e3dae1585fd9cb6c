//! Immediate dominators of a graph.
//!
//! The algorithm is Semi-NCA: L. Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems" (2005), which
//! LLVM uses, too. Unlike the iteration over sets, it takes nearly linear time for many branches back to one block.

/// The immediate dominator of each node; none for the root, and for nodes that it does not lead to.
pub fn immediate_dominators(successors: &[Vec<usize>], root: usize) -> Vec<Option<usize>> {
    let SearchTree { nodes, parents, numbers } = SearchTree::of(successors, root);
    let mut predecessors = vec![Vec::new(); nodes.len()];
    for (number, &node) in nodes.iter().enumerate() {
        for to in successors[node].iter().filter_map(|&to| numbers[to]) {
            predecessors[to].push(number);
        }
    }
    let mut forest = Forest::new(&parents);
    for node in (1..nodes.len()).rev() {
        let semis = predecessors[node].iter().map(|&from| forest.least_semi(from, node + 1));
        let semi = semis.fold(parents[node], usize::min);
        forest.semis[node] = semi;
    }
    // The dominator is the nearest common ancestor of the parent and the semidominator.
    let mut dominators = parents;
    for node in 1..nodes.len() {
        let mut candidate = dominators[node];
        while candidate > forest.semis[node] {
            candidate = dominators[candidate];
        }
        dominators[node] = candidate;
    }
    let mut immediate = vec![None; successors.len()];
    for (number, &node) in nodes.iter().enumerate().skip(1) {
        immediate[node] = Some(nodes[dominators[number]]);
    }
    immediate
}

/// The tree of a depth-first search. Nodes have numbers in the order in which they are found.
struct SearchTree {
    /// The node of each number.
    nodes: Vec<usize>,
    /// The parent of each number. The root is its own.
    parents: Vec<usize>,
    /// The number of each node; none if the root does not lead to it.
    numbers: Vec<Option<usize>>,
}

impl SearchTree {
    fn of(successors: &[Vec<usize>], root: usize) -> Self {
        let (mut nodes, mut parents) = (vec![root], vec![0]);
        let mut numbers = vec![None; successors.len()];
        numbers[root] = Some(0);
        let mut path = vec![(0, 0)];
        while let Some((number, next)) = path.pop() {
            let Some(&to) = successors[nodes[number]].get(next) else { continue };
            path.push((number, next + 1));
            if numbers[to].is_none() {
                let found = nodes.len();
                numbers[to] = Some(found);
                nodes.push(to);
                parents.push(number);
                path.push((found, 0));
            }
        }
        Self { nodes, parents, numbers }
    }
}

/// The part of the tree that has been visited, from the last node on, with compressed paths.
struct Forest {
    /// The semidominator of each node, or the node itself before its visit.
    semis: Vec<usize>,
    /// An ancestor of each node: the parent at first.
    ancestors: Vec<usize>,
    /// The node with the least semidominator between a node and its ancestor, which is not counted.
    labels: Vec<usize>,
}

impl Forest {
    fn new(parents: &[usize]) -> Self {
        let own: Vec<usize> = (0..parents.len()).collect();
        Self { semis: own.clone(), ancestors: parents.to_vec(), labels: own }
    }

    /// The least semidominator of a node and its ancestors among the nodes from `visited` on.
    fn least_semi(&mut self, node: usize, visited: usize) -> usize {
        let mut path = Vec::new();
        let mut at = node;
        while self.ancestors[at] >= visited {
            path.push(at);
            at = self.ancestors[at];
        }
        // From the top, each node gets what its ancestors have.
        let (top, mut best) = (self.ancestors[at], self.labels[at]);
        for node in path.into_iter().rev() {
            self.ancestors[node] = top;
            if self.semis[self.labels[node]] > self.semis[best] {
                self.labels[node] = best;
            }
            best = self.labels[node];
        }
        self.semis[best]
    }
}

#[cfg(test)]
mod tests {
    use super::immediate_dominators;
    use proptest::prelude::*;

    /// A node dominates another one if the root does not lead to that without it.
    fn dominators_by_definition(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
        let reached = |without: Option<usize>| {
            let mut seen = vec![false; successors.len()];
            let mut open = vec![0];
            while let Some(node) = open.pop() {
                if Some(node) != without && !std::mem::replace(&mut seen[node], true) {
                    open.extend(&successors[node]);
                }
            }
            seen
        };
        let all = reached(None);
        let without: Vec<Vec<bool>> = (0..successors.len()).map(|node| reached(Some(node))).collect();
        let dominates = |one: usize, other: usize| one != other && all[other] && !without[one][other];
        let of = |node: usize| {
            let strict: Vec<usize> = (0..successors.len()).filter(|&one| all[one] && dominates(one, node)).collect();
            strict.iter().copied().find(|&one| strict.iter().all(|&other| other == one || dominates(other, one)))
        };
        (0..successors.len()).map(|node| of(node).filter(|_| node != 0)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn they_are_those_of_the_definition(
            successors in (1_usize..10).prop_flat_map(|count| {
                prop::collection::vec(prop::collection::vec(0..count, 0..3), count..=count)
            }),
        ) {
            prop_assert_eq!(immediate_dominators(&successors, 0), dominators_by_definition(&successors));
        }
    }

    #[test]
    fn many_branches_back_to_one_block_take_linear_time() {
        let count = 200_000;
        let successors: Vec<Vec<usize>> = (0..count).map(|node| vec![(node + 1) % count, 0]).collect();
        let found = immediate_dominators(&successors, 0);
        assert!((1..count).all(|node| found[node] == Some(node - 1)));
    }
}
