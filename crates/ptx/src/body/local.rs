//! Addresses of `.local` variables.
//!
//! Guarantees that a register with a place is the address of that place of the variable whenever it has a value: it has
//! one definition, without a guard, which is the address of a variable or is computed from such a register with
//! constants. One pass in the order of the text.
//!
//! Leaves out on purpose: registers that are defined before what they are computed from, and constants in registers.

use tileiras_kernel::value::sign_extended;

use super::mnemonic::{Mnemonic, Type};
use super::plan::Definitions;
use crate::statement::{Code, Instruction, Operand, Register};

/// A place in a variable.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Place {
    /// The index of the variable in the code.
    pub variable: u32,
    /// The distance from its beginning, in bytes.
    pub offset: i64,
}

impl Place {
    const fn after(self, bytes: i64) -> Self {
        Place { variable: self.variable, offset: self.offset.wrapping_add(bytes) }
    }
}

/// Which registers are addresses of `.local` variables.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// The alignment of each variable of the code that is in local memory.
    locals: Vec<Option<u64>>,
    /// The place that each register is the address of. Empty if no variable is in local memory.
    places: Vec<Option<Place>>,
}

impl Addresses {
    pub fn of(text: &[u8], code: &Code, definitions: &Definitions) -> Self {
        let locals = code.variables.iter();
        let locals =
            locals.map(|found| found.space.of(text).starts_with(".local").then_some(found.alignment)).collect();
        let mut found = Addresses { locals, places: Vec::new() };
        if found.is_empty() {
            return found;
        }
        found.places = vec![None; code.registers.len()];
        for (_, instruction) in code.instructions() {
            let Some(Operand::Register(result)) = instruction.operands.first() else { continue };
            if instruction.guard.is_some() || definitions.of_register(*result).len() != 1 {
                continue;
            }
            let place = found.computed(text, instruction);
            if let Some(entry) = found.places.get_mut(result.index()) {
                *entry = place;
            }
        }
        found
    }

    /// Whether no variable is in local memory.
    pub fn is_empty(&self) -> bool {
        self.locals.iter().all(Option::is_none)
    }

    /// The place that an operand is the address of, such as `frame`, `%SP` and `[%SP+8]`.
    pub fn place(&self, operand: &Operand) -> Option<Place> {
        match operand {
            Operand::Register(register) => self.of_register(*register),
            Operand::Variable(index) => {
                let is_local = self.locals.get(*index as usize).is_some_and(Option::is_some);
                is_local.then_some(Place { variable: *index, offset: 0 })
            }
            Operand::Address { items, offset } => match items.as_slice() {
                [base] => Some(self.place(base)?.after(*offset)),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_register(&self, register: Register) -> Option<Place> {
        self.places.get(register.index()).copied().flatten()
    }

    /// Adds every variable that an operand has an address of.
    pub fn variables(&self, operand: &Operand, found: &mut impl FnMut(u32)) {
        match operand {
            Operand::Register(_) | Operand::Variable(_) => {
                self.place(operand).into_iter().for_each(|place| found(place.variable));
            }
            Operand::Address { items, .. } | Operand::Vector(items) | Operand::List(items) => {
                items.iter().for_each(|item| self.variables(item, found));
            }
            Operand::Pair(items) => items.iter().for_each(|item| self.variables(item, found)),
            Operand::Not(item) => self.variables(item, found),
            _ => {}
        }
    }

    /// Whether an operand has an address of a variable.
    pub fn has_address(&self, operand: &Operand) -> bool {
        let mut has = false;
        self.variables(operand, &mut |_| has = true);
        has
    }

    /// Whether all that an instruction does is to compute an address.
    pub fn is_followed(&self, text: &[u8], instruction: &Instruction) -> bool {
        let is_address =
            |operand| matches!(operand, &Operand::Register(register) if self.of_register(register).is_some());
        instruction.operands.first().is_some_and(is_address) && self.computed(text, instruction).is_some()
    }

    /// The place that the result of an instruction is the address of.
    fn computed(&self, text: &[u8], instruction: &Instruction) -> Option<Place> {
        let sources = instruction.operands.get(1..)?;
        if !sources.iter().any(|source| self.place(source).is_some()) {
            return None;
        }
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
        let is_address = |of_type: Type| of_type.is_integer() && of_type.bits >= 32;
        let bits = mnemonic.types().all(is_address).then(|| mnemonic.r#type()).flatten()?.bits;
        let signed = |constant: &u64| sign_extended(*constant, bits);
        match (mnemonic.opcode, sources) {
            ("mov" | "cvt", [source]) => self.place(source),
            ("cvta", [source]) if mnemonic.has("local") => self.place(source),
            ("add", [source, Operand::Integer(constant)] | [Operand::Integer(constant), source]) => {
                Some(self.place(source)?.after(signed(constant)))
            }
            ("sub", [source, Operand::Integer(constant)]) => {
                Some(self.place(source)?.after(signed(constant).wrapping_neg()))
            }
            // LLVM writes it for a sum if the bits are certainly 0 before.
            ("or", [source, Operand::Integer(constant)]) => {
                let place = self.place(source)?;
                let alignment = self.locals.get(place.variable as usize).copied().flatten()?;
                let is_sum = *constant < alignment && place.offset.cast_unsigned() & *constant == 0;
                is_sum.then(|| place.after(signed(constant)))
            }
            _ => None,
        }
    }
}
