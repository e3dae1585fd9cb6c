//! What is known on the way out of a block: conditions with ids, and what follows from their outcome.
//!
//! A condition that a loop may compute anew is told only where a rule asks what it means, under a number of its own.

use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::{BlockId, Body, Implication, KnownOutcome, ValueId};
use tileiras_mlir::attribute::dense_integers;
use tileiras_mlir::operation;

use super::instruction::Reader;
use super::value_numbering::KnownValue;

/// The most that is told on one edge.
const MOST: usize = 8;

/// What decides between the exits of a block.
pub(super) enum Test<'c, 'a> {
    /// The first exit is taken if the value is other than zero (or zero, if it does not hold), the second otherwise.
    Value(Value<'c, 'a>, bool),
    /// The first exit is taken if no case is the value of the first operand, the others for one case each.
    Switch(OperationRef<'c, 'a>),
    /// The first exit is taken by what this means, or the second if it does not hold.
    Implies(Implication, bool),
}

/// Tells the edges of a body what its tests say. `blocks` has the first block of the body for each block of the function.
pub(super) fn tell<'c, 'a>(
    body: &mut Body,
    tests: &[(BlockId, Test<'c, 'a>)],
    blocks: &FxHashMap<usize, BlockId>,
    reader: &mut Reader<'_, 'c, 'a>,
) {
    if tests.is_empty() {
        return;
    }
    let repeated = repeated(body);
    let mut teller = Teller { reader, blocks, repeated: &repeated };
    for (block, test) in tests {
        let exits = &mut body.blocks[block.index()].exits;
        match test {
            Test::Value(value, holds) => {
                let number = teller.reader.numbering.of(*value, &mut teller.reader.names);
                for (edge, outcome) in exits.iter_mut().zip([*holds, !*holds]) {
                    teller.add(number, outcome, &mut edge.known);
                }
            }
            Test::Switch(op) => {
                let cases = operation::inherent(*op, "case_values").and_then(dense_integers).unwrap_or_default();
                let Some(value) = operation::operand(*op, 0) else { continue };
                let number = teller.reader.numbering.of(value, &mut teller.reader.names);
                let equal: Vec<ValueId> =
                    cases.iter().map(|case| teller.reader.numbering.equals(number, *case)).collect();
                let Some((default, others)) = exits.split_first_mut() else { continue };
                for (edge, equal) in others.iter_mut().zip(&equal) {
                    teller.add(*equal, true, &mut edge.known);
                }
                for equal in equal.iter().take(MOST) {
                    teller.add(*equal, false, &mut default.known);
                }
            }
            Test::Implies(implies, holds) => {
                if let Some(edge) = exits.get_mut(usize::from(!*holds)) {
                    edge.known.push(KnownOutcome {
                        condition: teller.reader.numbering.fresh().into(),
                        holds: *holds,
                        implies: *implies,
                    });
                }
            }
        }
    }
}

struct Teller<'t, 's, 'c, 'a> {
    reader: &'t mut Reader<'s, 'c, 'a>,
    blocks: &'t FxHashMap<usize, BlockId>,
    repeated: &'t [bool],
}

impl Teller<'_, '_, '_, '_> {
    /// Adds that a condition has an outcome, and what that says of its parts.
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
            if known.len() == MOST {
                return;
            }
            let again = match value.block {
                _ if value.has_several_blocks => true,
                Some(block) => self.blocks.get(&block).is_none_or(|block| self.repeated[block.index()]),
                None => false,
            };
            if !again {
                known.push(KnownOutcome { condition: condition.into(), holds, implies });
            } else if implies != Implication::Nothing {
                known.push(KnownOutcome { condition: self.reader.numbering.fresh().into(), holds, implies });
            }
        }
    }
}

/// For each block, whether it can be run more than once in one run of the function: whether it is on a cycle.
///
/// Tarjan's strongly connected components, without recursion.
fn repeated(body: &Body) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let count = body.blocks.len();
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
    let mut repeated = vec![false; count];
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
                repeated[block] |= edge.to.index() == block;
            }
            if let Some(edge) = body.blocks[block].exits.get(exit) {
                path.push((block, exit + 1));
                if order[edge.to.index()] == NEW {
                    path.push((edge.to.index(), 0));
                }
            } else if low[block] == order[block] {
                let start = open.iter().rposition(|open| *open == block).unwrap_or(0);
                let alone = open.len() - start == 1;
                for member in open.drain(start..) {
                    is_open[member] = false;
                    repeated[member] |= !alone;
                }
            }
        }
    }
    repeated
}

#[cfg(test)]
mod tests {
    use super::repeated;
    use tileiras_kernel::{Block, BlockId, Body, Edge};

    fn graph(exits: &[&[usize]]) -> Body {
        let edge = |to: &usize| Edge { to: BlockId::new(*to), known: Default::default() };
        let block = |exits: &&[usize]| Block { instructions: Vec::new(), exits: exits.iter().map(edge).collect() };
        Body { blocks: exits.iter().map(block).collect() }
    }

    #[test]
    fn cycles_are_found_and_nothing_else() {
        assert_eq!(repeated(&graph(&[&[1, 2], &[3], &[3], &[]])), [false; 4]);
        assert_eq!(repeated(&graph(&[&[1], &[2], &[1, 3], &[]])), [false, true, true, false]);
        assert_eq!(repeated(&graph(&[&[0, 1], &[]])), [true, false]);
        assert_eq!(
            repeated(&graph(&[&[1], &[2, 4], &[3], &[1], &[5], &[4, 6], &[]])),
            [false, true, true, true, true, true, false]
        );
        assert_eq!(repeated(&graph(&[&[1, 2], &[], &[1]])), [false; 3]);
        assert_eq!(repeated(&graph(&[])), [false; 0]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let exits: Vec<Vec<usize>> =
            (0..100_000).map(|block| if block < 99_999 { vec![block + 1] } else { vec![0] }).collect();
        let exits: Vec<&[usize]> = exits.iter().map(Vec::as_slice).collect();
        assert!(repeated(&graph(&exits)).into_iter().all(|repeated| repeated));
    }
}
