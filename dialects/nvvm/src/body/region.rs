//! Operations with regions, as their dialects define when the regions are run.
//!
//! Accepts the operations of `scf`, `memref.alloca_scope` and `gpu.warp_execute_on_lane_0`. Guarantees that their
//! results are the arguments of the block after them. Nothing is assumed of the regions of any other operation: they
//! can be skipped and run any number of times.
//!
//! Leaves out on purpose: the affine dialect, and loops that are parallel.

use melior::ir::OperationRef;
use melior::ir::ValueLike as _;
use melior::ir::operation::OperationLike as _;
use smallvec::SmallVec;
use tileiras_kernel::BlockId;
use tileiras_mlir::attribute::i64_array_values;
use tileiras_mlir::block::{Block, region_blocks};
use tileiras_mlir::operation;

use super::flow::{Continuation, Flow, Pending, operands};
use super::graph::{Condition, End, Source};
use super::key::OpKey;
use super::names::OperationKind;
use super::reader::{FunctionReader, bits_of};

/// Adds the regions of an operation, and a block for the operations after it.
pub(super) fn enter<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    kind: OperationKind,
    rest: Pending<'c, 'a>,
    flow: &mut Flow<'c, 'a>,
) {
    let block = rest.block;
    let after = reader.add_block();
    flow.pending.push(Pending { block: after, ..rest });
    let regions: Vec<_> = region_blocks(op).into_iter().filter(|region| !region.is_empty()).collect();
    let end = match (kind, regions.as_slice()) {
        (OperationKind::If, [_] | [_, _]) => choose(reader, op, after, &regions, flow),
        (OperationKind::IndexSwitch, [_, ..]) => switch(reader, op, after, &regions, flow),
        (OperationKind::For, [body]) => counted(reader, op, after, body, flow),
        (OperationKind::While, [before, body]) => repeated(reader, op, after, [before, body], flow),
        (OperationKind::Once, [region]) => {
            reader.graph.after.insert(OpKey::of(op), after);
            let entry = reader.enter(region, Continuation::Jump(after), flow).unwrap_or(after);
            Some(End::Jump(reader.add_edge(entry, [], flow)))
        }
        (OperationKind::OneLane, [region]) => {
            let entry = reader.enter(region, Continuation::Jump(after), flow).unwrap_or(after);
            operation::operand(op, 0).map(|lane| {
                let holds = reader.add_edge(entry, [], flow);
                let fails = reader.add_edge(after, [], flow);
                End::Branch { condition: Condition::IsZero(lane), holds, fails }
            })
        }
        _ => None,
    };
    let end = end.unwrap_or_else(|| any(reader, after, &regions, flow));
    reader.graph.end(block, end);
}

/// Pending blocks are a stack: the last region is entered first, so that the regions are read in order.
fn enter_all<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    regions: &[Vec<Block<'c, 'a>>],
    continuation: Continuation<'c, 'a>,
    flow: &mut Flow<'c, 'a>,
) -> SmallVec<[BlockId; 4]> {
    let mut entries: SmallVec<[BlockId; 4]> =
        regions.iter().rev().filter_map(|region| reader.enter(region, continuation, flow)).collect();
    entries.reverse();
    entries
}

/// `scf.if`.
fn choose<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    after: BlockId,
    regions: &[Vec<Block<'c, 'a>>],
    flow: &mut Flow<'c, 'a>,
) -> Option<End<'c, 'a>> {
    let condition = Condition::Holds(operation::operand(op, 0)?);
    reader.graph.after.insert(OpKey::of(op), after);
    let entries = enter_all(reader, regions, Continuation::Jump(after), flow);
    let holds = reader.add_edge(*entries.first()?, [], flow);
    let fails = reader.add_edge(entries.get(1).copied().unwrap_or(after), [], flow);
    Some(End::Branch { condition, holds, fails })
}

/// `scf.index_switch`: the first region is the default.
fn switch<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    after: BlockId,
    regions: &[Vec<Block<'c, 'a>>],
    flow: &mut Flow<'c, 'a>,
) -> Option<End<'c, 'a>> {
    let value = operation::operand(op, 0)?;
    let cases = i64_array_values(operation::inherent_attribute(op, "cases")?)?;
    if cases.len() + 1 != regions.len() {
        return None;
    }
    reader.graph.after.insert(OpKey::of(op), after);
    let entries = enter_all(reader, regions, Continuation::Jump(after), flow);
    let (default, others) = entries.split_first()?;
    let default = reader.add_edge(*default, [], flow);
    let cases = cases.into_iter().zip(others).map(|(case, to)| (case, reader.add_edge(*to, [], flow))).collect();
    Some(End::Switch { value, cases, default })
}

/// `scf.for`. The block that tests whether there is another iteration has the induction variable and the values that
/// are carried as arguments. A loop that is known to run starts in its body.
fn counted<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    after: BlockId,
    body: &[Block<'c, 'a>],
    flow: &mut Flow<'c, 'a>,
) -> Option<End<'c, 'a>> {
    let [lower, upper, step] = [operation::operand(op, 0)?, operation::operand(op, 1)?, operation::operand(op, 2)?];
    reader.graph.after.insert(OpKey::of(op), after);
    let header = reader.add_block();
    let entry = reader.enter(body, Continuation::Next { header, step }, flow)?;
    flow.loops.insert(header, (entry, after));
    let carried: SmallVec<[Source<'c, 'a>; 4]> = (0..op.result_count())
        .filter_map(|index| operation::result(op, index))
        .enumerate()
        .map(|(index, result)| Source::Argument(header, index + 1, bits_of(result.r#type())))
        .collect();
    let variable = Source::Argument(header, 0, bits_of(lower.r#type()));
    let holds = reader.add_edge(entry, std::iter::once(variable).chain(carried.iter().copied()), flow);
    let fails = reader.add_edge(after, carried, flow);
    let is_unsigned = operation::inherent_attribute(op, "unsignedCmp").is_some();
    let condition = Condition::Below { header, upper, is_unsigned };
    reader.graph.end(header, End::Branch { condition, holds, fails });
    let [first, last] = [lower, upper].map(|bound| reader.program.constants.of(bound));
    let runs = first.zip(last).is_some_and(|(first, last)| {
        if is_unsigned { first.cast_unsigned() < last.cast_unsigned() } else { first < last }
    });
    let start = std::iter::once(Source::Value(lower)).chain(operands(Some(op), 3, usize::MAX));
    Some(End::Jump(reader.add_edge(if runs { entry } else { header }, start, flow)))
}

/// `scf.while`.
fn repeated<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    op: OperationRef<'c, 'a>,
    after: BlockId,
    [before, body]: [&[Block<'c, 'a>]; 2],
    flow: &mut Flow<'c, 'a>,
) -> Option<End<'c, 'a>> {
    reader.graph.after.insert(OpKey::of(op), after);
    // `before` is entered after `body`, so that its blocks are behind those of `body`.
    let first = BlockId::new(reader.graph.len() + body.len());
    let holds = reader.enter(body, Continuation::Jump(first), flow)?;
    reader.enter(before, Continuation::Branch { holds, fails: after }, flow)?;
    Some(End::Jump(reader.add_edge(first, operands(Some(op), 0, usize::MAX), flow)))
}

/// Regions of which nothing is known.
fn any<'c, 'a>(
    reader: &mut FunctionReader<'_, '_, 'c, 'a>,
    after: BlockId,
    regions: &[Vec<Block<'c, 'a>>],
    flow: &mut Flow<'c, 'a>,
) -> End<'c, 'a> {
    let index = flow.any.len();
    flow.any.push(SmallVec::new());
    let mut targets = enter_all(reader, regions, Continuation::Any(index), flow);
    targets.push(after);
    let end = End::OneOf(targets.iter().map(|to| reader.add_edge(*to, [], flow)).collect());
    if let Some(any) = flow.any.get_mut(index) {
        *any = targets;
    }
    end
}
