//! Addresses of variables that can have slots: those of `.local` variables, and of structures that are passed.
//!
//! Guarantees that a register with an address has this address whenever it has a value: it has
//! one definition, without a guard, which is the address of a variable or is computed from such a register with
//! constants. One pass in the order of the text.
//!
//! Leaves out on purpose: registers that are defined before what they are computed from, and constants in registers.

use rustc_hash::FxHashSet;
use tileiras_kernel::value::sign_extended;

use super::definitions::Definitions;
use super::mnemonic::{Mnemonic, Type};
use super::slot::{SlotAddress, SlotVariable, Slots};
use crate::statement::{Code, Instruction, Operand, Register, Storage};

/// Which registers are addresses of variables that can have slots.
#[derive(Debug, Default)]
pub(super) struct Addresses {
    /// The alignment of each variable of the code that is in local memory.
    locals: Vec<Option<u64>>,
    /// The `.param` variables that are passed or returned.
    passed: FxHashSet<Register>,
    /// The address that each register has. Empty if there is no such variable.
    of_registers: Vec<Option<SlotAddress>>,
}

impl Addresses {
    /// `is_kernel`: what is passed to it stays the same ([`super::memory`]), and has no slots.
    pub fn of(text: &[u8], code: &Code, is_kernel: bool) -> Self {
        let locals = code.variables.iter();
        let locals =
            locals.map(|found| found.space.of(text).starts_with(".local").then_some(found.alignment)).collect();
        let registers = (0..).map(Register).zip(&code.registers);
        let passed = registers.filter(|(_, info)| info.storage == Storage::Aggregate).map(|(register, _)| register);
        let of_kernel: FxHashSet<&Register> = code.parameters.iter().filter(|_| is_kernel).collect();
        let passed = passed.filter(|register| !of_kernel.contains(register)).collect();
        let mut found = Addresses { locals, passed, of_registers: Vec::new() };
        if found.is_empty() {
            return found;
        }
        let definitions = Definitions::of(text, code, &Slots::default());
        found.of_registers = vec![None; code.registers.len()];
        for (_, instruction) in code.instructions() {
            let Some(Operand::Register(result)) = instruction.operands.first() else { continue };
            if instruction.guard.is_some() || definitions.of_register(*result).len() != 1 {
                continue;
            }
            let at = found.computed(text, instruction);
            if let Some(entry) = found.of_registers.get_mut(result.index()) {
                *entry = at;
            }
        }
        found
    }

    /// Whether there is no such variable.
    pub fn is_empty(&self) -> bool {
        self.passed.is_empty() && self.locals.iter().all(Option::is_none)
    }

    /// The address that an operand is, such as `frame`, `%SP` and `[%SP+8]`.
    pub fn local_address(&self, operand: &Operand) -> Option<SlotAddress> {
        match operand {
            Operand::Register(register) if self.passed.contains(register) => {
                Some(SlotAddress { variable: SlotVariable::Passed(*register), offset: 0 })
            }
            Operand::Register(register) => self.of_register(*register),
            Operand::Variable(index) => {
                let is_local = self.locals.get(*index as usize).is_some_and(Option::is_some);
                is_local.then_some(SlotAddress { variable: SlotVariable::Local(*index), offset: 0 })
            }
            Operand::Address { items, offset } => match items.as_slice() {
                [base] => Some(self.local_address(base)?.after(*offset)),
                _ => None,
            },
            _ => None,
        }
    }

    fn of_register(&self, register: Register) -> Option<SlotAddress> {
        self.of_registers.get(register.index()).copied().flatten()
    }

    /// Adds every variable that an operand has an address of.
    pub fn variables(&self, operand: &Operand, found: &mut impl FnMut(SlotVariable)) {
        match operand {
            Operand::Register(_) | Operand::Variable(_) => {
                self.local_address(operand).into_iter().for_each(|at| found(at.variable));
            }
            // A call passes the value, not the address.
            Operand::List(items) => {
                let is_passed = |item: &&Operand| matches!(item, Operand::Register(item) if self.passed.contains(item));
                items.iter().filter(|item| !is_passed(item)).for_each(|item| self.variables(item, found));
            }
            Operand::Address { items, .. } | Operand::Vector(items) => {
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

    /// The address that the result of an instruction is.
    fn computed(&self, text: &[u8], instruction: &Instruction) -> Option<SlotAddress> {
        let sources = instruction.operands.get(1..)?;
        if !sources.iter().any(|source| self.local_address(source).is_some()) {
            return None;
        }
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
        let is_address = |of_type: Type| of_type.is_integer() && of_type.bits >= 32;
        let bits = mnemonic.types().all(is_address).then(|| mnemonic.r#type()).flatten()?.bits;
        let signed = |constant: &u64| sign_extended(*constant, bits);
        match (mnemonic.opcode, sources) {
            ("mov" | "cvt", [source]) => self.local_address(source),
            ("cvta", [source]) if mnemonic.has("local") => self.local_address(source),
            ("add", [source, Operand::Integer(constant)] | [Operand::Integer(constant), source]) => {
                Some(self.local_address(source)?.after(signed(constant)))
            }
            ("sub", [source, Operand::Integer(constant)]) => {
                Some(self.local_address(source)?.after(signed(constant).wrapping_neg()))
            }
            // LLVM writes it for a sum if the bits are certainly 0 before.
            ("or", [source, Operand::Integer(constant)]) => {
                let at = self.local_address(source)?;
                let SlotVariable::Local(variable) = at.variable else { return None };
                let alignment = self.locals.get(variable as usize).copied().flatten()?;
                let is_sum = *constant < alignment && at.offset.cast_unsigned() & *constant == 0;
                is_sum.then(|| at.after(signed(constant)))
            }
            _ => None,
        }
    }
}
