//! Which statements define each register.

use super::mnemonic::Mnemonic;
use super::registers::outputs;
use super::slot::Slots;
use crate::statement::{Code, Register};

/// The statements that define each register and slot.
pub(super) struct Definitions {
    starts: Vec<u32>,
    statements: Vec<u32>,
}

impl Definitions {
    pub fn of(text: &[u8], code: &Code, slots: &Slots) -> Self {
        let mut all: Vec<(Register, u32)> = Vec::new();
        for (index, instruction) in code.instructions() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            if let Some(access) = slots.access(instruction).filter(|access| access.is_store) {
                all.extend(access.elements.iter().flat_map(|element| element.slots()).map(|slot| (slot, index)));
                continue;
            }
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            outputs(instruction, &mnemonic, &mut |register| all.push((register, index)));
            all.extend(slots.results(instruction).map(|slot| (slot, index)));
        }
        // Counted by register, which keeps the order of the text.
        let mut starts = vec![0_u32; code.registers.len() + slots.bits.len() + 1];
        for (register, _) in &all {
            if let Some(count) = starts.get_mut(register.index() + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut next = starts.clone();
        let mut statements = vec![0; all.len()];
        for (register, index) in all {
            if let Some(position) = next.get_mut(register.index()) {
                if let Some(statement) = statements.get_mut(*position as usize) {
                    *statement = index;
                }
                *position += 1;
            }
        }
        Definitions { starts, statements }
    }

    pub fn of_register(&self, register: Register) -> &[u32] {
        let start = self.starts.get(register.index()).copied().unwrap_or(0);
        let end = self.starts.get(register.index() + 1).copied().unwrap_or(start);
        self.statements.get(start as usize..end as usize).unwrap_or_default()
    }
}
