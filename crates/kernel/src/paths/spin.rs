//! Loops that wait for memory: a thread goes around until another one has written a flag.
//!
//! Guarantees that a loop is found whose last branch depends on a load, also of an earlier iteration, or on a value of
//! which nothing is known, such as the result of an atomic operation or of a function. Leaves out on purpose: what the
//! flag says. A loop on `mbarrier.try_wait` is none of these: the instruction itself is the wait.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::execution::Run;
use crate::graph::Graph;
use crate::id::ValueId;
use crate::limits;
use crate::paths::Edge;
use crate::paths::waits;
use crate::program::{Block, Function, InstructionKind, MbarrierOperation, Terminator};
use crate::value::{Space, Uniformity, ValueKind};

/// The edges after which a thread has waited for a flag.
pub(crate) fn edges(run: &Run<'_>) -> Rc<BTreeSet<Edge>> {
    run.once(find)
}

/// Those of innermost loops without an instruction that waits for other warps ([`waits`]).
pub(crate) fn edges_of_tight_loops(run: &Run<'_>) -> BTreeSet<Edge> {
    let mut waiting = BTreeSet::new();
    for (context, _) in run.contexts() {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { continue };
        let blocks =
            function.enumerate().filter(|(_, block)| block.instructions.iter().any(|found| waits(&found.kind)));
        waiting.extend(blocks.flat_map(|(block, _)| graph.loops.around(block)).map(|id| (context, id)));
    }
    let innermost = |edge: &Edge| run.graph(edge.context)?.loops.innermost(edge.from);
    let is_tight = |edge: &&Edge| innermost(edge).is_none_or(|id| !waiting.contains(&(edge.context, id)));
    edges(run).iter().filter(is_tight).copied().collect()
}

fn find(run: &Run<'_>) -> BTreeSet<Edge> {
    let mut found = BTreeSet::new();
    for (context, _) in run.contexts() {
        let (Some(function), Some(graph)) = (run.function(context), run.graph(context)) else { continue };
        for (from, block) in function.enumerate().filter(|(from, _)| graph.is_in_cycle(*from)) {
            let Terminator::Branch { condition, .. } = block.end else { continue };
            if !waits_for_mbarrier(block) && is_of_memory(function, graph, condition) {
                found.extend([0, 1].map(|index| Edge { context, from, index }));
            }
        }
    }
    found
}

fn waits_for_mbarrier(block: &Block) -> bool {
    block
        .instructions
        .iter()
        .any(|found| matches!(found.kind, InstructionKind::Mbarrier { operation: MbarrierOperation::Wait { .. }, .. }))
}

/// Whether a value depends on a load, on what a function returns, or on something unknown.
fn is_of_memory(function: &Function, graph: &Graph, value: ValueId) -> bool {
    let (mut seen, mut pending) = (FxHashSet::default(), vec![value]);
    while seen.len() < limits::SPIN_VALUES {
        let Some(next) = pending.pop() else { return false };
        if !seen.insert(next) {
            continue;
        }
        match function.value(next).map(|value| &value.kind) {
            Some(ValueKind::Load { space, .. }) if *space != Space::Constant => return true,
            Some(ValueKind::Unknown(uniformity)) if *uniformity == Uniformity::Thread => return true,
            Some(ValueKind::CallResult) => return true,
            Some(ValueKind::Compute(_, operands)) => pending.extend(operands),
            Some(ValueKind::Parameter) => {
                pending.extend(graph.arguments(function, next).map(|(.., argument)| argument));
            }
            _ => {}
        }
    }
    true
}
