//! Which variables of global memory the code of a file can write.
//!
//! Compilers keep constant tables in `.global` variables with an initial value. One that the host cannot name is as
//! constant as a `.const` variable if no instruction can write it.
//!
//! Guarantees that the address of a variable that is not among them goes nowhere but into the addresses of
//! `ld.global.nc`. Each other operand is followed back through the registers and slots that it is computed from to the
//! names of variables. Linear in the text. Code that names none of the variables is not followed.
//!
//! Leaves out on purpose: what a callee does with an address, and which instructions only read what it points to.

use rustc_hash::{FxHashMap, FxHashSet};
use tileiras_kernel::program::Initial;

use super::definitions::Definitions;
use super::escape::WITHOUT_WRITES;
use super::mnemonic::Mnemonic;
use super::registers::is_pure;
use super::slot::Slots;
use crate::statement::{Code, Instruction, Operand, Register, Statement};

/// Removes the variables that code of a file, with these slots, can write.
pub(super) fn remove_written<'c>(
    text: &[u8],
    codes: impl Iterator<Item = (&'c Code, &'c Slots)>,
    variables: &mut FxHashMap<&str, Initial>,
) {
    for (code, slots) in codes {
        if variables.is_empty() {
            return;
        }
        code.mentioned.iter().for_each(|name| {
            variables.remove(name.of(text));
        });
        let is_variable = |operand: &Operand| {
            let mut is_variable = false;
            operand.names(text, &mut |name| is_variable |= variables.contains_key(name));
            is_variable
        };
        if code.instructions().any(|(_, instruction)| instruction.operands.iter().any(is_variable)) {
            let definitions = Definitions::of(text, code, slots);
            let (seen, pending) = (FxHashSet::default(), Vec::new());
            Origins { text, code, slots, definitions, seen, pending, variables }.run();
        }
    }
}

struct Origins<'a, 'n> {
    text: &'a [u8],
    code: &'a Code,
    slots: &'a Slots,
    definitions: Definitions,
    /// The registers and slots that were followed.
    seen: FxHashSet<Register>,
    pending: Vec<Register>,
    /// The variables that are not found to be written.
    variables: &'a mut FxHashMap<&'n str, Initial>,
}

impl Origins<'_, '_> {
    fn run(mut self) {
        let code = self.code;
        let results = code.parameters.iter().take(code.results);
        self.pending.extend(results.flat_map(|result| self.slots.parts(code, *result)).map(|part| part.is));
        for (_, instruction) in code.instructions() {
            let keeps = match self.slots.access(instruction) {
                Some(access) => !access.is_store || !self.slots.is_exposed(access),
                None => self.keeps(instruction),
            };
            if !keeps {
                self.follow(instruction);
            }
        }
        while let Some(register) = self.pending.pop() {
            if !self.seen.insert(register) {
                continue;
            }
            for index in self.definitions.of_register(register).to_vec() {
                if let Some(Statement::Instruction(instruction)) = code.statements.get(index as usize) {
                    self.define(instruction);
                }
            }
        }
    }

    /// Whether an instruction does nothing with its operands but to load or to compute.
    fn keeps(&self, instruction: &Instruction) -> bool {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        match mnemonic.opcode {
            // A compiler loads a constant so. The host can write a `static` variable, which is loaded otherwise.
            "ld" => mnemonic.has("nc"),
            "prefetch" | "prefetchu" => true,
            _ => computes(&mnemonic),
        }
    }

    /// Follows what an instruction computes its results from.
    fn define(&mut self, instruction: &Instruction) {
        if let Some(access) = self.slots.access(instruction).filter(|access| !access.is_store) {
            self.pending.extend(access.elements.iter().flat_map(|element| element.slots()));
            return;
        }
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        // A predicate is no address.
        if self.slots.access(instruction).is_some() || computes(&mnemonic) && mnemonic.opcode != "setp" {
            self.follow(instruction);
        }
    }

    /// Something else than a load has the operands.
    fn follow(&mut self, instruction: &Instruction) {
        self.pending.extend(self.slots.arguments(instruction));
        for operand in &instruction.operands {
            operand.registers(&mut |register| self.pending.push(register));
            operand.names(self.text, &mut |name| {
                self.variables.remove(name);
            });
        }
    }
}

/// Whether an instruction writes no memory, and loads nothing.
fn computes(mnemonic: &Mnemonic<'_>) -> bool {
    is_pure(mnemonic) || WITHOUT_WRITES.contains(&mnemonic.opcode)
}
