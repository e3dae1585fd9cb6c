//! The order in which a warp executes the blocks of a function: all of a loop before what is after it, and all of an
//! iteration before the next one. Threads that come to one block in the same iterations go on together.

use tileiras_kernel::BlockId;
use tileiras_kernel::program::{Function, Terminator};

/// Where a block is: its position among the blocks and loops around it, from the outside.
#[derive(Debug)]
pub struct Nest {
    path: Vec<Vec<usize>>,
    /// Whether a block is the header of the loop at that depth.
    header_of: Vec<Option<usize>>,
    /// Whether the end of the function can be reached from a block.
    can_end: Vec<bool>,
}

/// The position of a block and the number of each iteration, from the outside.
pub type Key = Vec<usize>;

impl Nest {
    pub fn of(function: &Function) -> Self {
        let count = function.blocks.len();
        let edges: Vec<Vec<usize>> = function
            .blocks
            .iter()
            .map(|block| block.end.targets().map(|target| target.to.index()).filter(|&to| to < count).collect())
            .collect();
        let mut can_end: Vec<bool> =
            function.blocks.iter().map(|block| matches!(block.end, Terminator::Return(_) | Terminator::Exit)).collect();
        loop {
            let next: Vec<bool> =
                (0..count).map(|block| can_end[block] || edges[block].iter().any(|&to| can_end[to])).collect();
            if next == can_end {
                break;
            }
            can_end = next;
        }
        let mut nest = Self { path: vec![Vec::new(); count], header_of: vec![None; count], can_end };
        let all: Vec<usize> = (0..count).collect();
        nest.order(&all, &edges, 0, &mut vec![false; count]);
        nest
    }

    /// Puts the cycles among these blocks in order. `cut` are headers whose edges from inside are not followed.
    fn order(&mut self, blocks: &[usize], edges: &[Vec<usize>], entry: usize, cut: &mut Vec<bool>) {
        for (position, part) in components(blocks, edges, entry, cut).into_iter().enumerate() {
            for &block in &part {
                self.path[block].push(position);
            }
            let is_cycle = part.len() > 1 || edges[part[0]].contains(&part[0]) && !cut[part[0]];
            if is_cycle {
                // The first block in depth-first order is the entry.
                let header = part[0];
                self.header_of[header] = Some(self.path[header].len() - 1);
                cut[header] = true;
                self.order(&part, edges, header, cut);
            }
        }
    }

    pub fn can_end(&self, block: BlockId) -> bool {
        self.can_end[block.index()]
    }

    pub fn start(&self) -> Key {
        self.key(0, &[])
    }

    fn key(&self, block: usize, iterations: &[usize]) -> Key {
        let path = &self.path[block];
        let mut key = Vec::new();
        for (depth, &position) in path.iter().enumerate() {
            key.push(position);
            if depth + 1 < path.len() {
                key.push(iterations.get(depth).copied().unwrap_or(0));
            }
        }
        key
    }

    /// The key after an edge.
    pub fn follow(&self, from: BlockId, key: &Key, to: BlockId) -> Key {
        let (here, there) = (&self.path[from.index()], &self.path[to.index()]);
        let shared = here.iter().zip(there).take_while(|(one, other)| one == other).count();
        // The loops that both are in.
        let shared = shared.min(here.len() - 1).min(there.len() - 1);
        let mut iterations: Vec<usize> = (0..shared).map(|depth| key[depth * 2 + 1]).collect();
        if let Some(depth) = self.header_of[to.index()]
            && depth < shared
        {
            iterations.truncate(depth + 1);
            iterations[depth] += 1;
        }
        self.key(to.index(), &iterations)
    }
}

/// The strongly connected components, in topological order; in each the first block that is entered comes first.
fn components(blocks: &[usize], edges: &[Vec<usize>], entry: usize, cut: &[bool]) -> Vec<Vec<usize>> {
    let reaches = |from: usize| {
        let mut seen = vec![false; edges.len()];
        let mut pending = vec![from];
        while let Some(block) = pending.pop() {
            for &to in edges[block].iter().filter(|to| blocks.contains(to) && !cut[**to]) {
                if !std::mem::replace(&mut seen[to], true) {
                    pending.push(to);
                }
            }
        }
        seen
    };
    let reach: Vec<(usize, Vec<bool>)> = blocks.iter().map(|&block| (block, reaches(block))).collect();
    let of = |block: usize| &reach.iter().find(|(other, _)| *other == block).expect("a block of the list").1;
    // Depth-first post-order from the entry.
    let mut order = Vec::new();
    let mut seen = vec![false; edges.len()];
    let mut first_seen = Vec::new();
    for &root in [entry].iter().chain(blocks) {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        first_seen.push(root);
        while let Some((block, next)) = stack.pop() {
            if let Some(&to) = edges[block].get(next) {
                stack.push((block, next + 1));
                if blocks.contains(&to) && !cut[to] && !std::mem::replace(&mut seen[to], true) {
                    first_seen.push(to);
                    stack.push((to, 0));
                }
            } else {
                order.push(block);
            }
        }
    }
    order.reverse();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for &block in &order {
        match parts.iter_mut().find(|part| of(part[0])[block] && of(block)[part[0]]) {
            Some(part) => part.push(block),
            None => parts.push(vec![block]),
        }
    }
    for part in &mut parts {
        part.sort_by_key(|block| first_seen.iter().position(|seen| seen == block));
    }
    // Topological: nothing goes back to an earlier part.
    let mut sorted: Vec<Vec<usize>> = Vec::new();
    while !parts.is_empty() {
        let next = (0..parts.len())
            .find(|&index| (0..parts.len()).all(|other| other == index || !of(parts[other][0])[parts[index][0]]))
            .expect("the components have no cycle");
        sorted.push(parts.remove(next));
    }
    sorted
}
