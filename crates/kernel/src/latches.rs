//! Makes a loop of two blocks one, if the second block does nothing.
//!
//! ```text
//! wait: try_wait; branch done, latch      wait: try_wait; branch done, wait
//! latch: jump wait                    ->
//! ```
//!
//! A wait for an mbarrier is then one block, however its branches are written.
//!
//! Accepts any function. Guarantees that each thread executes the same instructions with the same values, in the same
//! order. Linear in the size of the function.
//!
//! Leaves out on purpose: removing the second block, to which no edge leads afterwards; and other empty blocks, which
//! can be where the sides of a branch meet.

use crate::program::{Block, Function, Program, Target, Terminator};

impl Program {
    /// Makes each loop of two blocks one, if its latch, the block with the back edge, does nothing else.
    pub fn skip_empty_latches(&mut self) {
        self.functions.iter_mut().for_each(Function::skip_empty_latches);
    }
}

impl Function {
    fn skip_empty_latches(&mut self) {
        let back_edges: Vec<Option<Target>> = self.blocks.iter().map(|block| block.only_goes_on().cloned()).collect();
        let mut predecessors = vec![0_usize; self.blocks.len()];
        for target in self.blocks.iter().flat_map(|block| block.end.targets()) {
            if let Some(count) = predecessors.get_mut(target.to.index()) {
                *count += 1;
            }
        }
        for (header, block) in self.blocks.iter_mut().enumerate() {
            for target in block.end.targets_mut() {
                let latch = target.to.index();
                if let Some(Some(back_edge)) = back_edges.get(latch)
                    && back_edge.to.index() == header
                    && latch != header
                    && predecessors.get(latch) == Some(&1)
                {
                    target.clone_from(back_edge);
                }
            }
        }
    }
}

impl Block {
    /// The edge to the next block, if the block does nothing else.
    fn only_goes_on(&self) -> Option<&Target> {
        let Terminator::Jump(target) = &self.end else { return None };
        let is_empty = self.parameters.is_empty() && self.computes.is_empty() && self.instructions.is_empty();
        (is_empty && !self.writes_memory).then_some(target)
    }
}
