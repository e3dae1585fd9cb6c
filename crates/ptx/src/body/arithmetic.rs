//! Definitions: integer arithmetic, comparisons and moves. Bit manipulation, funnel shifts and 24-bit products are
//! in [`super::bits`].
//!
//! Leaves out on purpose: floating point, packed integers and saturation, which are opaque.

use smallvec::SmallVec;
use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Comparison, Operator};

use super::lowering::Lowering;
use super::mnemonic::{Class, Mnemonic, Type};
use super::registers::is_pure;
use super::values::hash;
use crate::statement::{Instruction, Operand};

impl Lowering<'_, '_> {
    /// Gives the registers that an instruction writes their values.
    pub(super) fn define(&mut self, instruction: &Instruction) {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        let of_type = mnemonic.r#type();
        let known = match (of_type.filter(|of_type| of_type.is_integer()), instruction.operands.as_slice()) {
            _ if mnemonic.opcode == "mov" => self.copy(instruction, &mnemonic),
            (_, _) if !is_pure(&mnemonic) => return self.define_other(instruction, &mnemonic),
            (Some(of_type), [result, operands @ ..]) if !has_modifier(&mnemonic) => {
                self.integer(instruction, &mnemonic, of_type, result, operands)
            }
            _ => false,
        };
        if !known {
            self.opaque(instruction);
        }
    }

    /// Integer arithmetic. Returns whether the instruction is known.
    fn integer(
        &mut self,
        instruction: &Instruction,
        mnemonic: &Mnemonic<'_>,
        of_type: Type,
        result: &Operand,
        operands: &[Operand],
    ) -> bool {
        let (bits, signed) = (of_type.width(), of_type.is_signed());
        let value = match (mnemonic.opcode, operands) {
            // A generic address is the one in the state space, whose variables are all at other addresses.
            ("cvta", [source]) => self.source(source, bits, false),
            ("cvt", [source]) => {
                let mut types = mnemonic.types();
                let (Some(to), Some(from), None) = (types.next(), types.next(), types.next()) else { return false };
                if !to.is_integer() || to.bits == 1 || from.bits == 1 {
                    return false;
                }
                let value = self.source(source, from.width(), from.is_signed());
                let value = self.resized(value, to.width(), from.is_signed());
                self.assign(result, value, to.is_signed(), instruction.guard);
                return true;
            }
            ("setp", _) => return self.set_predicate(instruction, mnemonic, of_type),
            ("set", [first, second]) => {
                let mut types = mnemonic.types();
                let (Some(to), Some(_)) = (types.next(), types.next()) else { return false };
                let Some(comparison) = comparison(mnemonic, of_type) else { return false };
                if !to.is_integer() {
                    return false;
                }
                let operands = [self.source(first, bits, signed), self.source(second, bits, signed)];
                let holds = self.builder.compute(Operator::Compare(comparison), 1, operands);
                self.resized(holds, to.width(), true)
            }
            ("selp", [first, second, condition]) => {
                let condition = self.source(condition, 1, false);
                let operands = [condition, self.source(first, bits, signed), self.source(second, bits, signed)];
                self.builder.compute(Operator::Select, bits, operands)
            }
            ("mul" | "mad", [first, second, rest @ ..]) if mnemonic.has("wide") => {
                let wide = bits.saturating_mul(2).min(64);
                let operands = [first, second].map(|operand| {
                    let value = self.source(operand, bits, signed);
                    self.resized(value, wide, signed)
                });
                let product = self.builder.compute(Operator::Mul, wide, operands);
                self.sum(product, rest, wide, signed)
            }
            ("mul" | "mad", [first, second, rest @ ..]) if mnemonic.has("lo") || mnemonic.has("hi") => {
                let operands = [self.source(first, bits, signed), self.source(second, bits, signed)];
                let operator = match signed {
                    _ if mnemonic.has("lo") => Operator::Mul,
                    true => Operator::SMulHigh,
                    false => Operator::UMulHigh,
                };
                let product = self.builder.compute(operator, bits, operands);
                self.sum(product, rest, bits, signed)
            }
            ("lop3", [first, second, third, Operand::Integer(table)]) => {
                let operands = [first, second, third].map(|operand| self.source(operand, bits, false));
                let Ok(table) = u8::try_from(*table) else { return false };
                self.builder.compute(Operator::Lop3(table), bits, operands)
            }
            ("prmt", [first, second, selector]) if mnemonic.qualifiers.len() == 1 => {
                let operands = [first, second, selector].map(|operand| self.source(operand, 32, false));
                self.builder.compute(Operator::Permute, 32, operands)
            }
            ("shl" | "shr", [value, amount]) => self.shift(mnemonic.opcode == "shl", of_type, value, amount),
            ("neg", [source]) => {
                let operands = [self.builder.constant(0, bits), self.source(source, bits, signed)];
                self.builder.compute(Operator::Sub, bits, operands)
            }
            ("abs", [source]) => {
                let (zero, value) = (self.builder.constant(0, bits), self.source(source, bits, signed));
                let negative = self.builder.compute(Operator::Sub, bits, [zero, value]);
                self.builder.compute(Operator::SMax, bits, [value, negative])
            }
            ("not", [source]) => {
                let operands = [self.source(source, bits, false), self.builder.constant(u64::MAX, bits)];
                self.builder.compute(Operator::Xor, bits, operands)
            }
            (opcode, operands) => {
                let value = match (binary(opcode, signed, mnemonic), operands) {
                    (Some(operator), [first, second]) => {
                        let operands = [self.source(first, bits, signed), self.source(second, bits, signed)];
                        Some(self.builder.compute(operator, bits, operands))
                    }
                    _ => self.bits(mnemonic, of_type, operands),
                };
                let Some(value) = value else { return false };
                value
            }
        };
        self.assign(result, value, signed, instruction.guard);
        true
    }

    /// The value plus the addend, if the instruction has one.
    pub(super) fn sum(&mut self, value: ValueId, rest: &[Operand], bits: u8, signed: bool) -> ValueId {
        match rest {
            [addend, ..] => {
                let addend = self.source(addend, bits, signed);
                self.builder.compute(Operator::Add, bits, [value, addend])
            }
            [] => value,
        }
    }

    /// A shift. The amount has 32 bits whatever the type is.
    fn shift(&mut self, is_left: bool, of_type: Type, value: &Operand, amount: &Operand) -> ValueId {
        let (bits, signed) = (of_type.width(), of_type.is_signed());
        let operator = match (is_left, signed) {
            (true, _) => Operator::Shl,
            (false, true) => Operator::AShr,
            (false, false) => Operator::LShr,
        };
        let wide = bits.max(32);
        let value = self.source(value, bits, signed);
        let value = self.resized(value, wide, signed);
        let amount = self.source(amount, 32, false);
        let amount = self.resized(amount, wide, false);
        let shifted = self.builder.compute(operator, wide, [value, amount]);
        self.resized(shifted, bits, false)
    }

    /// `setp.lt.and.u32 p|q, a, b, !c`.
    fn set_predicate(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>, of_type: Type) -> bool {
        let [result, first, second, rest @ ..] = instruction.operands.as_slice() else { return false };
        let Some(comparison) = comparison(mnemonic, of_type) else { return false };
        let (bits, signed) = (of_type.width(), of_type.is_signed());
        let operands = [self.source(first, bits, signed), self.source(second, bits, signed)];
        let mut holds = self.builder.compute(Operator::Compare(comparison), 1, operands);
        let mut fails = self.builder.not(holds);
        let combine = mnemonic.qualifiers.iter().find_map(|&name| match name {
            "and" => Some(Operator::And),
            "or" => Some(Operator::Or),
            "xor" => Some(Operator::Xor),
            _ => None,
        });
        if let (Some(operator), [other, ..]) = (combine, rest) {
            let other = self.source(other, 1, false);
            holds = self.builder.compute(operator, 1, [holds, other]);
            fails = self.builder.compute(operator, 1, [fails, other]);
        }
        match result {
            Operand::Pair(results) => {
                let [first, second] = results.as_ref();
                self.assign(first, holds, false, instruction.guard);
                self.assign(second, fails, false, instruction.guard);
            }
            result => self.assign(result, holds, false, instruction.guard),
        }
        true
    }

    /// `mov`, also from and to vectors.
    fn copy(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> bool {
        let (Some(of_type), [result, source]) = (mnemonic.r#type(), instruction.operands.as_slice()) else {
            return false;
        };
        let bits = of_type.width();
        match (result, source) {
            (Operand::Vector(results), Operand::Register(_) | Operand::Integer(_)) if results.len() > 1 => {
                self.unpack(instruction, of_type, results, source)
            }
            (Operand::Register(_), Operand::Vector(items)) if items.len() > 1 => {
                let Some(value) = self.packed(of_type, items) else { return false };
                self.assign(result, value, false, instruction.guard);
                true
            }
            (Operand::Vector(results), Operand::Vector(items)) if results.len() > 1 && results.len() == items.len() => {
                let values: Vec<ValueId> = items.iter().map(|item| self.source(item, bits, false)).collect();
                for (result, value) in results.iter().zip(values) {
                    self.assign(result, value, false, instruction.guard);
                }
                true
            }
            (Operand::Vector(results), source) => match results.as_slice() {
                [result] => {
                    let value = self.source(source, bits, false);
                    self.assign(result, value, false, instruction.guard);
                    true
                }
                _ => false,
            },
            (Operand::Register(_), source) => {
                let value = self.source(source, bits, false);
                self.assign(result, value, false, instruction.guard);
                true
            }
            _ => false,
        }
    }

    /// `mov.b64 {low, high}, value`.
    fn unpack(&mut self, instruction: &Instruction, of_type: Type, results: &[Operand], source: &Operand) -> bool {
        let value = self.source(source, of_type.width(), false);
        if let (128, [low, high]) = (of_type.bits, results) {
            self.assign(low, value, false, instruction.guard);
            let high_half = self.unknown(64);
            self.assign(high, high_half, false, instruction.guard);
            return true;
        }
        let Some(part) = part_bits(of_type, results.len()) else { return false };
        for (index, result) in (0_u64..).zip(results) {
            let amount = self.builder.constant(index * u64::from(part), of_type.width());
            let shifted = match index {
                0 => value,
                _ => self.builder.compute(Operator::LShr, of_type.width(), [value, amount]),
            };
            let item = self.resized(shifted, part, false);
            self.assign(result, item, false, instruction.guard);
        }
        true
    }

    /// `mov.b64 value, {low, high}`. A value of 128 bits is followed by its low half.
    fn packed(&mut self, of_type: Type, items: &[Operand]) -> Option<ValueId> {
        if of_type.bits == 128 {
            return items.first().map(|low| self.source(low, 64, false));
        }
        let part = part_bits(of_type, items.len())?;
        let bits = of_type.width();
        let mut sum: Option<ValueId> = None;
        for (index, item) in (0_u64..).zip(items) {
            let item = self.source(item, part, false);
            let item = self.resized(item, bits, false);
            let amount = self.builder.constant(index * u64::from(part), bits);
            sum = Some(match sum {
                None => item,
                Some(sum) => {
                    let shifted = self.builder.compute(Operator::Shl, bits, [item, amount]);
                    self.builder.compute(Operator::Or, bits, [sum, shifted])
                }
            });
        }
        sum
    }

    /// Values of which only the operands are known.
    pub(super) fn opaque(&mut self, instruction: &Instruction) {
        let [result, operands @ ..] = instruction.operands.as_slice() else { return };
        let mut values: SmallVec<[ValueId; 3]> = SmallVec::new();
        for operand in operands {
            let items = match operand {
                Operand::Vector(items) => items.as_slice(),
                operand => std::slice::from_ref(operand),
            };
            for item in items {
                let bits = self.own_bits(item).unwrap_or(64);
                let value = self.source(item, bits, false);
                values.push(value);
            }
        }
        let results = match result {
            Operand::Vector(results) => results.as_slice(),
            Operand::Pair(results) => results.as_slice(),
            result => std::slice::from_ref(result),
        };
        let number = hash(rustc_hash::FxHasher::default(), instruction.mnemonic.of(self.text));
        for (index, result) in (0_u64..).zip(results) {
            let Operand::Register(register) = result else { continue };
            // The highest bit keeps them apart from the numbers that a front end gives out one by one.
            let number = (number ^ (number >> 32)).wrapping_add(index) as u32 | 1 << 31;
            let value = self.builder.compute(Operator::Opaque(number), self.width(*register), values.iter().copied());
            self.assign(result, value, false, instruction.guard);
        }
    }
}

/// Whether a qualifier changes the result of integer arithmetic.
fn has_modifier(mnemonic: &Mnemonic<'_>) -> bool {
    mnemonic.qualifiers.iter().any(|part| matches!(*part, "sat" | "relu" | "BoolOp" | "pack"))
        || mnemonic.qualifiers.iter().any(|part| part.ends_with("x2") || part.ends_with("x4"))
        || (mnemonic.opcode == "lop3" && (mnemonic.has("and") || mnemonic.has("or")))
}

/// The bits of each part of a value.
fn part_bits(of_type: Type, parts: usize) -> Option<u8> {
    let parts = u8::try_from(parts).ok()?;
    (of_type.bits <= 64 && parts > 1 && of_type.bits.is_multiple_of(parts)).then(|| of_type.bits / parts)
}

/// The comparison of `setp.eq.u32`. `ptxas` takes the qualifiers in any order, and the PTX ISA has examples with
/// `setp.u32.eq`.
fn comparison(mnemonic: &Mnemonic<'_>, of_type: Type) -> Option<Comparison> {
    let signed = of_type.class == Class::Signed;
    mnemonic.qualifiers.iter().find_map(|&name| {
        Some(match name {
            "eq" => Comparison::Eq,
            "ne" => Comparison::Ne,
            "lt" if signed => Comparison::Slt,
            "le" if signed => Comparison::Sle,
            "gt" if signed => Comparison::Sgt,
            "ge" if signed => Comparison::Sge,
            "lt" | "lo" => Comparison::Ult,
            "le" | "ls" => Comparison::Ule,
            "gt" | "hi" => Comparison::Ugt,
            "ge" | "hs" => Comparison::Uge,
            _ => return None,
        })
    })
}

fn binary(opcode: &str, signed: bool, mnemonic: &Mnemonic<'_>) -> Option<Operator> {
    Some(match opcode {
        "add" => Operator::Add,
        "sub" => Operator::Sub,
        "div" if signed => Operator::SDiv,
        "div" => Operator::UDiv,
        "rem" if signed => Operator::SRem,
        "rem" => Operator::URem,
        "and" => Operator::And,
        "or" => Operator::Or,
        "xor" => Operator::Xor,
        "min" if signed => Operator::SMin,
        "min" => Operator::UMin,
        "max" if signed => Operator::SMax,
        "max" => Operator::UMax,
        _ => return None,
    })
    .filter(|_| mnemonic.r#type().is_some())
}
