//! Slots: the parts of `.local` variables, and of structures that are passed to functions, that code loads and stores.
//!
//! Compilers keep the variables of the source in local memory if they do not optimise. Each thread has its own, so
//! that a part of it is what a register is. A slot is a largest part that every access covers whole or not at all; it
//! is numbered as a register, after those of the code. An access covers one slot, or several of them next to each
//! other. A structure that is passed by value is a `.param` variable; its slots are what the function gets or returns.
//!
//! Guarantees that a slot has the value of the last store to it, or what memory has at its address if something else
//! can have written it ([`super::escape`]). Linear in the text, up to sorting.
//!
//! Leaves out on purpose: variables that too many statements can write, values of 128 bits, and the addresses that are
//! not known ([`super::local`]).

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::mnemonic::Mnemonic;
use crate::statement::{Code, Instruction, Operand, Register, RegisterInfo, Storage};

/// A variable that can have slots.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Hash)]
pub(super) enum SlotVariable {
    /// A `.local` variable: an index of [`crate::statement::Code::variables`].
    Local(u32),
    /// A `.param` variable of several values, which is passed to a function or returned.
    Passed(Register),
}

/// An address in a variable that can have slots.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct SlotAddress {
    /// The variable.
    pub variable: SlotVariable,
    /// The distance from its beginning, in bytes.
    pub offset: i64,
}

impl SlotAddress {
    pub const fn after(self, bytes: i64) -> Self {
        SlotAddress { variable: self.variable, offset: self.offset.wrapping_add(bytes) }
    }
}

/// The slots of a code.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// The bits of each slot.
    pub bits: Vec<u8>,
    /// The access to slots of each instruction, by its first byte.
    pub accesses: FxHashMap<u32, Access>,
    /// The slots that statements with an unknown address, and calls, can access, each with its address.
    pub exposed: Vec<(Register, SlotAddress)>,
    /// These statements.
    pub writers: FxHashSet<u32>,
    /// The slots of each `.param` variable that is passed or returned, in the order of their offsets.
    pub passed: FxHashMap<Register, Vec<Part<Register>>>,
}

/// A part of a value of several ones.
#[derive(Copy, Clone, Debug)]
pub(super) struct Part<T> {
    /// Where it begins, in bytes.
    pub offset: i64,
    pub bits: u8,
    /// What it is.
    pub is: T,
}

impl<T> Part<T> {
    /// The same part of something else.
    pub const fn map<U>(&self, is: U) -> Part<U> {
        Part { offset: self.offset, bits: self.bits, is }
    }
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
    pub at: SlotAddress,
    /// The size in bytes.
    pub bytes: u8,
    pub first: Register,
    pub count: u8,
}

impl Element {
    /// The slots, from the lowest address on.
    pub fn slots(self) -> impl Iterator<Item = Register> {
        (0..u32::from(self.count)).map(move |index| Register(self.first.0.saturating_add(index)))
    }

    pub const fn end(self) -> i64 {
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
}

/// Whether an access is one to local memory if its address is that of a local variable: `.local`, or no state space.
pub(super) fn is_local(mnemonic: &Mnemonic<'_>) -> bool {
    !["global", "shared", "param", "const"].iter().any(|space| mnemonic.has_space(space))
}

/// The `.param` variables of a list of arguments or results.
fn listed(list: Option<&Operand>) -> impl Iterator<Item = Register> {
    let items = match list {
        Some(Operand::List(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter().filter_map(|item| if let Operand::Register(register) = item { Some(*register) } else { None })
}

impl Slots {
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
    pub fn address(&self, slot: Register) -> Option<SlotAddress> {
        let found = self.exposed.binary_search_by_key(&slot, |(exposed, _)| *exposed).ok()?;
        self.exposed.get(found).map(|(_, address)| *address)
    }

    pub fn is_exposed_slot(&self, slot: Register) -> bool {
        self.exposed.binary_search_by_key(&slot, |(exposed, _)| *exposed).is_ok()
    }

    /// Whether an instruction can write the slots that are exposed.
    pub fn is_writer(&self, instruction: &Instruction) -> bool {
        self.writers.contains(&instruction.start)
    }

    /// The slots of a `.param` variable that is passed or returned.
    pub fn of_passed(&self, variable: Register) -> &[Part<Register>] {
        self.passed.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// What is passed or returned of a register or a `.param` variable: it, if it is one value, or else its slots.
    pub fn parts(&self, code: &Code, variable: Register) -> Vec<Part<Register>> {
        match code.register(variable) {
            Some(RegisterInfo { storage: Storage::Aggregate, .. }) => self.of_passed(variable).to_vec(),
            info => vec![Part { offset: 0, bits: info.and_then(|info| info.bits).unwrap_or(32), is: variable }],
        }
    }

    /// The slots that a call passes.
    pub fn arguments(&self, instruction: &Instruction) -> impl Iterator<Item = Register> {
        let list = match instruction.operands.as_slice() {
            [Operand::List(_), _, arguments, ..] | [_, arguments, ..] => Some(arguments),
            _ => None,
        };
        listed(list).flat_map(|variable| self.of_passed(variable)).map(|part| part.is)
    }

    /// The slots that a call defines.
    pub fn results(&self, instruction: &Instruction) -> impl Iterator<Item = Register> {
        listed(instruction.operands.first()).flat_map(|variable| self.of_passed(variable)).map(|part| part.is)
    }
}
