//! Requests to cancel after one has failed.
//!
//! Leaves out on purpose: a failure that a callee has seen, which its callers do not know of.

use super::path::{PathConditions, walk};
use super::{InstructionClass, Reach};
use crate::body::Implication;
use crate::id::{BlockId, FunctionId, InstId};

/// The most edges on which a request has failed that have a walk each, with the conditions of the edge. The other edges
/// share one walk without conditions.
const MAX_WALKS: usize = 16;

/// The instructions and calls that can request a cancellation on some path from an edge on which one has failed. Paths
/// that contradict the conditions of the edge do not count.
pub(super) fn requests_after_failure(reach: &Reach<'_>, function: FunctionId) -> Vec<InstId> {
    let body = reach.body(function);
    let edges = body.blocks.iter().flat_map(|block| &block.exits);
    let failed: Vec<_> =
        edges.filter(|edge| edge.known.iter().any(|known| known.implies == Implication::CancelFailed)).collect();
    let mut after = vec![false; body.blocks.len()];
    let mut visit = |block: BlockId| {
        after[block.index()] = true;
        true
    };
    let (separate, together) = failed.split_at(failed.len().min(MAX_WALKS));
    for edge in separate {
        walk(body, &PathConditions::of(edge), [edge.to], &mut visit);
    }
    walk(body, &PathConditions::default(), together.iter().map(|edge| edge.to), &mut visit);
    let blocks = body.blocks.iter().zip(after).filter(|&(_, after)| after);
    let instructions = blocks.flat_map(|(block, _)| &block.instructions);
    instructions.filter(|other| reach.does(other, InstructionClass::TryCancel)).map(|other| other.id).collect()
}
