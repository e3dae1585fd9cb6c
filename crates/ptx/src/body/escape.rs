//! Which statements can write `.local` variables by an address that is not known.
//!
//! An address escapes if something other than a load, a store or a sum with a constant gets it. The registers and
//! slots that are computed from it are *tainted*. A store by a tainted address, and every call once another function
//! can know one, writes any slot of the variables whose address escapes.
//!
//! Guarantees that no other statement writes them. Each statement is visited once for each tainted register that it
//! reads.
//!
//! Leaves out on purpose: the order of the statements, and which variable a tainted register is the address of.

use rustc_hash::{FxHashMap, FxHashSet};

use super::local::Addresses;
use super::mnemonic::Mnemonic;
use super::registers::{is_pure, outputs};
use super::slot::{SlotVariable, Slots, is_local};
use crate::statement::{Code, Instruction, Operand, Register, Statement};

/// What can be written without a known address.
#[derive(Debug, Default)]
pub(super) struct Escapes {
    /// The variables whose address escapes.
    pub variables: FxHashSet<SlotVariable>,
    /// The instructions that can write them, by where they start in the text.
    pub writers: FxHashSet<u32>,
}

impl Escapes {
    /// `escaping`: the statements that get an address and do not just access memory there, or compute another address.
    pub fn of(
        (text, code, addresses): (&[u8], &Code, &Addresses),
        slots: &Slots,
        escaping: &[usize],
        is_quiet: &dyn Fn(&str) -> bool,
    ) -> Self {
        let mut search = Search {
            text,
            code,
            addresses,
            slots,
            is_quiet,
            users: FxHashMap::default(),
            tainted: vec![false; code.registers.len() + slots.bits.len()],
            pending: Vec::new(),
            readers: Vec::new(),
            is_stored: false,
            is_known_outside: false,
            found: Self::default(),
        };
        search.add_users();
        for &index in escaping {
            let Some(Statement::Instruction(instruction)) = code.statements.get(index) else { continue };
            let of_access = slots.access(instruction).map(|access| usize::from(access.operand));
            for (position, operand) in instruction.operands.iter().enumerate() {
                if of_access.is_none_or(|of_access| of_access == position) {
                    addresses.variables(operand, &mut |variable| {
                        search.found.variables.insert(variable);
                    });
                }
            }
            search.visit(index, instruction);
        }
        search.run();
        search.found
    }
}

struct Search<'a> {
    text: &'a [u8],
    code: &'a Code,
    addresses: &'a Addresses,
    slots: &'a Slots,
    is_quiet: &'a dyn Fn(&str) -> bool,
    /// The statements that read each register or slot.
    users: FxHashMap<Register, Vec<usize>>,
    tainted: Vec<bool>,
    pending: Vec<Register>,
    /// The loads by a tainted address.
    readers: Vec<usize>,
    /// Whether a slot is tainted, so that such loads can read an address.
    is_stored: bool,
    /// Whether other functions or other memory can know an address.
    is_known_outside: bool,
    found: Escapes,
}

impl Search<'_> {
    fn add_users(&mut self) {
        for (index, instruction) in self.code.instructions() {
            let mut add = |register| self.users.entry(register).or_default().push(index);
            match self.slots.access(instruction).filter(|access| !access.is_store) {
                Some(access) => access.elements.iter().flat_map(|element| element.slots()).for_each(add),
                None => {
                    instruction.operands.iter().for_each(|operand| operand.registers(&mut add));
                    self.slots.arguments(instruction).for_each(add);
                }
            }
        }
    }

    fn run(&mut self) {
        while let Some(register) = self.pending.pop() {
            for index in self.users.get(&register).cloned().unwrap_or_default() {
                if let Some(Statement::Instruction(instruction)) = self.code.statements.get(index) {
                    self.visit(index, instruction);
                }
            }
        }
    }

    fn taint(&mut self, register: Register) {
        if let Some(is_tainted) = self.tainted.get_mut(register.index()).filter(|is_tainted| !**is_tainted) {
            *is_tainted = true;
            self.pending.push(register);
        }
    }

    fn taint_outputs(&mut self, instruction: &Instruction, mnemonic: &Mnemonic<'_>) {
        outputs(instruction, mnemonic, &mut |register| self.taint(register));
        self.slots.results(instruction).for_each(|slot| self.taint(slot));
    }

    fn is_tainted(&self, operand: &Operand) -> bool {
        let mut found = self.addresses.has_address(operand);
        operand.registers(&mut |register| found |= self.tainted.get(register.index()).copied().unwrap_or(false));
        found
    }

    /// Follows a statement that reads an address.
    fn visit(&mut self, index: usize, instruction: &Instruction) {
        if let Some(access) = self.slots.access(instruction) {
            for (element, item) in access.items(instruction) {
                if access.is_store && self.is_tainted(item) {
                    element.slots().for_each(|slot| self.taint(slot));
                    self.store_address();
                } else if let (false, Operand::Register(register)) = (access.is_store, item)
                    && element.slots().any(|slot| self.is_tainted(&Operand::Register(slot)))
                {
                    self.taint(*register);
                }
            }
            return;
        }
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
        match (mnemonic.opcode, instruction.operands.as_slice()) {
            // A `.param` variable is followed as a register is: `st` and `ld` copy to it and from it.
            ("ld" | "st", _) if mnemonic.has_space("param") => self.taint_outputs(instruction, &mnemonic),
            ("ld" | "ldu", _) if self.is_stored || self.is_known_outside => self.taint_outputs(instruction, &mnemonic),
            ("ld" | "ldu", _) => self.readers.push(index),
            ("st", [address, values @ ..]) => {
                if is_local(&mnemonic) && self.is_tainted(address) {
                    self.found.writers.insert(instruction.start);
                }
                if values.iter().any(|value| self.is_tainted(value)) {
                    self.tell();
                }
            }
            ("call", operands) => {
                if !callee(self.text, operands).is_some_and(self.is_quiet) {
                    self.tell();
                }
                self.taint_outputs(instruction, &mnemonic);
            }
            (opcode, _) if is_pure(&mnemonic) || WITHOUT_WRITES.contains(&opcode) => {
                self.taint_outputs(instruction, &mnemonic);
            }
            _ => {
                self.found.writers.insert(instruction.start);
                self.taint_outputs(instruction, &mnemonic);
                self.tell();
            }
        }
    }

    /// A slot has an address now.
    fn store_address(&mut self) {
        if !std::mem::replace(&mut self.is_stored, true) {
            for index in std::mem::take(&mut self.readers) {
                if let Some(Statement::Instruction(instruction)) = self.code.statements.get(index) {
                    self.taint_outputs(instruction, &Mnemonic::of(instruction.mnemonic.of(self.text)));
                }
            }
        }
    }

    /// Something outside of the function knows an address now: any call can write there, and what is loaded can be one.
    fn tell(&mut self) {
        if std::mem::replace(&mut self.is_known_outside, true) {
            return;
        }
        for (_, instruction) in self.code.instructions() {
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(self.text));
            match mnemonic.opcode {
                "call" => {
                    if !callee(self.text, &instruction.operands).is_some_and(self.is_quiet) {
                        self.found.writers.insert(instruction.start);
                    }
                    self.taint_outputs(instruction, &mnemonic);
                }
                "ld" | "ldu" | "atom" if !mnemonic.has_space("param") && self.slots.access(instruction).is_none() => {
                    self.taint_outputs(instruction, &mnemonic);
                }
                _ => {}
            }
        }
    }
}

/// The function that a call names.
fn callee<'t>(text: &'t [u8], operands: &[Operand]) -> Option<&'t str> {
    match operands {
        [Operand::List(_), Operand::Name(name), ..] | [Operand::Name(name), ..] => Some(name.of(text)),
        _ => None,
    }
}

/// Opcodes of instructions that write no memory but have a state, apart from loads and calls.
pub(super) const WITHOUT_WRITES: [&str; 24] = [
    "activemask",
    "addc",
    "bar",
    "barrier",
    "bra",
    "brx",
    "elect",
    "exit",
    "fence",
    "getctarank",
    "madc",
    "mapa",
    "match",
    "membar",
    "nanosleep",
    "pmevent",
    "redux",
    "ret",
    "setmaxnreg",
    "shfl",
    "subc",
    "trap",
    "vote",
    "brkpt",
];

/// Finds the functions that write no memory but their own variables, neither directly nor in calls, and that store no
/// address elsewhere.
pub(super) fn quiet_functions<'c>(text: &'c [u8], codes: &[(&'c str, &Code)]) -> FxHashSet<&'c str> {
    let mut callers: FxHashMap<&str, Vec<&'c str>> = FxHashMap::default();
    let mut quiet: FxHashSet<&'c str> = codes.iter().map(|(name, _)| *name).collect();
    let mut pending: Vec<&str> = Vec::new();
    for &(name, code) in codes {
        let addresses = Addresses::of(text, code, false);
        for (_, instruction) in code.instructions() {
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            let is_quiet = match (mnemonic.opcode, instruction.operands.as_slice()) {
                ("ld" | "ldu", _) => true,
                ("st", [address, ..]) => mnemonic.has_space("param") || addresses.local_address(address).is_some(),
                ("call", operands) => match callee(text, operands) {
                    Some(called) if is_of_system(called) => true,
                    Some(called) if quiet.contains(called) => {
                        callers.entry(called).or_default().push(name);
                        true
                    }
                    _ => false,
                },
                (opcode, _) => is_pure(&mnemonic) || WITHOUT_WRITES.contains(&opcode),
            };
            if !is_quiet {
                pending.push(name);
                break;
            }
        }
    }
    while let Some(name) = pending.pop() {
        if quiet.remove(name) {
            pending.extend(callers.remove(name).into_iter().flatten());
        }
    }
    quiet
}

/// The functions of the CUDA run time that PTX can call (PTX ISA 3.0; CUDA C++ Programming Guide). They execute no
/// instruction that a rule asks for.
const OF_SYSTEM: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// Whether a function is one of the CUDA run time. These write no variable of the caller.
pub(super) fn is_of_system(name: &str) -> bool {
    OF_SYSTEM.contains(&name)
}
