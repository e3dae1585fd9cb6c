//! Which operations use the accumulators of `wgmma.mma_async`.
//!
//! Each multiplication has one of its own: its result, and what `llvm.extractvalue` and the like move out of it. An argument of
//! a block is the accumulator that is passed to it, if that is always the same one. Structs around an accumulator, and what
//! terminators pass on, are no use of it.
//!
//! Guarantees that what is called a use has a part of the result of that multiplication. No use writes registers: values have
//! none. Leaves out on purpose: arguments that later operations pass back to a loop; whether a wait lies between (`tileiras-kernel`).

use melior::ir::operation::OperationLike as _;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_kernel::program::{InstructionKind, Wgmma};
use tileiras_kernel::{AccumulatorId, BlockId};
use tileiras_mlir::block::{next_operation, successors};
use tileiras_mlir::operation;
use tileiras_mlir::value::{block_argument, definition};

use super::computation::Computation::{Extract, Insert, Same};
use super::flow::{Flow, Site};
use super::form::Form;
use super::graph::{EdgeId, Source};
use super::instruction::Place;
use super::key::{BlockKey, OpKey, ValueKey};
use super::names::OperationKind;
use super::reader::FunctionReader;

/// What holds the accumulators of a function: the accumulator; `None` if it can be one of several.
#[derive(Default)]
pub(super) struct Accumulators {
    values: FxHashMap<ValueKey, Option<AccumulatorId>>,
    arguments: FxHashMap<(BlockId, usize), Option<AccumulatorId>>,
}

impl<'c: 'a, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// Finds what holds accumulators, and what uses them.
    pub(super) fn find_accumulators(&mut self, op: OperationRef<'c, 'a>, kind: OperationKind, flow: &mut Flow<'c, 'a>) {
        let defines = match kind {
            OperationKind::Instruction(Form::WgmmaMma | Form::WarpgroupMma) => true,
            OperationKind::Text(attribute) => match self.program.texts.of(op, attribute) {
                Some(text) if text.mentions("wgmma.mma_async") => true,
                Some(text) if text.mentions("wgmma.") => return,
                _ => false,
            },
            _ => false,
        };
        if !defines && !flow.has_accumulators {
            return;
        }
        let held = match defines {
            true => Some(Some(self.builder.add_accumulators(1))),
            false => op.operands().filter_map(|operand| self.held(operand)).reduce(join),
        };
        let Some(held) = held else { return };
        if defines || matches!(self.program.names.of(op).computation, Extract | Insert | Same) {
            flow.has_accumulators = true;
            let results = op.results().map(|result| (ValueKey::of(result.into()), held));
            self.graph.accumulators.values.extend(results);
            return;
        }
        let is_terminator = kind == OperationKind::Other && next_operation(op).is_none();
        let is_terminator = is_terminator || successors(op).next().is_some();
        let is_repeated = || self.graph.sites.last().is_some_and(|last| last.kind.is_none()) && flow.last_use == held;
        if !is_terminator && !kind.has_known_regions() && (held.is_none() || !is_repeated()) {
            flow.last_use = held;
            self.graph.sites.push(Site { op, kind: None });
        }
    }

    /// Finds the arguments that an edge passes accumulators to.
    pub(super) fn pass_accumulators(&mut self, edge: EdgeId, flow: &Flow<'c, 'a>) {
        let Some(edge) = self.graph.edge(edge) else { return };
        let (to, sources) = (edge.to, edge.sources.clone());
        for (index, source) in sources.into_iter().enumerate() {
            let held = match source {
                Source::Value(value) => self.held(value),
                Source::Argument(block, index, _) => self.graph.accumulators.arguments.get(&(block, index)).copied(),
                Source::Next(..) | Source::Unknown => None,
            };
            let Some(held) = held else { continue };
            let inner = flow
                .loops
                .get(&to)
                .map(|&(body, after)| [Some((body, index)), index.checked_sub(1).map(|index| (after, index))]);
            for argument in std::iter::once((to, index)).chain(inner.into_iter().flatten().flatten()) {
                let known = self.graph.accumulators.arguments.entry(argument).or_insert(held);
                *known = join(*known, held);
            }
        }
    }

    /// What a value holds of an accumulator, if it does.
    fn held(&self, value: Value<'c, 'a>) -> Option<Option<AccumulatorId>> {
        let known = &self.graph.accumulators;
        if let Some(&held) = known.values.get(&ValueKey::of(value)) {
            return Some(held);
        }
        if known.arguments.is_empty() {
            return None;
        }
        let argument = match definition(value) {
            Some((op, result)) => self.graph.after.get(&OpKey::of(op)).map(|&block| (block, result)),
            None => block_argument(value)
                .and_then(|(block, index)| Some((*self.graph.of_block.get(&BlockKey::of(block))?, index))),
        };
        known.arguments.get(&argument?).copied()
    }

    /// The accumulator of a multiplication.
    pub(super) fn accumulator_of_result(&self, op: OperationRef<'c, 'a>) -> Option<AccumulatorId> {
        self.held(operation::result(op, 0)?).flatten()
    }

    /// Adds the uses of accumulators by an operation.
    pub(super) fn use_accumulators(&mut self, op: OperationRef<'c, 'a>, place: &Place) {
        let mut used: SmallVec<[AccumulatorId; 2]> = op.operands().filter_map(|operand| self.held(operand)?).collect();
        used.sort_unstable();
        used.dedup();
        for accumulator in used {
            self.push(place, InstructionKind::Wgmma(Wgmma::UseAccumulator { accumulator, writes: false }));
        }
    }
}

fn join(one: Option<AccumulatorId>, other: Option<AccumulatorId>) -> Option<AccumulatorId> {
    one.filter(|_| one == other)
}
