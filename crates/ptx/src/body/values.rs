//! The values of registers and operands.

use tileiras_kernel::ValueId;
use tileiras_kernel::value::{Operator, SpecialRegister, Uniformity, ValueKind, masked};

use super::file::Symbol;
use super::lowering::{Lowering, ssa_variable};
use super::operands::is_parameter;
use crate::statement::{Guard, LaneMask, Operand, Register, Special};

/// The number of [`Operator::Opaque`] of a floating point number. The highest bit keeps it apart from the numbers that
/// a front end gives out one by one.
const FLOAT: u32 = 1 << 31;

impl Lowering<'_, '_> {
    /// A value of which nothing is known.
    pub(super) fn unknown(&mut self, bits: u8) -> ValueId {
        self.builder.unknown(Uniformity::Thread, bits)
    }

    /// The value with that many bits.
    pub(super) fn resized(&mut self, value: ValueId, bits: u8, signed: bool) -> ValueId {
        let Some(known) = self.builder.get(value) else { return value };
        if known.bits == bits {
            return value;
        }
        match (known.constant(), known.signed_constant()) {
            (_, Some(constant)) if signed => self.builder.constant(constant.cast_unsigned(), bits),
            (Some(constant), _) => self.builder.constant(constant, bits),
            _ => {
                let operator = if signed && bits > known.bits { Operator::SignExtend } else { Operator::ZeroExtend };
                self.builder.compute(operator, bits, [value])
            }
        }
    }

    /// The value of a register here, with that many bits.
    pub(super) fn register(&mut self, register: Register, bits: u8, signed: bool) -> ValueId {
        let width = self.width(register);
        let value = if self.plan.is_demanded(register) {
            self.builder.read(ssa_variable(register), self.home, width)
        } else {
            self.unknown(width)
        };
        self.resized(value, bits, signed)
    }

    /// The value of an operand, with that many bits.
    pub(super) fn source(&mut self, operand: &Operand, bits: u8, signed: bool) -> ValueId {
        match operand {
            Operand::Register(register) if is_parameter(self.code, *register) => {
                // The address of a parameter, as `mov` takes it.
                let uniformity = if self.is_kernel { Uniformity::Grid } else { Uniformity::Thread };
                self.builder.unknown(uniformity, bits)
            }
            Operand::Register(register) => self.register(*register, bits, signed),
            Operand::Integer(value) => self.builder.constant(*value, bits),
            Operand::Special(special) => self.special(*special, bits),
            Operand::Name(name) => {
                let symbol = self.file.symbol(name.of(self.text));
                self.address_of(symbol, bits)
            }
            Operand::Address { items, offset } => {
                let base = match items.first() {
                    Some(base) => self.source(base, bits, false),
                    None => self.unknown(bits),
                };
                self.plus(base, *offset, bits)
            }
            Operand::Not(operand) => {
                let value = self.source(operand, bits, false);
                let all = self.builder.constant(u64::MAX, bits);
                self.builder.compute(Operator::Xor, bits, [value, all])
            }
            Operand::Float(number) => {
                // Nothing is known of it but that equal numbers are equal.
                let number = self.builder.constant(*number, 64);
                self.builder.compute(Operator::Opaque(FLOAT), bits, [number])
            }
            Operand::Variable(index) => {
                let symbol = self.file.local(*index);
                self.address_of(symbol, bits)
            }
            Operand::Vector(items) if items.len() == 1 => match items.first() {
                Some(item @ Operand::Register(_)) => self.source(item, bits, signed),
                _ => self.unknown(bits),
            },
            Operand::Pair(_) | Operand::Vector(_) | Operand::List(_) | Operand::Sink | Operand::Other(_) => {
                self.unknown(bits)
            }
        }
    }

    /// A sum with a constant.
    pub(super) fn plus(&mut self, base: ValueId, offset: i64, bits: u8) -> ValueId {
        if offset == 0 {
            return base;
        }
        let offset = self.builder.constant(offset.cast_unsigned(), bits);
        self.builder.compute(Operator::Add, bits, [base, offset])
    }

    /// The value of an operand that a rule asks for, with its own bits; an integer has 32.
    pub(super) fn operand_value(&mut self, operand: &Operand) -> Option<ValueId> {
        let bits = self.own_bits(operand)?;
        Some(self.source(operand, bits, false))
    }

    /// The bits that an operand has by itself.
    pub(super) fn own_bits(&self, operand: &Operand) -> Option<u8> {
        match operand {
            Operand::Register(register) => Some(self.width(*register)),
            Operand::Special(special) => Some(special.bits()),
            Operand::Integer(value) => {
                let is_short = masked(*value, 32) == *value || i32::try_from(value.cast_signed()).is_ok();
                Some(if is_short { 32 } else { 64 })
            }
            Operand::Name(_) | Operand::Variable(_) => Some(64),
            Operand::Address { items, .. } => match items.first()? {
                Operand::Integer(_) => Some(64),
                base => self.own_bits(base),
            },
            Operand::Not(operand) => self.own_bits(operand),
            Operand::Vector(_)
            | Operand::List(_)
            | Operand::Pair(_)
            | Operand::Float(_)
            | Operand::Sink
            | Operand::Other(_) => None,
        }
    }

    /// The value of an argument of a call: that of a `.param` variable or of a register.
    pub(super) fn argument(&mut self, argument: &Operand, bits: u8) -> ValueId {
        match argument {
            Operand::Register(register) => self.register(*register, bits, false),
            operand => self.source(operand, bits, false),
        }
    }

    fn special(&mut self, special: Special, bits: u8) -> ValueId {
        let value = match special {
            Special::Known(register) => self.builder.register(register, special.bits()),
            Special::Lanes(mask) => self.lanes(mask),
            Special::Zero => self.builder.constant(0, 32),
            Special::Other(uniformity, bits) => self.builder.unknown(uniformity, bits),
        };
        self.resized(value, bits, false)
    }

    /// `%lanemask_lt` is `(1 << %laneid) - 1`, and the others accordingly.
    fn lanes(&mut self, mask: LaneMask) -> ValueId {
        let lane = self.builder.register(SpecialRegister::LaneId, 32);
        let one = self.builder.constant(1, 32);
        let all = self.builder.constant(u64::MAX, 32);
        let equal = self.builder.compute(Operator::Shl, 32, [one, lane]);
        let less = self.builder.compute(Operator::Sub, 32, [equal, one]);
        let or_equal = self.builder.compute(Operator::Or, 32, [equal, less]);
        match mask {
            LaneMask::Equal => equal,
            LaneMask::Less => less,
            LaneMask::LessOrEqual => or_equal,
            LaneMask::GreaterOrEqual => self.builder.compute(Operator::Xor, 32, [less, all]),
            LaneMask::Greater => self.builder.compute(Operator::Xor, 32, [or_equal, all]),
        }
    }

    /// The address of a variable or of a function.
    fn address_of(&mut self, symbol: Option<Symbol>, bits: u8) -> ValueId {
        match symbol {
            Some(symbol) => {
                let value = self.builder.value(ValueKind::Symbol(symbol.id), bits);
                if let Some(alignment) = symbol.alignment {
                    self.alignments.insert(value, alignment);
                }
                value
            }
            None => self.builder.unknown(Uniformity::Grid, bits),
        }
    }

    /// The alignment of an address in bytes, if it is that of a variable, plus a constant.
    pub(super) fn alignment(&self, address: ValueId) -> Option<u64> {
        let (mut address, mut offset) = (address, 0_u64);
        for _ in 0..8 {
            if let Some(alignment) = self.alignments.get(&address) {
                let of_offset = 1_u64.checked_shl(offset.trailing_zeros()).unwrap_or(u64::MAX);
                return Some(if offset == 0 { *alignment } else { of_offset.min(*alignment) });
            }
            let ValueKind::Compute(operator, operands) = &self.builder.get(address)?.kind else { return None };
            match (operator, operands.as_slice()) {
                (Operator::ZeroExtend, [base]) => address = *base,
                (Operator::Add, [base, constant]) => {
                    offset |= self.builder.get(*constant)?.constant()?;
                    address = *base;
                }
                _ => return None,
            }
        }
        None
    }

    /// Gives an operand a value, where the guard of the instruction holds.
    pub(super) fn assign(&mut self, operand: &Operand, value: ValueId, signed: bool, guard: Option<Guard>) {
        let Operand::Register(register) = operand else { return };
        if !self.plan.is_demanded(*register) {
            return;
        }
        let width = self.width(*register);
        let mut value = self.resized(value, width, signed);
        if let Some(guard) = guard {
            // One of several results can be the register of the guard.
            let condition = match self.guard {
                Some(condition) => condition,
                None => self.register(guard.register, 1, false),
            };
            self.guard = Some(condition);
            let old = self.builder.read(ssa_variable(*register), self.home, width);
            let (holds, fails) = if guard.holds { (value, old) } else { (old, value) };
            value = self.builder.compute(Operator::Select, width, [condition, holds, fails]);
        }
        self.forget_guard(*register);
        self.builder.write(ssa_variable(*register), self.home, value);
    }
}

/// A number for a text.
pub(super) fn hash(mut hasher: rustc_hash::FxHasher, text: &str) -> u64 {
    use std::hash::Hasher;
    text.split_ascii_whitespace().for_each(|part| hasher.write(part.as_bytes()));
    hasher.finish()
}
