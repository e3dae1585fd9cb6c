//! What one operation computes, from values that were read.
//!
//! Guarantees that integers of up to 64 bits are followed, and that everything else that depends on its operands only
//! is an operation with a number: equal numbers are equal operations.
//!
//! Leaves out on purpose: vectors, and what is computed with integers of more than 64 bits, which are such operations too.

use melior::ir::{OperationRef, Type, Value, ValueLike as _};
use smallvec::SmallVec;
use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Comparison, Operator, SpecialRegister, Uniformity, ValueKind};
use tileiras_mlir::attribute::{View, i64_array_values, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::{definition, integer_width, is_void, pointer_space};
use tileiras_target::Axis;

use super::computation::{Computation, LaneMask, Registers};
use super::constants::{literal, width};
use super::fold;
use super::key::{AttributeKey, OpKey, OpNameKey, TypeKey, ValueKey};
use super::reader::{FunctionReader, bits_of, is_pure};
use super::state::{OpaqueKey, intrinsic_attribute};

/// The longest chain of insertions that is searched for a member of a struct.
const MAX_INSERTIONS: usize = 512;

/// The longest chain of casts through integers of more than 64 bits that is followed.
const MAX_CASTS: usize = 8;

/// What `llvm.extractvalue` takes out of a struct.
#[derive(Clone, Copy)]
pub(super) enum Extracted<'c, 'a> {
    /// A value that was inserted before.
    Member(Value<'c, 'a>),
    /// The member at this position, if it is not in a struct within the struct.
    Of(Value<'c, 'a>, Option<usize>),
}

impl<'c, 'a> FunctionReader<'_, '_, 'c, 'a> {
    /// The result of an operation. `inputs` are those that the reader asks for.
    pub(super) fn compute(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> ValueId {
        let bits = bits_of(r#type);
        let integer = width(r#type);
        match (self.program.names.of(op).computation, inputs) {
            (Computation::Unknown(uniformity), _) => self.builder.unknown(uniformity, bits),
            (Computation::Constant, _) => match integer.and_then(|_| literal(op)) {
                Some(value) => self.builder.constant(value, bits),
                None => self.opaque(op, result, r#type, &["value"], inputs),
            },
            (Computation::Zero, _) if integer.is_some() || pointer_space(r#type).is_some() => {
                self.builder.constant(0, bits)
            }
            (Computation::Same, [input]) if fold::bits(&self.builder, *input) == bits => *input,
            (Computation::PointerCast, [input]) => self.pointer_cast(op, *input, r#type),
            (Computation::ZeroExtend | Computation::SignExtend, [input]) if integer.is_some() => match self.cast(op) {
                Some((_, true)) => fold::sign_extend(&mut self.builder, *input, bits),
                Some((_, false)) => fold::zero_extend(&mut self.builder, *input, bits),
                None => self.opaque(op, result, r#type, &[], inputs),
            },
            (Computation::Integer(operator), inputs) if integer.is_some() || operator == Operator::Select => {
                self.integer(op, operator, r#type, inputs)
            }
            (Computation::Compare, [left, right]) if bits == 1 && comparable(op) => match self.comparison(op) {
                Some(comparison) => self.compare(comparison, *left, *right),
                None => self.opaque(op, result, r#type, &[], inputs),
            },
            (Computation::Register(register), _) => self.register(register, bits),
            (Computation::LaneMask(lanes), _) => self.lane_mask(lanes),
            (Computation::Dimension(registers), _) => match self.axis(op) {
                Some(axis) => self.register(registers.on(axis), bits),
                None => self.unknown(r#type),
            },
            (Computation::GlobalId, _) => match self.axis(op) {
                Some(axis) => {
                    let [id, count, thread] = [Registers::CtaId, Registers::NTid, Registers::Tid]
                        .map(|registers| self.register(registers.on(axis), bits));
                    let first = self.builder.compute(Operator::Mul, bits, [id, count]);
                    self.builder.compute(Operator::Add, bits, [first, thread])
                }
                None => self.unknown(r#type),
            },
            (Computation::Mapa, [address, rank]) => self.mapa(*address, *rank),
            (Computation::Address(name), _) => self.symbol(op, name, r#type),
            (Computation::OwnVariable | Computation::CommonVariable, _) => self.variable(op, r#type),
            (Computation::Stack, _) => self.stack(r#type),
            (Computation::ElementPointer, _) => self.element_pointer(op, r#type, inputs),
            (Computation::GroupElement, [group, index]) => self.group_element(*group, *index),
            (Computation::Extract, [source]) => self.member(op, *source, r#type),
            (Computation::Load, [address]) => self.load(op, *address, bits),
            (Computation::MemrefLoad, _) => self.memref_load(op, inputs, bits),
            (Computation::Call, _) => self.intrinsic_value(op, r#type, inputs),
            (
                computation @ (Computation::Elect
                | Computation::ShuffleOfKind
                | Computation::ShuffleIndex { .. }
                | Computation::GpuShuffle
                | Computation::Broadcast
                | Computation::WarpUniform(_)
                | Computation::MatchOfKind
                | Computation::Reduce { .. }
                | Computation::Barrier
                | Computation::IsCanceled
                | Computation::FirstCtaId(_)
                | Computation::QueryCancel),
                _,
            ) => self.cooperative(op, result, computation, r#type, inputs),
            (Computation::Opaque(attributes), _) => self.opaque(op, result, r#type, attributes, inputs),
            (Computation::Other, _) if !is_pure(op) => self.unknown(r#type),
            _ => {
                let number = self.program.opaque(OpaqueKey::Operation(OpKey::of(op), result));
                self.builder.compute(Operator::Opaque(number), bits, inputs.iter().copied())
            }
        }
    }

    /// The integer of up to 64 bits that a cast starts from, also through wider integers, and whether it is extended with
    /// its sign. The low bits of a wide integer are those of what it was extended from.
    pub(super) fn cast(&mut self, op: OperationRef<'c, 'a>) -> Option<(Value<'c, 'a>, bool)> {
        let mut cast = op;
        for _ in 0..MAX_CASTS {
            let is_signed = match self.program.names.of(cast).computation {
                Computation::SignExtend => true,
                Computation::ZeroExtend => false,
                _ => return None,
            };
            let source = operation::operand(cast, 0)?;
            if width(source.r#type()).is_some() {
                return Some((source, is_signed));
            }
            integer_width(source.r#type()).filter(|width| *width > 64)?;
            (cast, _) = definition(source)?;
        }
        None
    }

    /// The result of an operation that depends on its operands and these attributes only.
    pub(super) fn opaque(
        &mut self,
        op: OperationRef<'c, 'a>,
        result: usize,
        r#type: Type<'c>,
        attributes: &[&str],
        inputs: &[ValueId],
    ) -> ValueId {
        let attributes = attributes.iter().filter_map(|name| operation::inherent_attribute(op, name));
        let attributes: SmallVec<[AttributeKey; 1]> = attributes.map(AttributeKey::of).collect();
        let key = OpaqueKey::Name(OpNameKey::of(op), attributes, TypeKey::of(r#type), result);
        let number = self.program.opaque(key);
        self.builder.compute(Operator::Opaque(number), bits_of(r#type), inputs.iter().copied())
    }

    /// A special register. Registers have 32 bits, and predicates 1.
    pub(super) fn register(&mut self, register: SpecialRegister, bits: u8) -> ValueId {
        let own = if register == SpecialRegister::IsExplicitCluster { 1 } else { 32 };
        let value = self.builder.register(register, own);
        fold::zero_extend(&mut self.builder, value, bits)
    }

    fn lane_mask(&mut self, lanes: LaneMask) -> ValueId {
        let lane = self.builder.register(SpecialRegister::LaneId, 32);
        let [one, two, all] = [1, 2, u64::MAX].map(|constant| self.builder.constant(constant, 32));
        let from = if matches!(lanes, LaneMask::Le | LaneMask::Gt) { two } else { one };
        let bit = self.builder.compute(Operator::Shl, 32, [from, lane]);
        let below = |reader: &mut Self| reader.builder.compute(Operator::Sub, 32, [bit, one]);
        match lanes {
            LaneMask::Eq => bit,
            LaneMask::Lt | LaneMask::Le => below(self),
            LaneMask::Ge | LaneMask::Gt => {
                let below = below(self);
                self.builder.compute(Operator::Xor, 32, [below, all])
            }
        }
    }

    /// The axis in the attribute `dimension`.
    fn axis(&mut self, op: OperationRef<'c, 'a>) -> Option<Axis> {
        match &*self.program.word_of(op, "dimension")? {
            "x" => Some(Axis::X),
            "y" => Some(Axis::Y),
            "z" => Some(Axis::Z),
            _ => None,
        }
    }

    fn integer(
        &mut self,
        op: OperationRef<'c, 'a>,
        operator: Operator,
        r#type: Type<'c>,
        inputs: &[ValueId],
    ) -> ValueId {
        let bits = bits_of(r#type);
        match (operator, inputs) {
            (Operator::Select, [condition, holds, fails]) if fold::bits(&self.builder, *condition) == 1 => {
                let [holds, fails] = [*holds, *fails].map(|value| fold::zero_extend(&mut self.builder, value, bits));
                self.builder.compute(Operator::Select, bits, [*condition, holds, fails])
            }
            (Operator::Popc | Operator::Clz, [operand, ..]) => self.builder.compute(operator, bits, [*operand]),
            (_, [left, right]) if operator != Operator::Select => {
                fold::integer(&mut self.builder, operator, bits, &[*left, *right])
            }
            _ => self.opaque(op, 0, r#type, &[], inputs),
        }
    }

    /// The comparison that the attribute of an operation says. All dialects have the same numbers.
    fn comparison(&mut self, op: OperationRef<'c, 'a>) -> Option<Comparison> {
        if let Some(View::Integer { value, .. }) = operation::inherent_attribute(op, "predicate").map(view) {
            const COMPARISONS: [Comparison; 10] = [
                Comparison::Eq,
                Comparison::Ne,
                Comparison::Slt,
                Comparison::Sle,
                Comparison::Sgt,
                Comparison::Sge,
                Comparison::Ult,
                Comparison::Ule,
                Comparison::Ugt,
                Comparison::Uge,
            ];
            return COMPARISONS.get(usize::try_from(value).ok()?).copied();
        }
        Some(match &*self.program.word_of(op, "pred")? {
            "eq" => Comparison::Eq,
            "ne" => Comparison::Ne,
            "slt" => Comparison::Slt,
            "sle" => Comparison::Sle,
            "sgt" => Comparison::Sgt,
            "sge" => Comparison::Sge,
            "ult" => Comparison::Ult,
            "ule" => Comparison::Ule,
            "ugt" => Comparison::Ugt,
            "uge" => Comparison::Uge,
            _ => return None,
        })
    }

    /// A comparison. Pointers can have different numbers of bits here.
    pub(super) fn compare(&mut self, comparison: Comparison, left: ValueId, right: ValueId) -> ValueId {
        let bits = fold::bits(&self.builder, left).max(fold::bits(&self.builder, right));
        let operands = [left, right].map(|value| fold::zero_extend(&mut self.builder, value, bits));
        self.builder.compute(Operator::Compare(comparison), 1, operands)
    }

    /// What `llvm.extractvalue` takes out.
    pub(super) fn extracted(&mut self, op: OperationRef<'c, 'a>) -> Option<Extracted<'c, 'a>> {
        let mut source = operation::operand(op, 0)?;
        let wanted = position(op);
        for _ in 0..MAX_INSERTIONS {
            let Some((insertion, _)) = definition(source) else { break };
            if wanted.is_none() || self.program.names.of(insertion).computation != Computation::Insert {
                break;
            }
            match position(insertion) {
                found if found == wanted => return operation::operand(insertion, 1).map(Extracted::Member),
                Some(_) => source = operation::operand(insertion, 0)?,
                None => break,
            }
        }
        Some(Extracted::Of(source, wanted))
    }

    fn member(&mut self, op: OperationRef<'c, 'a>, source: ValueId, r#type: Type<'c>) -> ValueId {
        let Some(extracted) = self.extracted(op) else { return self.unknown(r#type) };
        let (container, position) = match extracted {
            Extracted::Member(_) => return source,
            Extracted::Of(container, position) => (container, position),
        };
        if let Some(position) = position {
            if let Some(&known) = self.members.get(&(ValueKey::of(container), position)) {
                return fold::zero_extend(&mut self.builder, known, bits_of(r#type));
            }
            if let Some(known) = self.cooperative_member(container, position, source, r#type) {
                return known;
            }
        }
        let position = operation::inherent_attribute(op, "position").map(AttributeKey::of);
        let Some(position) = position else { return self.unknown(r#type) };
        let number = self.program.opaque(OpaqueKey::Member(position));
        self.builder.compute(Operator::Opaque(number), bits_of(r#type), [source])
    }

    /// What a call returns: of an intrinsic, as its name says. The results of other calls are values of the call.
    fn intrinsic_value(&mut self, op: OperationRef<'c, 'a>, r#type: Type<'c>, inputs: &[ValueId]) -> ValueId {
        let bits = bits_of(r#type);
        let Some(intrinsic) = self.program.intrinsic(op).filter(|_| !is_void(r#type)) else {
            return self.unknown(r#type);
        };
        match (intrinsic.computation, inputs) {
            (Computation::Unknown(uniformity), _) => self.builder.unknown(uniformity, bits),
            (Computation::Register(register), _) => self.register(register, bits),
            (Computation::LaneMask(lanes), _) => self.lane_mask(lanes),
            (Computation::Mapa, [address, rank]) => self.mapa(*address, *rank),
            (Computation::Same, [input, ..]) if fold::bits(&self.builder, *input) == bits => *input,
            (Computation::Integer(operator), inputs) if width(r#type).is_some() => {
                self.integer(op, operator, r#type, inputs)
            }
            (Computation::Opaque(_), inputs) => match intrinsic_attribute(op) {
                Some(name) => {
                    let number = self.program.opaque(OpaqueKey::Intrinsic(AttributeKey::of(name)));
                    self.builder.compute(Operator::Opaque(number), bits, inputs.iter().copied())
                }
                None => self.unknown(r#type),
            },
            (computation, _) => self.cooperative(op, 0, computation, r#type, inputs),
        }
    }

    /// The value of a call of a function, which the call defines.
    pub(super) fn call_result(&mut self, result: Value<'c, 'a>) -> ValueId {
        let key = ValueKey::of(result);
        if let Some(&known) = self.values.get(&key) {
            return known;
        }
        let value = self.builder.value(ValueKind::CallResult, bits_of(result.r#type()));
        self.values.insert(key, value);
        value
    }

    /// A new value that is the same in these threads.
    pub(super) fn unknown_in(&mut self, uniformity: Uniformity, r#type: Type<'c>) -> ValueId {
        self.builder.unknown(uniformity, bits_of(r#type))
    }
}

/// Whether an operand is an integer of up to 64 bits.
fn narrow(op: OperationRef<'_, '_>, index: usize) -> bool {
    operation::operand(op, index).is_some_and(|operand| width(operand.r#type()).is_some())
}

/// Whether the operands of a comparison are integers of up to 64 bits, or pointers.
fn comparable(op: OperationRef<'_, '_>) -> bool {
    narrow(op, 0) || operation::operand(op, 0).is_some_and(|operand| pointer_space(operand.r#type()).is_some())
}

/// The position of a member; none if it is in a struct within the struct.
fn position(op: OperationRef<'_, '_>) -> Option<usize> {
    match i64_array_values(operation::inherent_attribute(op, "position")?)?.as_slice() {
        [position] => usize::try_from(*position).ok(),
        _ => None,
    }
}
