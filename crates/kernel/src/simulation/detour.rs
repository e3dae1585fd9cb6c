//! Ways around what an unknown condition decides.

use rustc_hash::FxHashSet;

use crate::execution::{ContextId, Run};
use crate::id::BlockId;
use crate::program::{ClusterUse, InstructionKind, Terminator};

/// The blocks between a branch and where its sides meet again.
#[derive(Debug)]
pub(super) struct Detour {
    pub to: BlockId,
    pub blocks: Vec<BlockId>,
}

/// The detour around what an unknown condition decides, if nothing there matters to other threads.
pub(super) fn detour(run: &Run<'_>, (context, from): (ContextId, BlockId)) -> Option<Detour> {
    let (function, graph) = (run.function(context)?, run.graph(context)?);
    let to = graph.post_dominator(from)?;
    let (mut seen, mut pending, mut blocks) = (FxHashSet::default(), vec![from], Vec::new());
    while let Some(id) = pending.pop() {
        let block = function.block(id)?;
        if id != from || seen.contains(&from) {
            let is_quiet = block.instructions.iter().all(|instruction| match instruction.kind {
                _ if instruction.cluster_use != ClusterUse::None => false,
                InstructionKind::Other
                | InstructionKind::Reference { .. }
                | InstructionKind::WarpSync { .. }
                | InstructionKind::Fence(_)
                | InstructionKind::Strong(_)
                | InstructionKind::CpAsync(_) => true,
                InstructionKind::Call { callee, .. } => !run.follows(callee),
                _ => false,
            });
            if !is_quiet || matches!(block.end, Terminator::Return(_) | Terminator::Exit | Terminator::Trap) {
                return None;
            }
        }
        for target in block.end.targets().filter(|target| target.to != to) {
            if seen.insert(target.to) {
                blocks.push(target.to);
                pending.push(target.to);
            }
        }
    }
    Some(Detour { to, blocks })
}
