//! Which blocks each thread executes the same number of times.
//!
//! Two blocks are *control equivalent* if the first one dominates the second one, the second one post-dominates the
//! first one, and no cycle has only one of them: with an if-else or a loop between them, for example. Blocks that
//! depend on equal conditions are in one class, too, if the blocks with these conditions are control equivalent:
//!
//! ```text
//! @leader mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16;
//! add.u32 a, a, 1;
//! @leader cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [to], [from], 16, [bar];
//! ```
//!
//! Guarantees that a thread executes the blocks of one class the same number of times. Linear in the number of blocks
//! in practice.

use rustc_hash::FxHashMap;

use crate::execution::{ContextId, Site};
use crate::graph::Graph;
use crate::id::{BlockId, ValueId};
use crate::limits;
use crate::paths::first_visit::is_once_before;
use crate::program::{Function, Terminator};

/// A class of blocks that each thread executes the same number of times.
#[derive(Clone, Eq, PartialEq, Hash)]
pub(crate) struct ControlClass {
    context: ContextId,
    /// A block that is executed as often, where each of the conditions has its outcome.
    block: BlockId,
    /// The control dependences, from the innermost one.
    conditions: Vec<(ValueId, bool)>,
}

/// For each block, the first one that is control equivalent.
pub(crate) type Memo = FxHashMap<(ContextId, BlockId), BlockId>;

impl ControlClass {
    /// None if the function has no graph.
    pub fn of(site: &Site<'_, '_>, memo: &mut Memo) -> Option<Self> {
        let context = site.context;
        let (function, graph) = (site.run.function(context)?, site.run.graph(context)?);
        let (mut block, mut conditions) = (site.block, Vec::new());
        loop {
            block = representative(function, graph, (context, block), memo);
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

/// The first block of a function that is control equivalent.
fn representative(
    function: &Function,
    graph: &Graph,
    (context, block): (ContextId, BlockId),
    memo: &mut Memo,
) -> BlockId {
    let (mut first, mut up, mut class) = (block, block, vec![block]);
    while let Some(above) = graph.dominator(up).filter(|&above| graph.post_dominates(block, above)) {
        up = above;
        if are_equivalent(function, graph, up, first) {
            first = up;
            if let Some(&known) = memo.get(&(context, up)) {
                first = known;
                break;
            }
            class.push(up);
        }
    }
    memo.extend(class.into_iter().map(|block| ((context, block), first)));
    first
}

/// Whether two blocks are control equivalent, of which the first one dominates the second one.
fn are_equivalent(function: &Function, graph: &Graph, first: BlockId, second: BlockId) -> bool {
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
