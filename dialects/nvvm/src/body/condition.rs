//! Annotates the edges of a body with the outcomes of conditions that are known on them.
//!
//! Accepts, for each block that ends in a branch, the condition of the branch. Guarantees that two edges have the
//! same condition only if it has one outcome whenever one thread runs the function once. A condition that a loop can
//! compute again is added only if it implies something, with an id of its own.
//!
//! Leaves out on purpose: more than [`MAX_OUTCOMES`] outcomes on one edge.

use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::{BlockId, Body, Implication, KnownOutcome, ValueId};
use tileiras_mlir::attribute::dense_integers;
use tileiras_mlir::operation;

use super::instruction::InstructionReader;
use super::key::BlockKey;
use super::value_numbering::KnownValue;

/// The most outcomes that are added to one edge.
const MAX_OUTCOMES: usize = 8;

/// The condition of the branch at the end of a block.
pub(super) enum Test<'c, 'a> {
    /// Whether a value is not zero. The first exit is taken if the outcome is the Boolean here, the second one
    /// otherwise.
    Value(Value<'c, 'a>, bool),
    /// A switch on the first operand. The first exit is the default, and each case has one of the others.
    Switch(OperationRef<'c, 'a>),
    /// A condition of which only the implication is known. The first exit is taken if the Boolean is true, the second
    /// one otherwise.
    Implies(Implication, bool),
}

/// Adds known outcomes to the edges of a body. `blocks` has the block of the body for each block of the function.
pub(super) fn annotate<'c, 'a>(
    body: &mut Body,
    tests: &[(BlockId, Test<'c, 'a>)],
    blocks: &FxHashMap<BlockKey, BlockId>,
    reader: &mut InstructionReader<'_, 'c, 'a>,
) {
    if tests.is_empty() {
        return;
    }
    let is_in_cycle = blocks_in_cycles(body);
    let mut conditions = EdgeConditions { reader, blocks, is_in_cycle: &is_in_cycle };
    for (block, test) in tests {
        let exits = &mut body.blocks[block.index()].exits;
        match test {
            Test::Value(value, holds) => {
                let condition = conditions.id(*value);
                for (edge, outcome) in exits.iter_mut().zip([*holds, !*holds]) {
                    conditions.add(condition, outcome, &mut edge.known);
                }
            }
            Test::Switch(op) => {
                let cases =
                    operation::inherent_attribute(*op, "case_values").and_then(dense_integers).unwrap_or_default();
                let Some(value) = operation::operand(*op, 0) else { continue };
                let value = conditions.id(value);
                let equal: Vec<ValueId> =
                    cases.iter().map(|case| conditions.reader.numbering.equals(value, *case)).collect();
                let Some((default, others)) = exits.split_first_mut() else { continue };
                for (edge, equal) in others.iter_mut().zip(&equal) {
                    conditions.add(*equal, true, &mut edge.known);
                }
                for equal in equal.iter().take(MAX_OUTCOMES) {
                    conditions.add(*equal, false, &mut default.known);
                }
            }
            Test::Implies(implies, holds) => {
                if let Some(edge) = exits.get_mut(usize::from(!*holds)) {
                    let condition = conditions.reader.numbering.fresh().into();
                    edge.known.push(KnownOutcome { condition, holds: *holds, implies: *implies });
                }
            }
        }
    }
}

/// The conditions of one function.
struct EdgeConditions<'t, 's, 'c, 'a> {
    reader: &'t mut InstructionReader<'s, 'c, 'a>,
    blocks: &'t FxHashMap<BlockKey, BlockId>,
    is_in_cycle: &'t [bool],
}

impl<'c, 'a> EdgeConditions<'_, '_, 'c, 'a> {
    fn id(&mut self, value: Value<'c, 'a>) -> ValueId {
        self.reader.numbering.of(value, &mut self.reader.names)
    }

    /// Adds the outcome of a condition to the known outcomes of an edge, and the outcomes of its parts that follow.
    fn add(&mut self, condition: ValueId, holds: bool, known: &mut SmallVec<[KnownOutcome; 1]>) {
        let mut pending: SmallVec<[(ValueId, bool); 4]> = SmallVec::from_slice(&[(condition, holds)]);
        while let Some((condition, holds)) = pending.pop() {
            let value = self.reader.numbering.get(condition);
            let implies = match (value.known, holds) {
                (KnownValue::Not(inner), _) => {
                    pending.push((inner, !holds));
                    continue;
                }
                (KnownValue::And(left, right), true) | (KnownValue::Or(left, right), false) => {
                    pending.extend([(right, holds), (left, holds)]);
                    Implication::Nothing
                }
                (KnownValue::OneLane, true) => Implication::OneLane,
                (KnownValue::OneThreadInX, true) => Implication::OneThreadInX,
                (KnownValue::Canceled, false) => Implication::CancelFailed,
                _ => Implication::Nothing,
            };
            if known.len() == MAX_OUTCOMES {
                return;
            }
            let can_change = match value.block {
                _ if value.has_several_blocks => true,
                Some(block) => self.blocks.get(&block).is_none_or(|block| self.is_in_cycle[block.index()]),
                None => false,
            };
            if !can_change {
                known.push(KnownOutcome { condition: condition.into(), holds, implies });
            } else if implies != Implication::Nothing {
                known.push(KnownOutcome { condition: self.reader.numbering.fresh().into(), holds, implies });
            }
        }
    }
}

/// For each block, whether it is in a cycle, so that one run of the function can run it more than once.
///
/// Tarjan's algorithm for strongly connected components, without recursion.
fn blocks_in_cycles(body: &Body) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let count = body.blocks.len();
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let mut is_in_cycle = vec![false; count];
    let mut next = 0;
    for root in 0..count {
        let mut path = vec![(root, 0)];
        while let Some((block, exit)) = path.pop() {
            if exit == 0 {
                if order[block] != NEW {
                    continue;
                }
                (order[block], low[block]) = (next, next);
                next += 1;
                open.push(block);
                is_open[block] = true;
            } else if let Some(edge) = body.blocks[block].exits.get(exit - 1)
                && is_open[edge.to.index()]
            {
                low[block] = low[block].min(low[edge.to.index()]);
                is_in_cycle[block] |= edge.to.index() == block;
            }
            if let Some(edge) = body.blocks[block].exits.get(exit) {
                path.push((block, exit + 1));
                if order[edge.to.index()] == NEW {
                    path.push((edge.to.index(), 0));
                }
            } else if low[block] == order[block] {
                let start = open.iter().rposition(|open| *open == block).unwrap_or(0);
                let is_single = open.len() - start == 1;
                for member in open.drain(start..) {
                    is_open[member] = false;
                    is_in_cycle[member] |= !is_single;
                }
            }
        }
    }
    is_in_cycle
}

#[cfg(test)]
mod tests {
    use super::blocks_in_cycles;
    use tileiras_kernel::{Block, BlockId, Body, Edge};

    fn graph(exits: &[&[usize]]) -> Body {
        let edge = |to: &usize| Edge { to: BlockId::new(*to), known: Default::default() };
        let block = |exits: &&[usize]| Block { instructions: Vec::new(), exits: exits.iter().map(edge).collect() };
        Body { blocks: exits.iter().map(block).collect() }
    }

    #[test]
    fn cycles_are_found_and_nothing_else() {
        assert_eq!(blocks_in_cycles(&graph(&[&[1, 2], &[3], &[3], &[]])), [false; 4]);
        assert_eq!(blocks_in_cycles(&graph(&[&[1], &[2], &[1, 3], &[]])), [false, true, true, false]);
        assert_eq!(blocks_in_cycles(&graph(&[&[0, 1], &[]])), [true, false]);
        assert_eq!(
            blocks_in_cycles(&graph(&[&[1], &[2, 4], &[3], &[1], &[5], &[4, 6], &[]])),
            [false, true, true, true, true, true, false]
        );
        assert_eq!(blocks_in_cycles(&graph(&[&[1, 2], &[], &[1]])), [false; 3]);
        assert_eq!(blocks_in_cycles(&graph(&[])), [false; 0]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let exits: Vec<Vec<usize>> =
            (0..100_000).map(|block| if block < 99_999 { vec![block + 1] } else { vec![0] }).collect();
        let exits: Vec<&[usize]> = exits.iter().map(Vec::as_slice).collect();
        assert!(blocks_in_cycles(&graph(&exits)).into_iter().all(|is_in_cycle| is_in_cycle));
    }
}
