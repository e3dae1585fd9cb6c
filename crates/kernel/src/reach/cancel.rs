//! What requests a cancellation after one has failed.

use super::path::{PathConditions, walk};
use super::{InstructionClass, Reach};
use crate::body::Implication;
use crate::id::{BlockId, FunctionId, InstId};

/// The edges of one function on which a request has failed that are looked at by themselves; the others together.
const MOST: usize = 16;

/// The instructions and calls that may request a cancellation on some way from where one failed, by number.
///
/// Ways that contradict the condition that said so do not count. A failure that a callee saw is not known to its caller.
pub(super) fn after_failure(reach: &Reach<'_>, function: FunctionId) -> Vec<InstId> {
    let body = reach.body(function);
    let edges = body.blocks.iter().flat_map(|block| &block.exits);
    let failed: Vec<_> =
        edges.filter(|edge| edge.known.iter().any(|known| known.implies == Implication::CancelFailed)).collect();
    let mut after = vec![false; body.blocks.len()];
    let mut visit = |block: BlockId| {
        after[block.index()] = true;
        true
    };
    let (alone, together) = failed.split_at(failed.len().min(MOST));
    for edge in alone {
        walk(body, &PathConditions::of(edge), [edge.to], &mut visit);
    }
    walk(body, &PathConditions::default(), together.iter().map(|edge| edge.to), &mut visit);
    let blocks = body.blocks.iter().zip(after).filter(|&(_, after)| after);
    let instructions = blocks.flat_map(|(block, _)| &block.instructions);
    instructions.filter(|other| reach.does(other, InstructionClass::TryCancel)).map(|other| other.id).collect()
}
