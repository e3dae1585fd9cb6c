//! Values in a normal form: casts of casts, casts of constants, sums of constants.
//!
//! Guarantees that an address with the same constant offset is one value, in whatever steps the offset was added, and
//! that a cast there and back is no cast.
//!
//! Leaves out on purpose: arithmetic beyond that. The analysis computes.

use tileiras_kernel::ValueId;
use tileiras_kernel::builder::FunctionBuilder;
use tileiras_kernel::value::{Operator, ValueKind, masked, sign_extended};

/// The number of bits of a value.
pub(super) fn bits(builder: &FunctionBuilder, value: ValueId) -> u8 {
    builder.get(value).map_or(64, |value| value.bits)
}

/// The constant that a value is, without its sign.
pub(super) fn constant(builder: &FunctionBuilder, value: ValueId) -> Option<u64> {
    builder.get(value)?.constant()
}

/// The only operand of an operation of that kind.
fn operand_of(builder: &FunctionBuilder, value: ValueId, wanted: Operator) -> Option<ValueId> {
    match &builder.get(value)?.kind {
        ValueKind::Compute(operator, operands) if *operator == wanted => operands.first().copied(),
        _ => None,
    }
}

/// A value with `to` bits: filled with zeros, or without its high bits.
pub(super) fn zero_extend(builder: &mut FunctionBuilder, value: ValueId, to: u8) -> ValueId {
    let from = bits(builder, value);
    if from == to {
        return value;
    }
    if let Some(constant) = constant(builder, value) {
        return builder.constant(constant, to);
    }
    if let Some(inner) = operand_of(builder, value, Operator::ZeroExtend) {
        // The bits that the inner cast removes are removed by this one only if it removes as many.
        let width = bits(builder, inner);
        if width <= from || to <= from {
            return zero_extend_once(builder, inner, to);
        }
    }
    if to < from
        && let Some(inner) = operand_of(builder, value, Operator::SignExtend)
        && to <= bits(builder, inner)
    {
        return zero_extend_once(builder, inner, to);
    }
    zero_extend_once(builder, value, to)
}

fn zero_extend_once(builder: &mut FunctionBuilder, value: ValueId, to: u8) -> ValueId {
    if bits(builder, value) == to { value } else { builder.compute(Operator::ZeroExtend, to, [value]) }
}

/// A value with `to` bits: filled with the sign, or without its high bits.
pub(super) fn sign_extend(builder: &mut FunctionBuilder, value: ValueId, to: u8) -> ValueId {
    let from = bits(builder, value);
    if to <= from {
        return zero_extend(builder, value, to);
    }
    if let Some(constant) = constant(builder, value) {
        return builder.constant(sign_extended(constant, from).cast_unsigned(), to);
    }
    // The sign of a value that was filled with zeros is 0.
    if let Some(inner) = operand_of(builder, value, Operator::ZeroExtend)
        && bits(builder, inner) < from
    {
        return zero_extend_once(builder, inner, to);
    }
    if let Some(inner) = operand_of(builder, value, Operator::SignExtend) {
        return builder.compute(Operator::SignExtend, to, [inner]);
    }
    builder.compute(Operator::SignExtend, to, [value])
}

/// The value without a cast that fills it with zeros.
pub(super) fn without_zero_extension(builder: &FunctionBuilder, value: ValueId) -> ValueId {
    match operand_of(builder, value, Operator::ZeroExtend) {
        Some(inner) if bits(builder, inner) < bits(builder, value) => inner,
        _ => value,
    }
}

/// A value plus a constant.
pub(super) fn offset(builder: &mut FunctionBuilder, base: ValueId, offset: i64) -> ValueId {
    let width = bits(builder, base);
    let mut base = base;
    let mut offset = offset.cast_unsigned();
    let sum = match builder.get(base).map(|value| &value.kind) {
        Some(ValueKind::Compute(Operator::Add, operands)) => match operands.as_slice() {
            [inner, added] => constant(builder, *added).map(|added| (*inner, added)),
            _ => None,
        },
        Some(ValueKind::Constant(value)) => return builder.constant(value.wrapping_add(offset), width),
        _ => None,
    };
    if let Some((inner, added)) = sum {
        (base, offset) = (inner, offset.wrapping_add(added));
    }
    if masked(offset, width) == 0 {
        return base;
    }
    let offset = builder.constant(offset, width);
    builder.compute(Operator::Add, width, [base, offset])
}

/// A value times a constant.
pub(super) fn scale(builder: &mut FunctionBuilder, value: ValueId, by: u64) -> ValueId {
    let width = bits(builder, value);
    match constant(builder, value) {
        Some(constant) => builder.constant(constant.wrapping_mul(by), width),
        None if by == 1 => value,
        None => {
            let by = builder.constant(by, width);
            builder.compute(Operator::Mul, width, [value, by])
        }
    }
}

/// The sum of two values with the same number of bits. A constant in the first one stays outside.
pub(super) fn add(builder: &mut FunctionBuilder, base: ValueId, term: ValueId) -> ValueId {
    if let Some(term) = constant(builder, term) {
        return offset(builder, base, term.cast_signed());
    }
    let split = match builder.get(base).map(|value| &value.kind) {
        Some(ValueKind::Compute(Operator::Add, operands)) => match operands.as_slice() {
            [inner, added] => constant(builder, *added).map(|added| (*inner, added)),
            _ => None,
        },
        _ => None,
    };
    let width = bits(builder, base);
    match split {
        Some((inner, added)) => {
            let sum = builder.compute(Operator::Add, width, [inner, term]);
            offset(builder, sum, added.cast_signed())
        }
        None => builder.compute(Operator::Add, width, [base, term]),
    }
}

/// The result of an operation on integers, computed where both operands are constants.
pub(super) fn integer(builder: &mut FunctionBuilder, operator: Operator, width: u8, operands: &[ValueId]) -> ValueId {
    if let [left, right] = *operands {
        match (constant(builder, left), constant(builder, right)) {
            (Some(left), Some(right)) => {
                let shifted = |shift: u64| u32::try_from(shift).ok().filter(|shift| *shift < u32::from(width));
                let result = match operator {
                    Operator::Add => Some(left.wrapping_add(right)),
                    Operator::Sub => Some(left.wrapping_sub(right)),
                    Operator::Mul => Some(left.wrapping_mul(right)),
                    Operator::And => Some(left & right),
                    Operator::Or => Some(left | right),
                    Operator::Xor => Some(left ^ right),
                    Operator::Shl => shifted(right).map(|shift| left << shift),
                    Operator::LShr => shifted(right).map(|shift| left >> shift),
                    _ => None,
                };
                if let Some(result) = result {
                    return builder.constant(result, width);
                }
            }
            (None, Some(right)) if operator == Operator::Add => {
                return offset(builder, left, sign_extended(right, width));
            }
            (Some(left), None) if operator == Operator::Add => {
                return offset(builder, right, sign_extended(left, width));
            }
            _ => {}
        }
    }
    builder.compute(operator, width, operands.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::{add, offset, sign_extend, zero_extend};
    use tileiras_kernel::builder::FunctionBuilder;
    use tileiras_kernel::value::SpecialRegister;
    use tileiras_target::Axis;

    #[test]
    fn a_cast_there_and_back_is_no_cast() {
        let mut builder = FunctionBuilder::new();
        let tid = builder.register(SpecialRegister::Tid(Axis::X), 32);
        let wide = zero_extend(&mut builder, tid, 64);
        assert_eq!(zero_extend(&mut builder, wide, 32), tid);
        assert_eq!(sign_extend(&mut builder, wide, 32), tid);
        let signed = sign_extend(&mut builder, tid, 64);
        assert_eq!(zero_extend(&mut builder, signed, 32), tid);
        // A cast that removes bits cannot be undone.
        let narrow = zero_extend(&mut builder, tid, 16);
        assert_ne!(zero_extend(&mut builder, narrow, 32), tid);
        let narrow = zero_extend(&mut builder, wide, 8);
        let again = zero_extend(&mut builder, narrow, 64);
        assert_ne!(again, wide);
    }

    #[test]
    fn offsets_are_added_up() {
        let mut builder = FunctionBuilder::new();
        let base = builder.add_parameter(32);
        let eight = offset(&mut builder, base, 8);
        let sixteen = offset(&mut builder, eight, 8);
        assert_eq!(offset(&mut builder, base, 16), sixteen);
        assert_eq!(offset(&mut builder, sixteen, -16), base);
        let index = builder.register(SpecialRegister::LaneId, 32);
        let (first, second) = (add(&mut builder, eight, index), add(&mut builder, base, index));
        assert_eq!(first, offset(&mut builder, second, 8));
    }
}
