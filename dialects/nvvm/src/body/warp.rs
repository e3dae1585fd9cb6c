//! Values that the threads of a warp or of a CTA compute together: elections, shuffles, votes, reductions, and the
//! queries of a response to `clusterlaunchcontrol.try_cancel`.
//!
//! Guarantees that a value which is the same in a warp is computed from an operation with a number of its own, so that
//! two votes of different kinds are never taken for one value.
//!
//! Leaves out on purpose: shuffles that do not name a lane, whose results are unknown.

use melior::ir::{OperationRef, Type, Value};
use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Operator, Uniformity, ValueKind};
use tileiras_mlir::operation;
use tileiras_mlir::value::definition;
use tileiras_target::Axis;

use super::computation::Computation;
use super::fold;
use super::key::{AttributeKey, OpKey};
use super::reader::{FunctionReader, bits_of};
use super::state::{OpaqueKey, intrinsic_attribute};

/// The clamp of `shfl.sync.idx` with which the lane is taken from the whole warp.
const WHOLE_WARP: u64 = 31;

impl<'c, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// A value that threads compute together. Of a struct, the member that matters.
    pub(super) fn cooperative(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        computation: Computation,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> ValueId {
        let bits = bits_of(r#type);
        let found = match computation {
            Computation::Elect => Some(self.builder.value(ValueKind::Elect, 1)),
            Computation::ShuffleIndex { value, lane, clamp } => self.shuffle_from(inputs, [value, lane, clamp]),
            Computation::ShuffleOfKind => match self.program.word_of(op, "kind").as_deref() {
                Some("idx") => self.shuffle_from(inputs, [1, 2, 3]),
                _ => None,
            },
            Computation::GpuShuffle if result == 0 => {
                let mode = self.program.word_of(op, "mode");
                match inputs {
                    [value, lane, width]
                        if mode.as_deref() == Some("idx")
                            && fold::constant(&self.builder, *width) == Some(WHOLE_WARP + 1) =>
                    {
                        Some(self.shuffle(*value, *lane))
                    }
                    _ => None,
                }
            }
            Computation::Broadcast => match inputs {
                [value, lane] => Some(self.shuffle(*value, *lane)),
                [_] => Some(self.unknown_in(Uniformity::Warp, r#type)),
                _ => None,
            },
            Computation::WarpUniform(attribute) => Some(self.same_in_warp(op, attribute, r#type, inputs)),
            Computation::MatchOfKind => match self.program.word_of(op, "kind").as_deref() {
                Some("all") => Some(self.same_in_warp(op, "kind", r#type, inputs)),
                _ => None,
            },
            Computation::Reduce { cta } => {
                let is_uniform = operation::inherent_attribute(op, "uniform").is_some();
                let has_parts = operation::inherent_attribute(op, "cluster_size").is_some();
                let uniformity = match (is_uniform, cta) {
                    (true, true) => Uniformity::Cta,
                    (true, false) if !has_parts => Uniformity::Warp,
                    _ => Uniformity::Thread,
                };
                Some(self.unknown_in(uniformity, r#type))
            }
            // The threads of a counted barrier are whole warps.
            Computation::Barrier => Some(self.unknown_in(Uniformity::Warp, r#type)),
            Computation::IsCanceled => self.query(Operator::IsCanceled, 1, inputs),
            Computation::FirstCtaId(axis) => self.query(Operator::FirstCtaId(axis), 32, inputs),
            Computation::QueryCancel => {
                let operator = match self.program.word_of(op, "query_type").as_deref() {
                    Some("is_canceled") => Some((Operator::IsCanceled, 1)),
                    Some("get_first_cta_id_x") => Some((Operator::FirstCtaId(Axis::X), 32)),
                    Some("get_first_cta_id_y") => Some((Operator::FirstCtaId(Axis::Y), 32)),
                    Some("get_first_cta_id_z") => Some((Operator::FirstCtaId(Axis::Z), 32)),
                    _ => None,
                };
                operator.and_then(|(operator, bits)| self.query(operator, bits, inputs))
            }
            _ => None,
        };
        match found {
            Some(found) => found,
            None => self.builder.unknown(Uniformity::Thread, bits),
        }
    }

    /// A member of the struct that such an operation returns; none if the struct is of something else.
    pub(super) fn cooperative_member(
        &mut self,
        container: Value<'c, 'a>,
        position: usize,
        source: ValueId,
        r#type: Type<'c>,
    ) -> Option<ValueId> {
        let (op, _) = definition(container)?;
        let computation = match self.program.names.of(op).computation {
            Computation::Call => self.program.intrinsic(op)?.computation,
            computation => computation,
        };
        Some(match computation {
            // The lane that was elected, and the predicate.
            Computation::Elect if position == 1 => source,
            Computation::Elect => self.unknown_in(Uniformity::Warp, r#type),
            // The value, and whether the lane is in the warp.
            Computation::ShuffleIndex { .. } | Computation::ShuffleOfKind if position == 0 => {
                fold::zero_extend(&mut self.builder, source, bits_of(r#type))
            }
            Computation::ShuffleIndex { .. } | Computation::ShuffleOfKind => self.unknown(r#type),
            Computation::WarpUniform(_) | Computation::MatchOfKind => {
                let number = self.program.opaque(OpaqueKey::Operation(OpKey::of(op), position));
                let member = self.builder.compute(Operator::Opaque(number), bits_of(r#type), [source]);
                match self.builder.get(source).map(|source| &source.kind) {
                    Some(ValueKind::Compute(Operator::WarpUniform, _)) => self.uniform(member),
                    _ => member,
                }
            }
            _ => return None,
        })
    }

    /// A shuffle with the operands at these positions: value, lane, clamp.
    fn shuffle_from(&mut self, inputs: &[ValueId], positions: [usize; 3]) -> Option<ValueId> {
        let [value, lane, clamp] = positions.map(|position| inputs.get(position).copied());
        (fold::constant(&self.builder, clamp?) == Some(WHOLE_WARP)).then_some(())?;
        Some(self.shuffle(value?, lane?))
    }

    fn shuffle(&mut self, value: ValueId, lane: ValueId) -> ValueId {
        let bits = fold::bits(&self.builder, value);
        let lane = match fold::constant(&self.builder, lane) {
            Some(number) => self.builder.constant(number & WHOLE_WARP, 32),
            None => fold::zero_extend(&mut self.builder, lane, 32),
        };
        self.builder.compute(Operator::ShuffleIndex, bits, [value, lane])
    }

    /// The result of an operation that is the same in all threads of a warp.
    fn same_in_warp(
        &mut self,
        op: OperationRef<'c, 'a>,
        attribute: &str,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> ValueId {
        let value = match intrinsic_attribute(op) {
            Some(name) => {
                let number = self.program.opaque(OpaqueKey::Intrinsic(AttributeKey::of(name)));
                self.builder.compute(Operator::Opaque(number), bits_of(r#type), inputs.iter().copied())
            }
            None => self.opaque(op, 0, r#type, &[attribute], inputs),
        };
        self.uniform(value)
    }

    fn uniform(&mut self, value: ValueId) -> ValueId {
        let bits = fold::bits(&self.builder, value);
        self.builder.compute(Operator::WarpUniform, bits, [value])
    }

    fn query(&mut self, operator: Operator, bits: u8, inputs: &[ValueId]) -> Option<ValueId> {
        Some(self.builder.compute(operator, bits, [*inputs.first()?]))
    }
}
