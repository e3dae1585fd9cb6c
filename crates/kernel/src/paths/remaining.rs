//! Threads that certainly go on elsewhere, instead of ending, while others are at an instruction.
//!
//! Every path from an instruction goes through the post-dominators of its block. A thread that is not at the
//! instruction, and that does something there, has not exited. Guarantees work that is linear in the blocks for all
//! questions together.
//!
//! Leaves out on purpose: functions with several calls; threads that wait in a loop of their own.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::execution::{Context, ContextId, Run, Site};
use crate::id::BlockId;
use crate::limits;
use crate::paths::waits;
use crate::program::{BarrierOperation, Instruction, InstructionKind, Terminator};
use crate::threads::ThreadSet;

/// What a thread has to do so that it counts as one that has not exited.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Counts {
    /// It waits for other threads.
    Waits,
    /// It waits for threads of other warps.
    WaitsForWarps,
    /// It executes an instruction that a rule asks for, or tests a condition.
    Acts,
    /// The same, or it writes memory.
    Writes,
}

/// Answers for one run.
#[derive(Debug)]
pub struct Remaining<'r, 'p> {
    run: &'r Run<'p>,
    counts: Counts,
    /// For each block of a context, the threads that do something in a post-dominator of it.
    later: RefCell<BTreeMap<ContextId, Vec<Option<ThreadSet>>>>,
}

impl<'r, 'p> Remaining<'r, 'p> {
    const fn counting(run: &'r Run<'p>, counts: Counts) -> Self {
        Self { run, counts, later: RefCell::new(BTreeMap::new()) }
    }

    /// For a run, with the threads that execute an instruction that a rule asks for.
    pub(crate) const fn new(run: &'r Run<'p>) -> Self {
        Self::counting(run, Counts::Acts)
    }

    /// With the threads that wait for others: one that stores or arrives somewhere can have exited after that, while
    /// the lanes of its warp still wait for those that have not.
    pub const fn waiting(run: &'r Run<'p>) -> Self {
        Self::counting(run, Counts::Waits)
    }

    /// With the threads that wait for other warps: whole warps that wait for their own lanes only end after that.
    pub(crate) const fn waiting_for_warps(run: &'r Run<'p>) -> Self {
        Self::counting(run, Counts::WaitsForWarps)
    }

    /// With the threads that write memory, too. What waits for threads that have not exited goes on when they end after
    /// that, so that only what all threads of a warp execute together asks for it.
    pub(crate) const fn with_writes(run: &'r Run<'p>) -> Self {
        Self::counting(run, Counts::Writes)
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
    pub(crate) fn goes_on(&self, threads: &ThreadSet, context: ContextId, block: BlockId) -> bool {
        let is_here = !threads.is_disjoint(&self.run.presence(context, block).threads);
        is_here && self.stays(context, block) || !self.later(context, block).is_disjoint(threads)
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
                && self.stays(context, parent)
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

    /// Whether a thread in a block counts as one that has not exited.
    fn stays(&self, context: ContextId, id: BlockId) -> bool {
        let Some(block) = self.run.function(context).and_then(|function| function.block(id)) else { return false };
        let counts = |instruction: &Instruction| match (self.counts, &instruction.kind) {
            (Counts::Writes, _) => true,
            // What the function does counts.
            (_, InstructionKind::Call { .. }) => false,
            (Counts::Acts, _) => !instruction.is_free(),
            (Counts::Waits, kind) => waits_for_warps(kind) || matches!(kind, InstructionKind::WarpSync { .. }),
            (Counts::WaitsForWarps, kind) => waits_for_warps(kind),
        };
        let goes_on = !matches!(block.end, Terminator::Return(_) | Terminator::Exit | Terminator::Jump(_));
        let calls = self.run.context(context).into_iter().flat_map(Context::calls);
        let called = || self.run.with_callees(calls.filter(|(at, ..)| *at == id).map(|&(_, _, callee)| callee));
        block.instructions.iter().any(counts)
            || self.counts == Counts::Writes && block.writes_memory
            || matches!(self.counts, Counts::Acts | Counts::Writes) && goes_on
            || called()
                .into_iter()
                .filter_map(|called| self.run.function(called))
                .any(|it| it.instructions().any(counts))
    }
}

/// Whether a thread can wait for other warps at an instruction.
fn waits_for_warps(kind: &InstructionKind) -> bool {
    matches!(kind, InstructionKind::Barrier { operation: BarrierOperation::Sync, .. }) || waits(kind)
}
