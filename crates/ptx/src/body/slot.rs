//! Slots: the parts of `.local` variables that code loads and stores.
//!
//! Compilers keep the variables of the source in local memory if they do not optimise. Each thread has its own, so
//! that a part of it is what a register is. A slot is a largest part that every access covers whole or not at all; it
//! is numbered as a register, after those of the code. An access covers one slot, or several of them next to each
//! other.
//!
//! Guarantees that a slot has the value of the last store to it, or what memory has at its address if something else
//! can have written it ([`super::escape`]). Linear in the text, up to sorting.
//!
//! Leaves out on purpose: variables that too many statements can write, values of 128 bits, and the addresses that are
//! not known ([`super::local`]).

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::escape::Escapes;
use super::local::{Addresses, LocalAddress};
use super::mnemonic::Mnemonic;
use super::plan::Definitions;
use crate::statement::{Code, Instruction, Operand, Register};

/// How many slots the statements that can write any of them may write together, for each statement of the code.
const MAX_WRITES: usize = 16;

/// Those that any code may have.
const ALWAYS: usize = 1 << 12;

/// The slots of a code.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// The bits of each slot.
    pub bits: Vec<u8>,
    /// The access of each instruction to local memory, by its first byte.
    accesses: FxHashMap<u32, Access>,
    /// The slots that statements with an unknown address, and calls, can access, each with its address.
    pub exposed: Vec<(Register, LocalAddress)>,
    /// These statements.
    writers: FxHashSet<u32>,
}

/// An access to slots.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub is_store: bool,
    /// The position of the operand that is stored or defined.
    pub operand: u8,
    /// Its elements: one, or those of a vector.
    pub elements: SmallVec<[Element; 1]>,
}

/// Slots that one element of an access covers.
#[derive(Copy, Clone, Debug)]
pub(super) struct Element {
    at: LocalAddress,
    /// The size in bytes.
    pub bytes: u8,
    first: Register,
    count: u8,
}

impl Element {
    /// The slots, from the lowest address on.
    pub fn slots(self) -> impl Iterator<Item = Register> {
        (0..u32::from(self.count)).map(move |index| Register(self.first.0.saturating_add(index)))
    }

    /// Where it is.
    pub const fn address(self) -> LocalAddress {
        self.at
    }

    /// The slot, if it is one.
    pub fn slot(self) -> Option<Register> {
        (self.count == 1).then_some(self.first)
    }

    const fn end(self) -> i64 {
        self.at.offset.wrapping_add(self.bytes as i64)
    }
}

impl Access {
    /// What it stores or defines, each with the element of memory.
    pub fn items<'i>(&self, instruction: &'i Instruction) -> impl Iterator<Item = (Element, &'i Operand)> {
        let items = match instruction.operands.get(usize::from(self.operand)) {
            Some(Operand::Vector(items)) => items.as_slice(),
            Some(operand) => std::slice::from_ref(operand),
            None => &[],
        };
        self.elements.clone().into_iter().zip(items)
    }

    /// The access of an instruction whose address is one in local memory; the slots are not known yet.
    fn of(text: &[u8], instruction: &Instruction, addresses: &Addresses) -> Option<Self> {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
        let (is_store, address, operand) = match (mnemonic.opcode, instruction.operands.as_slice()) {
            ("ld", [_, address @ Operand::Address { .. }]) => (false, address, 0),
            ("st", [address @ Operand::Address { .. }, _]) => (true, address, 1),
            _ => return None,
        };
        let at = addresses.local_address(address)?;
        let of_type = mnemonic.r#type().filter(|of_type| of_type.bits >= 8 && is_local(&mnemonic))?;
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
        let element = |offset| Element { at: LocalAddress { offset, ..at }, bytes, first: Register(0), count: 0 };
        Some(Access { is_store, operand, elements: offsets.take(count).map(element).collect() })
    }
}

/// Whether an access is one to local memory if its address is that of a local variable: `.local`, or no state space.
pub(super) fn is_local(mnemonic: &Mnemonic<'_>) -> bool {
    let others = ["global", "shared", "param", "const"];
    !mnemonic.qualifiers.iter().any(|part| part.split("::").next().is_some_and(|space| others.contains(&space)))
}

impl Slots {
    /// Finds the slots of a code. `is_quiet`: whether a function of that name writes no memory of the caller.
    pub fn of(text: &[u8], code: &Code, definitions: &Definitions, is_quiet: &dyn Fn(&str) -> bool) -> Self {
        let addresses = Addresses::of(text, code, definitions);
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
        if !escaping.is_empty() {
            let escapes = Escapes::of((text, code, &addresses), &slots, &escaping, is_quiet);
            slots.expose(code, &places, escapes);
        }
        slots
    }

    /// Divides the variables into slots and numbers them from `first` on. Returns the address of each slot.
    fn number(&mut self, first: usize) -> Vec<LocalAddress> {
        let elements = || self.accesses.values().flat_map(|access| &access.elements);
        let mut bounds: Vec<LocalAddress> =
            elements().flat_map(|element| [element.at, LocalAddress { offset: element.end(), ..element.at }]).collect();
        bounds.sort_unstable();
        bounds.dedup();
        // The parts between two bounds, also those that no access covers: their registers are never read.
        let part = |pair: &[LocalAddress]| match pair {
            [from, to] if from.variable == to.variable => {
                u8::try_from(to.offset.wrapping_sub(from.offset).clamp(1, 8) * 8).unwrap_or(64)
            }
            _ => 8,
        };
        self.bits = bounds.windows(2).map(part).collect();
        let number = |at: LocalAddress| bounds.binary_search(&at).unwrap_or(0);
        for element in self.accesses.values_mut().flat_map(|access| &mut access.elements) {
            let (from, to) = (number(element.at), number(LocalAddress { offset: element.end(), ..element.at }));
            element.first = Register(u32::try_from(first + from).unwrap_or(u32::MAX));
            element.count = u8::try_from(to.saturating_sub(from)).unwrap_or(u8::MAX);
        }
        bounds.truncate(self.bits.len());
        bounds
    }

    /// Notes what statements can write the slots of variables whose address escapes. If these are too many, their
    /// variables have no slots.
    fn expose(&mut self, code: &Code, addresses: &[LocalAddress], escapes: Escapes) {
        let first = code.registers.len();
        let is_exposed = |variable: u32| escapes.variables.contains(&variable);
        let found = (first..).zip(addresses).filter(|(_, at)| is_exposed(at.variable));
        self.exposed = found.filter_map(|(index, at)| Some((Register(u32::try_from(index).ok()?), *at))).collect();
        let writes = self.exposed.len().saturating_mul(escapes.writers.len());
        if writes > code.statements.len().saturating_mul(MAX_WRITES).max(ALWAYS) {
            self.exposed.clear();
            self.accesses.retain(|_, access| !access.elements.iter().any(|found| is_exposed(found.at.variable)));
        } else {
            self.writers = escapes.writers;
        }
    }

    /// The access of an instruction.
    pub fn access(&self, instruction: &Instruction) -> Option<&Access> {
        self.accesses.get(&instruction.start)
    }

    /// Whether statements with an unknown address can access what an access covers: each store is one to memory, too.
    pub fn is_exposed(&self, access: &Access) -> bool {
        access.elements.iter().any(|element| self.is_exposed_slot(element.first))
    }

    /// Whether something else than the stores to a slot can write it.
    pub fn has_other_writer(&self, slot: Register) -> bool {
        !self.writers.is_empty() && self.is_exposed_slot(slot)
    }

    /// The address of a slot that is exposed.
    pub fn address(&self, slot: Register) -> Option<LocalAddress> {
        let found = self.exposed.binary_search_by_key(&slot, |(exposed, _)| *exposed).ok()?;
        self.exposed.get(found).map(|(_, address)| *address)
    }

    fn is_exposed_slot(&self, slot: Register) -> bool {
        self.exposed.binary_search_by_key(&slot, |(exposed, _)| *exposed).is_ok()
    }

    /// Whether an instruction can write the slots that are exposed.
    pub fn is_writer(&self, instruction: &Instruction) -> bool {
        self.writers.contains(&instruction.start)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.accesses.is_empty()
    }
}
