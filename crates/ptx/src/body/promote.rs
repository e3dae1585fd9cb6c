//! Finds the slots of a code.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::escape::Escapes;
use super::local::Addresses;
use super::mnemonic::Mnemonic;
use super::slot::{Access, Element, Part, SlotAddress, SlotVariable, Slots, is_local};
use crate::statement::{Code, Instruction, Operand, Register};

/// How many slots the statements that can write any of them may write together, for each statement of the code.
const MAX_WRITES: usize = 16;

/// The most parts of a structure that is passed or returned.
const MAX_PARTS: usize = 64;

/// Those that any code may have.
const ALWAYS: usize = 1 << 12;

impl Slots {
    /// Finds the slots of the code of a kernel or of another function. `is_quiet`: whether a function of that name
    /// writes no memory of the caller.
    pub fn of(text: &[u8], code: &Code, is_kernel: bool, is_quiet: &dyn Fn(&str) -> bool) -> Self {
        let addresses = Addresses::of(text, code, is_kernel);
        let mut slots = Self::default();
        if addresses.is_empty() {
            return slots;
        }
        // The statements that do something else with an address.
        let mut escaping: Vec<usize> = Vec::new();
        for (index, instruction) in code.instructions() {
            let has_address = |operand: &Operand| addresses.has_address(operand);
            if !instruction.operands.iter().any(has_address) {
                continue;
            }
            match Access::of(text, instruction, &addresses) {
                Some(access) => {
                    if instruction.operands.get(usize::from(access.operand)).is_some_and(has_address) {
                        escaping.push(index);
                    }
                    slots.accesses.insert(instruction.start, access);
                }
                None if addresses.is_followed(text, instruction) => {}
                None => escaping.push(index),
            }
        }
        let places = slots.number(code.registers.len());
        slots.find_passed(code.registers.len(), &places);
        if !escaping.is_empty() {
            let escapes = Escapes::of((text, code, &addresses), &slots, &escaping, is_quiet);
            slots.expose(code, &places, escapes);
        }
        slots
    }

    /// Divides the variables into slots and numbers them from `first` on. Returns the address of each slot.
    fn number(&mut self, first: usize) -> Vec<SlotAddress> {
        let elements = || self.accesses.values().flat_map(|access| &access.elements);
        let mut bounds: Vec<SlotAddress> =
            elements().flat_map(|element| [element.at, SlotAddress { offset: element.end(), ..element.at }]).collect();
        bounds.sort_unstable();
        bounds.dedup();
        // The parts between two bounds, also those that no access covers: their registers are never read.
        let part = |pair: &[SlotAddress]| match pair {
            [from, to] if from.variable == to.variable => {
                u8::try_from(to.offset.wrapping_sub(from.offset).clamp(1, 8) * 8).unwrap_or(64)
            }
            _ => 8,
        };
        self.bits = bounds.windows(2).map(part).collect();
        let number = |at: SlotAddress| bounds.binary_search(&at).unwrap_or(0);
        for element in self.accesses.values_mut().flat_map(|access| &mut access.elements) {
            let (from, to) = (number(element.at), number(SlotAddress { offset: element.end(), ..element.at }));
            element.first = Register(u32::try_from(first + from).unwrap_or(u32::MAX));
            element.count = u8::try_from(to.saturating_sub(from)).unwrap_or(u8::MAX);
        }
        bounds.truncate(self.bits.len());
        bounds
    }

    /// Notes the slots of the variables that are passed or returned. One of too many has none.
    fn find_passed(&mut self, first: usize, addresses: &[SlotAddress]) {
        let elements = self.accesses.values().flat_map(|access| &access.elements);
        let slots: BTreeSet<Register> = elements
            .filter(|element| matches!(element.at.variable, SlotVariable::Passed(_)))
            .flat_map(|element| element.slots())
            .collect();
        for slot in slots {
            let index = slot.index().saturating_sub(first);
            let (Some(at), Some(bits)) = (addresses.get(index), self.bits.get(index)) else { continue };
            if let SlotVariable::Passed(variable) = at.variable {
                self.passed.entry(variable).or_default().push(Part { offset: at.offset, bits: *bits, is: slot });
            }
        }
        let large = self.passed.iter().filter(|(_, parts)| parts.len() > MAX_PARTS);
        let large: FxHashSet<Register> = large.map(|(variable, _)| *variable).collect();
        if !large.is_empty() {
            self.forget(|variable| matches!(variable, SlotVariable::Passed(variable) if large.contains(&variable)));
        }
    }

    /// Notes what statements can write the slots of variables whose address escapes. If these are too many, their
    /// variables have no slots; nor has a structure that is passed, whose address is not in local memory.
    fn expose(&mut self, code: &Code, addresses: &[SlotAddress], escapes: Escapes) {
        let first = code.registers.len();
        let is_local = |variable: SlotVariable| matches!(variable, SlotVariable::Local(_));
        let is_exposed = |variable: SlotVariable| escapes.variables.contains(&variable);
        self.forget(|variable| !is_local(variable) && is_exposed(variable));
        let found = (first..).zip(addresses).filter(|(_, at)| is_local(at.variable) && is_exposed(at.variable));
        self.exposed = found.filter_map(|(index, at)| Some((Register(u32::try_from(index).ok()?), *at))).collect();
        let writes = self.exposed.len().saturating_mul(escapes.writers.len());
        if writes > code.statements.len().saturating_mul(MAX_WRITES).max(ALWAYS) {
            self.exposed.clear();
            self.forget(is_exposed);
        } else if !self.exposed.is_empty() {
            self.writers = escapes.writers;
        }
    }

    /// Variables have no slots any more.
    fn forget(&mut self, is_one: impl Fn(SlotVariable) -> bool) {
        self.accesses.retain(|_, access| !access.elements.iter().any(|element| is_one(element.at.variable)));
        self.passed.retain(|variable, _| !is_one(SlotVariable::Passed(*variable)));
    }
}

impl Access {
    /// The access of an instruction to a variable that can have slots; these are not known yet.
    fn of(text: &[u8], instruction: &Instruction, addresses: &Addresses) -> Option<Self> {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
        let (is_store, address, operand) = match (mnemonic.opcode, instruction.operands.as_slice()) {
            ("ld", [_, address @ Operand::Address { .. }]) => (false, address, 0),
            ("st", [address @ Operand::Address { .. }, _]) => (true, address, 1),
            _ => return None,
        };
        let at = addresses.local_address(address)?;
        let is_there = match at.variable {
            SlotVariable::Local(_) => is_local(&mnemonic),
            SlotVariable::Passed(_) => mnemonic.has_space("param"),
        };
        let of_type = mnemonic.r#type().filter(|of_type| of_type.bits >= 8 && is_there)?;
        let bytes = of_type.bits / 8;
        let count = match instruction.operands.get(usize::from(operand)) {
            Some(Operand::Vector(items)) => items.len(),
            _ => 1,
        };
        let stated = mnemonic.qualifiers.iter().find_map(|part| part.strip_prefix('v')?.parse::<usize>().ok());
        if stated.unwrap_or(1) != count {
            return None;
        }
        let offsets = (0_i64..).map(|index| at.offset.wrapping_add(index * i64::from(bytes)));
        let element = |offset| Element { at: SlotAddress { offset, ..at }, bytes, first: Register(0), count: 0 };
        Some(Access { is_store, operand, elements: offsets.take(count).map(element).collect() })
    }
}
