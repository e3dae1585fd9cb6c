//! Threads that certainly go on elsewhere, instead of ending, while others are at an instruction.
//!
//! Every path from an instruction goes through the post-dominators of its block. A thread that is not at the
//! instruction, and that does something there, has not exited. Guarantees work that is linear in the blocks for all
//! questions together.
//!
//! Leaves out on purpose: functions with several calls; threads that wait in a loop of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::execution::{ContextId, Run, Site};
use crate::id::BlockId;
use crate::limits;
use crate::program::{Block, Instruction, Terminator};
use crate::threads::ThreadSet;

/// Answers for one run.
#[derive(Debug)]
pub struct Remaining<'r, 'p> {
    run: &'r Run<'p>,
    /// Whether a block that writes memory, and no more, does something.
    counts_writes: bool,
    /// For each block of a context, the threads that do something in a post-dominator of it.
    later: RefCell<BTreeMap<ContextId, Vec<Option<ThreadSet>>>>,
}

impl<'r, 'p> Remaining<'r, 'p> {
    /// For a run.
    pub const fn new(run: &'r Run<'p>) -> Self {
        Self { run, counts_writes: false, later: RefCell::new(BTreeMap::new()) }
    }

    /// For a run, where threads that write memory go on elsewhere, too. What waits for threads that have not exited
    /// goes on when they end after that, so that only what all threads of a warp execute together asks for it.
    pub const fn with_writes(run: &'r Run<'p>) -> Self {
        Self { run, counts_writes: true, later: RefCell::new(BTreeMap::new()) }
    }

    /// Whether one of the threads certainly goes on elsewhere while others are at an instruction.
    pub fn has(&self, missing: &ThreadSet, site: &Site<'_, '_>) -> bool {
        let (mut context, mut block) = (site.context, site.block);
        if missing.is_empty() {
            return false;
        }
        // From the function of the instruction to its callers, as far as there is only one.
        for _ in 0..limits::REMAINING_CALLS {
            if !self.later(context, block).is_disjoint(missing) {
                return true;
            }
            let mut callers = self.run.callers(context);
            match (callers.next(), callers.next()) {
                (Some((caller, at, _)), None) => (context, block) = (caller, at),
                _ => return false,
            }
        }
        false
    }

    /// Whether one of the threads, which all reach a block, certainly goes on there.
    pub fn goes_on(&self, threads: &ThreadSet, context: ContextId, block: BlockId) -> bool {
        let function = self.run.function(context).and_then(|function| function.block(block));
        let is_here = !threads.is_disjoint(&self.run.presence(context, block).threads);
        is_here && function.is_some_and(|block| self.does_something(block))
            || !self.later(context, block).is_disjoint(threads)
    }

    /// The threads that do something in a post-dominator of a block.
    fn later(&self, context: ContextId, from: BlockId) -> ThreadSet {
        let (Some(graph), Some(function)) = (self.run.graph(context), self.run.function(context)) else {
            return ThreadSet::EMPTY;
        };
        let mut all = self.later.borrow_mut();
        let known = all.entry(context).or_insert_with(|| vec![None; function.blocks.len()]);
        // Up to a block that is known, and back down.
        let (mut path, mut next) = (Vec::new(), Some(from));
        let mut found = ThreadSet::EMPTY;
        while let Some(id) = next {
            match known.get(id.index()) {
                Some(None) => path.push(id),
                Some(Some(threads)) => {
                    found = *threads;
                    break;
                }
                None => break,
            }
            next = graph.post_dominator(id);
        }
        let mut above = next;
        while let Some(id) = path.pop() {
            if let Some(parent) = above
                && function.block(parent).is_some_and(|block| self.does_something(block))
            {
                found = found.or(&self.run.presence(context, parent).threads);
            }
            if let Some(slot) = known.get_mut(id.index()) {
                *slot = Some(found);
            }
            above = Some(id);
        }
        found
    }

    fn does_something(&self, block: &Block) -> bool {
        // An instruction that waits for no other thread is followed by the end as well as by anything else.
        let waits = |found: &Instruction| self.counts_writes || !found.is_free();
        block.instructions.iter().any(waits)
            || self.counts_writes && block.writes_memory
            || !matches!(block.end, Terminator::Return(_) | Terminator::Exit | Terminator::Jump(_))
    }
}
