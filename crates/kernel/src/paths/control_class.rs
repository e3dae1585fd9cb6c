//! Which blocks each thread executes the same number of times.
//!
//! Two blocks are *alike* if every path through one leads through the other one, the same number of times: with an
//! if-else or a loop between them, for example. So are blocks under equal conditions, if the blocks with these
//! conditions are:
//!
//! ```text
//! @leader mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16;
//! add.u32 a, a, 1;
//! @leader cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], 16, [bar];
//! ```
//!
//! Guarantees that blocks with equal descriptions are executed the same number of times. Linear in the number of blocks
//! in practice.

use rustc_hash::FxHashMap;

use crate::execution::{ContextId, Site};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::first_visit::is_once_before;
use crate::program::{Function, Terminator};

/// How many times a thread executes a block.
#[derive(Clone, Eq, PartialEq, Hash)]
pub(crate) struct ExecutionCount {
    context: ContextId,
    /// As many times as this block, on the paths where each condition has its outcome.
    block: BlockId,
    /// From the inside to the outside.
    conditions: Vec<(ValueId, bool)>,
}

/// For each block, the first one that is alike.
pub(crate) type Memo = FxHashMap<(ContextId, BlockId), BlockId>;

impl ExecutionCount {
    /// None if the function has no graph.
    pub fn of(site: &Site<'_, '_>, memo: &mut Memo) -> Option<Self> {
        let context = site.context;
        let (function, graph) = (site.run.function(context)?, site.run.graph(context)?);
        let (mut block, mut conditions) = (site.block, Vec::new());
        loop {
            block = first_alike(function, graph, (context, block), memo);
            match condition(function, graph, block).filter(|_| conditions.len() < limits::ENCLOSING_CONDITIONS) {
                Some((from, condition, holds)) => {
                    conditions.push((condition, holds));
                    block = from;
                }
                None => return Some(Self { context, block, conditions }),
            }
        }
    }
}

/// The first block of a function that is alike.
fn first_alike(function: &Function, graph: &Graph, (context, block): (ContextId, BlockId), memo: &mut Memo) -> BlockId {
    let (mut first, mut up, mut alike) = (block, block, vec![block]);
    while let Some(above) = graph.dominator(up).filter(|&above| graph.post_dominates(block, above)) {
        up = above;
        if is_alike(function, graph, up, first) {
            first = up;
            if let Some(&known) = memo.get(&(context, up)) {
                first = known;
                break;
            }
            alike.push(up);
        }
    }
    memo.extend(alike.into_iter().map(|block| ((context, block), first)));
    first
}

/// Whether two blocks are alike, of which the first one dominates the second one.
fn is_alike(function: &Function, graph: &Graph, first: BlockId, second: BlockId) -> bool {
    let is_in_cycle = [first, second].iter().any(|&block| graph.is_in_cycle(block));
    graph.post_dominates(second, first)
        && graph.loops.innermost(first) == graph.loops.innermost(second)
        && !(is_in_cycle && graph.loops.has_irreducible())
        && (!is_in_cycle || is_once_before(function, first, &[second]))
}

/// The closest branch that decides whether a block is executed, in the same iteration of the same loops: its block, the
/// condition and the outcome that leads to the block. None if something else leads to the block too.
fn condition(function: &Function, graph: &Graph, block: BlockId) -> Option<(BlockId, ValueId, bool)> {
    let from = graph.dominator(block)?;
    let Terminator::Branch { condition, holds, fails } = &function.block(from)?.end else { return None };
    let is_only = graph.predecessors.get(block.index())?.as_slice() == [from] && holds.to != fails.to;
    let is_same_loop = graph.loops.innermost(from) == graph.loops.innermost(block);
    let decides = !graph.post_dominates(block, from);
    (is_only && is_same_loop && decides).then_some((from, *condition, holds.to == block))
}
