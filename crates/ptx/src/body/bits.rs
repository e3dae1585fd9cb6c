//! Definitions: bit fields, bit masks, bit counts, bit reversal, funnel shifts, 24-bit products, absolute differences
//! and selects on a sign.
//!
//! Guarantees that a result is that of the PTX ISA. Each instruction becomes operations that the kernel crate has
//! anyway.
//!
//! Leaves out on purpose: `bfe` and `bfi` of an empty field, or with a position or length in a register; and `slct`
//! with floating point numbers.

use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Comparison, Operator, masked};

use super::lowering::Lowering;
use super::mnemonic::{Mnemonic, Type};
use crate::statement::Operand;

impl Lowering<'_, '_> {
    /// The result of one of these instructions. `None` for all others.
    pub(super) fn bits(&mut self, mnemonic: &Mnemonic<'_>, of_type: Type, operands: &[Operand]) -> Option<ValueId> {
        let (bits, signed) = (of_type.width(), of_type.is_signed());
        Some(match (mnemonic.opcode, operands) {
            ("bfe", [value, Operand::Integer(start), Operand::Integer(length)]) => {
                let (start, length) = field(*start, *length, bits)?;
                let value = self.source(value, bits, signed);
                if signed {
                    // The shift to the right repeats the highest bit of the field.
                    let shifted = self.by_constant(Operator::Shl, bits, value, u64::from(bits - start - length));
                    self.by_constant(Operator::AShr, bits, shifted, u64::from(bits - length))
                } else {
                    let shifted = self.by_constant(Operator::LShr, bits, value, u64::from(start));
                    self.by_constant(Operator::And, bits, shifted, masked(u64::MAX, length))
                }
            }
            ("bfi", [inserted, into, Operand::Integer(start), Operand::Integer(length)]) => {
                let (start, length) = field(*start, *length, bits)?;
                let mask = masked(u64::MAX, length) << start;
                let [inserted, into] = [inserted, into].map(|operand| self.source(operand, bits, false));
                let moved = self.by_constant(Operator::Shl, bits, inserted, u64::from(start));
                let moved = self.by_constant(Operator::And, bits, moved, mask);
                let rest = self.by_constant(Operator::And, bits, into, !mask);
                self.builder.compute(Operator::Or, bits, [moved, rest])
            }
            ("bmsk", [start, length]) => {
                let [start, length] = [start, length].map(|operand| self.amount(mnemonic, operand, bits));
                let ones = self.builder.constant(u64::MAX, bits);
                let above = self.builder.compute(Operator::Shl, bits, [ones, length]);
                let mask = self.builder.compute(Operator::Xor, bits, [above, ones]);
                self.builder.compute(Operator::Shl, bits, [mask, start])
            }
            ("szext", [value, length]) => {
                let value = self.source(value, bits, signed);
                let (all, length) = (self.builder.constant(bits.into(), bits), self.amount(mnemonic, length, bits));
                let unused = self.builder.compute(Operator::Sub, bits, [all, length]);
                let shifted = self.builder.compute(Operator::Shl, bits, [value, unused]);
                let back = if signed { Operator::AShr } else { Operator::LShr };
                self.builder.compute(back, bits, [shifted, unused])
            }
            ("popc" | "clz", [source]) => {
                let value = self.source(source, bits, false);
                let operator = if mnemonic.opcode == "popc" { Operator::Popc } else { Operator::Clz };
                let count = self.builder.compute(operator, bits, [value]);
                self.resized(count, 32, false)
            }
            ("bfind", [source]) => {
                let value = self.source(source, bits, signed);
                // Of a negative number, the highest bit that differs from the sign bit.
                let value = if signed {
                    let sign = self.by_constant(Operator::AShr, bits, value, u64::from(bits) - 1);
                    self.builder.compute(Operator::Xor, bits, [value, sign])
                } else {
                    value
                };
                let zeros = self.builder.compute(Operator::Clz, bits, [value]);
                let zeros = self.resized(zeros, 32, false);
                if mnemonic.has("shiftamt") {
                    let is_none = self.by_constant(Operator::Compare(Comparison::Eq), 1, value, 0);
                    let none = self.builder.constant(u64::MAX, 32);
                    self.builder.compute(Operator::Select, 32, [is_none, none, zeros])
                } else {
                    let last = self.builder.constant(u64::from(bits) - 1, 32);
                    self.builder.compute(Operator::Sub, 32, [last, zeros])
                }
            }
            ("brev", [source]) => {
                let mut value = self.source(source, bits, false);
                for (amount, mask) in SWAPS.into_iter().filter(|(amount, _)| *amount < u64::from(bits)) {
                    let high = self.by_constant(Operator::LShr, bits, value, amount);
                    let high = self.by_constant(Operator::And, bits, high, mask);
                    let low = self.by_constant(Operator::And, bits, value, mask);
                    let low = self.by_constant(Operator::Shl, bits, low, amount);
                    value = self.builder.compute(Operator::Or, bits, [high, low]);
                }
                value
            }
            ("cnot", [source]) => {
                let value = self.source(source, bits, false);
                let is_zero = self.by_constant(Operator::Compare(Comparison::Eq), 1, value, 0);
                self.resized(is_zero, bits, false)
            }
            ("shf", [low, high, amount]) => {
                let [low, high] = [low, high].map(|operand| {
                    let value = self.source(operand, 32, false);
                    self.resized(value, 64, false)
                });
                let high = self.by_constant(Operator::Shl, 64, high, 32);
                let both = self.builder.compute(Operator::Or, 64, [low, high]);
                let amount = self.amount(mnemonic, amount, 64);
                let shifted = if mnemonic.has("l") {
                    let shifted = self.builder.compute(Operator::Shl, 64, [both, amount]);
                    self.by_constant(Operator::LShr, 64, shifted, 32)
                } else {
                    self.builder.compute(Operator::LShr, 64, [both, amount])
                };
                self.resized(shifted, 32, false)
            }
            ("mul24" | "mad24", [first, second, rest @ ..]) => {
                let factors = [first, second].map(|operand| {
                    let value = self.source(operand, 32, signed);
                    let value = self.resized(value, 24, false);
                    self.resized(value, 64, signed)
                });
                let product = self.builder.compute(Operator::Mul, 64, factors);
                let product = match mnemonic.has("hi") {
                    true => self.by_constant(Operator::LShr, 64, product, 16),
                    false => product,
                };
                let product = self.resized(product, 32, false);
                self.sum(product, rest, 32, signed)
            }
            ("sad", [first, second, addend]) => {
                let operands = [first, second].map(|operand| self.source(operand, bits, signed));
                let (least, most) =
                    if signed { (Operator::SMin, Operator::SMax) } else { (Operator::UMin, Operator::UMax) };
                let [least, most] = [least, most].map(|operator| self.builder.compute(operator, bits, operands));
                let difference = self.builder.compute(Operator::Sub, bits, [most, least]);
                self.sum(difference, std::slice::from_ref(addend), bits, signed)
            }
            ("slct", [first, second, sign]) => {
                let mut types = mnemonic.types();
                let (Some(of_result), Some(of_sign)) = (types.next(), types.next()) else { return None };
                if !of_result.is_integer() || !of_sign.is_signed() {
                    return None;
                }
                let bits = of_result.width();
                let sign = self.source(sign, 32, true);
                let is_negative = self.by_constant(Operator::Compare(Comparison::Slt), 1, sign, 0);
                let [first, second] = [first, second].map(|operand| self.source(operand, bits, false));
                self.builder.compute(Operator::Select, bits, [is_negative, second, first])
            }
            _ => return None,
        })
    }

    /// An operation, with a result of so many bits, of a value and a constant of the same width.
    fn by_constant(&mut self, operator: Operator, bits: u8, value: ValueId, constant: u64) -> ValueId {
        let width = self.builder.get(value).map_or(bits, |value| value.bits);
        let constant = self.builder.constant(constant, width);
        self.builder.compute(operator, bits, [value, constant])
    }

    /// A number of bits, at most 32: modulo 32 with `.wrap`, otherwise (`.clamp`) 32 if it is more.
    fn amount(&mut self, mnemonic: &Mnemonic<'_>, operand: &Operand, bits: u8) -> ValueId {
        let value = self.source(operand, 32, false);
        let amount = match mnemonic.has("wrap") {
            true => self.by_constant(Operator::And, 32, value, 31),
            false => self.by_constant(Operator::UMin, 32, value, 32),
        };
        self.resized(amount, bits, false)
    }
}

/// The swaps that reverse the bits of a number: of neighbouring groups of so many bits, of which the mask has the low
/// ones.
const SWAPS: [(u64, u64); 6] = [
    (1, 0x5555_5555_5555_5555),
    (2, 0x3333_3333_3333_3333),
    (4, 0x0f0f_0f0f_0f0f_0f0f),
    (8, 0x00ff_00ff_00ff_00ff),
    (16, 0x0000_ffff_0000_ffff),
    (32, 0x0000_0000_ffff_ffff),
];

/// Where a bit field begins and how many bits it has in the value, if it has any. Only the low 8 bits of each
/// operand count.
fn field(start: u64, length: u64, bits: u8) -> Option<(u8, u8)> {
    let (start, length) = ((start & 0xff) as u8, (length & 0xff) as u8);
    let left = bits.checked_sub(start)?;
    Some((start, length.min(left))).filter(|(_, length)| *length > 0)
}
