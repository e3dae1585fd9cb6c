//! Which threads leave a loop before others do.
//!
//! Accepts the threads that take each edge of a function. Guarantees for a set of threads how far they stay together in
//! a loop: an unknown condition that is tested in a later iteration, or after the loop, can be another one in each of
//! the groups that left at another time.
//!
//! Leaves out on purpose: in which iteration a thread leaves.

use super::presence::{Lanes, Presence};
use crate::graph::Graph;
use crate::id::BlockId;
use crate::limits;
use crate::loops::LoopId;
use crate::program::Function;
use crate::threads::ThreadSet;
use crate::value::Uniformity;

/// The exits of each loop of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Leaving {
    exits: Vec<Exits>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Exits {
    /// Threads that can leave one by one.
    apart: ThreadSet,
    /// Threads of which all lanes of a warp leave together, and whether all warps do so in the same iteration.
    together: Vec<(ThreadSet, bool)>,
}

impl Leaving {
    /// No thread leaves before the others.
    pub fn none(graph: &Graph) -> Self {
        Self { exits: vec![Exits::default(); graph.loops.count()] }
    }

    /// Every thread can leave at any time.
    pub fn all(graph: &Graph) -> Self {
        Self { exits: vec![Exits { apart: ThreadSet::ALL, together: Vec::new() }; graph.loops.count()] }
    }

    /// The exits that are taken: `edges` has the threads on each edge of each block, and `left` the blocks with calls
    /// in which some of the threads end.
    pub fn of(
        function: &Function,
        graph: &Graph,
        edges: &[Vec<Presence>],
        left: &[(BlockId, usize, Presence)],
    ) -> Self {
        let mut leaving = Self::none(graph);
        for ((from, block), edges) in function.enumerate().zip(edges) {
            for (target, presence) in block.end.targets().zip(edges).filter(|(_, presence)| !presence.is_none()) {
                for id in graph.loops.around(from).take_while(|&id| !graph.loops.contains(id, target.to)) {
                    leaving.add(id, presence);
                }
            }
        }
        for (block, _, presence) in left {
            for id in graph.loops.around(*block) {
                leaving.add(id, presence);
            }
        }
        leaving
    }

    fn add(&mut self, id: LoopId, presence: &Presence) {
        let Some(exits) = self.exits.get_mut(id.index()) else { return };
        let exit = (presence.threads, presence.all_warps);
        if presence.lanes != Lanes::All || exits.together.len() >= limits::LOOP_EXITS && !exits.together.contains(&exit)
        {
            exits.apart = exits.apart.or(&presence.threads);
        } else if !exits.together.contains(&exit) {
            exits.together.push(exit);
        }
    }

    /// The groups of these threads that leave a loop in the same iteration; the grid if no thread leaves before the
    /// others.
    pub fn together(&self, id: LoopId, threads: &ThreadSet) -> Uniformity {
        let Some(exits) = self.exits.get(id.index()) else { return Uniformity::Thread };
        if !exits.apart.is_disjoint(threads) {
            return Uniformity::Thread;
        }
        let of_exit = |(exit, all_warps): &(ThreadSet, bool)| {
            let leave = exit.and(threads);
            if leave.is_empty() || leave == *threads && *all_warps {
                Uniformity::Grid
            } else if leave.is_whole_warps_of(threads) {
                Uniformity::Warp
            } else {
                Uniformity::Thread
            }
        };
        exits.together.iter().map(of_exit).max().unwrap_or(Uniformity::Grid)
    }
}
