//! Integer constants.
//!
//! Accepts any value. Guarantees the constant that a value is, through casts, with its sign. Without recursion.
//!
//! Leaves out on purpose: arithmetic on constants.

use melior::ir::{OperationRef, Value, ValueLike as _};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tileiras_mlir::attribute::{View, view};
use tileiras_mlir::operation;
use tileiras_mlir::value::{definition, integer_width};

/// The longest chain of casts of a constant.
const MAX_CASTS: usize = 24;

/// What an operation makes of a constant.
#[derive(Clone, Copy)]
enum Step {
    Constant,
    SignExtend,
    ZeroExtend,
    Other,
}

/// Finds integer constants, through casts. Each name of an operation is looked up once.
#[derive(Default)]
pub struct Constants(FxHashMap<usize, Step>);

impl Constants {
    /// The constant that a value is.
    pub fn of(&mut self, value: Value<'_, '_>) -> Option<i64> {
        let mut casts: SmallVec<[(bool, u32); 4]> = SmallVec::new();
        let mut value = value;
        while casts.len() < MAX_CASTS {
            let (op, _) = definition(value)?;
            let width = integer_width(value.r#type()).filter(|width| (1..=64).contains(width))?;
            let is_signed = match *self.0.entry(operation::name_key(op)).or_insert_with(|| step(op)) {
                Step::Constant => {
                    let (mut found, mut from) = (literal(op)?, width);
                    for (is_signed, to) in casts.into_iter().rev() {
                        found = if is_signed { sign_extended(found, from).cast_unsigned() } else { found };
                        (found, from) = (masked(found, to), to);
                    }
                    return Some(sign_extended(found, from));
                }
                Step::SignExtend => true,
                Step::ZeroExtend => false,
                Step::Other => return None,
            };
            casts.push((is_signed, width));
            value = operation::operand(op, 0)?;
        }
        None
    }
}

fn step(op: OperationRef<'_, '_>) -> Step {
    let name = str::from_utf8(operation::name(op)).unwrap_or_default();
    match name.split_once('.') {
        Some(("arith" | "llvm" | "index" | "builtin", short)) => match short {
            "constant" | "mlir.constant" | "bool.constant" => Step::Constant,
            "extui" | "zext" | "trunci" | "trunc" | "index_castui" | "castu" => Step::ZeroExtend,
            "extsi" | "sext" | "index_cast" | "casts" | "bitcast" | "freeze" | "unrealized_conversion_cast" => {
                Step::SignExtend
            }
            _ => Step::Other,
        },
        _ => Step::Other,
    }
}

/// The value of an operation that is an integer constant, without the bits that its type does not have.
fn literal(op: OperationRef<'_, '_>) -> Option<u64> {
    match view(operation::inherent_attribute(op, "value")?) {
        View::Integer { value, width } => Some(masked(value as u64, width)),
        _ => None,
    }
}

/// The low `width` bits, of 1 to 64.
const fn masked(value: u64, width: u32) -> u64 {
    if width >= 64 { value } else { value & ((1 << width) - 1) }
}

/// The number whose two's complement is the low `width` bits, of 1 to 64.
const fn sign_extended(value: u64, width: u32) -> i64 {
    let unused = 64_u32.saturating_sub(width);
    (value << unused).cast_signed() >> unused
}

#[cfg(test)]
mod tests {
    use super::Constants;
    use crate::bodies::tests::with_module;
    use tileiras_mlir::operation;

    #[test]
    fn constants_are_found_through_casts() {
        let text = "func.func @f() {
            %a = arith.constant -1 : i32
            %b = arith.extui %a : i32 to i64
            %c = arith.index_cast %a : i32 to index
            %d = arith.trunci %b : i64 to i8
            %e = arith.addi %a, %a : i32
            return
        }";
        with_module(text, |module| {
            let mut constants = Constants::default();
            let mut found = Vec::new();
            operation::walk(module, |op| found.extend(operation::result(op, 0).map(|value| constants.of(value))));
            assert_eq!(found, [Some(-1), Some(0xffff_ffff), Some(-1), Some(-1), None]);
        });
    }
}
