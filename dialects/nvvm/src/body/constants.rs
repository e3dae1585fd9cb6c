//! Integer constants.
//!
//! Accepts any value. Guarantees the constant that a value is, through casts, with its sign. Without recursion.
//!
//! Leaves out on purpose: arithmetic on constants.

use melior::ir::{OperationRef, Type, Value, ValueLike as _};
use smallvec::SmallVec;
use tileiras_kernel::value::{masked, sign_extended};
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::{definition, integer_width};

use super::computation::Computation;
use super::names::OperationNames;

/// The longest chain of casts of a constant.
const MAX_CASTS: usize = 24;

/// Finds integer constants, through casts.
#[derive(Default)]
pub struct Constants {
    names: OperationNames,
}

impl Constants {
    /// The constant that a value is.
    pub fn of(&mut self, value: Value<'_, '_>) -> Option<i64> {
        let mut casts: SmallVec<[(bool, u8); 4]> = SmallVec::new();
        let mut value = value;
        while casts.len() < MAX_CASTS {
            let (op, _) = definition(value)?;
            let width = width(value.r#type())?;
            let is_signed = match self.names.of(op).computation {
                Computation::Constant => {
                    let (mut found, mut from) = (literal(op)?, width);
                    for (is_signed, to) in casts.into_iter().rev() {
                        found = if is_signed { sign_extended(found, from).cast_unsigned() } else { found };
                        (found, from) = (masked(found, to), to);
                    }
                    return Some(sign_extended(found, from));
                }
                Computation::SignExtend | Computation::Same => true,
                Computation::ZeroExtend => false,
                _ => return None,
            };
            casts.push((is_signed, width));
            value = operation::operand(op, 0)?;
        }
        None
    }
}

/// The width of an integer type that is modelled: 1 to 64 bits.
pub(super) fn width(r#type: Type<'_>) -> Option<u8> {
    integer_width(r#type).and_then(|width| u8::try_from(width).ok()).filter(|width| (1..=64).contains(width))
}

/// The value of an operation that is an integer constant, without the bits that its type does not have.
pub(super) fn literal(op: OperationRef<'_, '_>) -> Option<u64> {
    match view(operation::inherent_attribute(op, "value")?) {
        View::Integer { value, width } => Some(masked(value as u64, u8::try_from(width).ok()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Constants;
    use crate::body::tests::{operations, with_function};

    #[test]
    fn constants_are_found_through_casts() {
        let text = "
            %a = arith.constant -1 : i32
            %b = arith.extui %a : i32 to i64
            %c = arith.index_cast %a : i32 to index
            %d = arith.trunci %b : i64 to i8
            %e = arith.addi %a, %a : i32";
        with_function(text, |function| {
            let mut constants = Constants::default();
            let found: Vec<_> = operations(function)
                .into_iter()
                .filter_map(|op| tileiras_mlir::operation::result(op, 0))
                .map(|value| constants.of(value))
                .collect();
            assert_eq!(found, [Some(-1), Some(0xffff_ffff), Some(-1), Some(-1), None]);
        });
    }
}
