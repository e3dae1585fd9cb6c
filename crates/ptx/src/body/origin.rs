//! Which registers have addresses of shared memory, of that of other CTAs, and of some variables.
//!
//! Guarantees that a register or slot is one of [`shared`] or [`named`] only if each of its definitions gives it an
//! address of shared memory or of such a variable, and that one which is not of [`remote`] has no address from `mapa`.
//! Linear in the text.
//!
//! Leaves out on purpose: addresses that go through shared or global memory, or through calls.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::definitions::Definitions;
use super::mnemonic::Mnemonic;
use super::registers::outputs;
use super::slot::Slots;
use crate::statement::{Code, Instruction, Operand, Register};

/// The opcodes that can compute an address of the memory of another CTA from one.
const REMOTE: &[&str] = &["mov", "add", "sub", "mad", "cvt", "cvta", "or", "and", "selp"];

/// The registers and slots that can have an address that `mapa` computes, directly or through others.
pub(super) fn remote(text: &[u8], code: &Code, slots: &Slots) -> FxHashSet<Register> {
    Copies::of(text, code, slots, is_one_of(REMOTE), &[], is_named(text, "mapa.")).reached()
}

/// The registers and slots that can have a generic address of shared or local memory, directly or through others: of a
/// variable, or one that was stored in memory, passed or returned. Nothing outside of the device has one, so that the
/// parameters of a kernel are none.
/// `keeps_addresses`: whether one can be in global memory.
pub(super) fn generic(
    text: &[u8],
    code: &Code,
    slots: &Slots,
    (is_kernel, keeps_addresses): (bool, bool),
) -> FxHashSet<Register> {
    let parameters = &code.parameters;
    let is_origin = |instruction: &Instruction| {
        let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
        let is_parameter = || {
            let mut is_parameter = false;
            instruction.operands.iter().skip(1).for_each(|operand| {
                operand.registers(&mut |register| is_parameter |= parameters.contains(&register));
            });
            is_parameter
        };
        match mnemonic.opcode {
            "cvta" => matches!(mnemonic.first(), "shared" | "shared::cta" | "shared::cluster" | "local"),
            "ld" if mnemonic.has_space("param") => !(is_kernel && is_parameter()),
            "ld" | "ldu" | "atom" => {
                keeps_addresses || !["global", "const"].iter().any(|space| mnemonic.has_space(space))
            }
            "call" => true,
            _ => false,
        }
    };
    // They can be registers, too.
    let passed = if is_kernel { &[][..] } else { parameters };
    let parts = passed.iter().flat_map(|variable| slots.of_passed(*variable)).map(|part| part.is);
    let exposed = slots.exposed.iter().map(|(slot, _)| *slot);
    let given: Vec<Register> = passed.iter().copied().chain(parts).chain(exposed).collect();
    // Whatever is computed from an address can be one.
    let computes = |mnemonic: &Mnemonic<'_>| !matches!(mnemonic.opcode, "ld" | "ldu" | "atom");
    Copies::of(text, code, slots, computes, &given, is_origin).reached()
}

/// The registers and slots that always have a generic address of shared memory.
pub(super) fn shared(text: &[u8], code: &Code, slots: &Slots, definitions: &Definitions) -> FxHashSet<Register> {
    Copies::of(text, code, slots, is_one_of(&["mov", "add"]), &[], is_named(text, "cvta.shared"))
        .certain(slots, definitions)
}

/// The registers and slots that always have an address of a variable with one of these names.
pub(super) fn named(
    text: &[u8],
    code: &Code,
    slots: &Slots,
    definitions: &Definitions,
    is_variable: &dyn Fn(&str) -> bool,
) -> FxHashSet<Register> {
    let is_origin = |instruction: &Instruction| {
        let mut is_origin = false;
        if matches!(Mnemonic::of(instruction.mnemonic.of(text)).opcode, "mov" | "cvta") {
            let sources = instruction.operands.iter().skip(1);
            sources.for_each(|source| source.names(text, &mut |name| is_origin |= is_variable(name)));
        }
        is_origin
    };
    Copies::of(text, code, slots, is_one_of(&["mov", "add", "cvta"]), &[], is_origin).certain(slots, definitions)
}

/// Whether the opcode of an instruction is one of these.
fn is_one_of(opcodes: &'static [&'static str]) -> impl Fn(&Mnemonic<'_>) -> bool {
    move |mnemonic| opcodes.contains(&mnemonic.opcode)
}

/// Whether the mnemonic of an instruction begins so.
fn is_named<'t>(text: &'t [u8], prefix: &'static str) -> impl Fn(&Instruction) -> bool + 't {
    move |instruction| instruction.mnemonic.of(text).starts_with(prefix)
}

/// A definition whose result can be an address if a source is one.
struct Copy {
    to: Register,
    /// Whether it is an address whatever its sources are.
    is_origin: bool,
}

/// The definitions that copy addresses.
#[derive(Default)]
struct Copies {
    all: Vec<Copy>,
    /// The copies that read each register, as indices of `all`.
    users: FxHashMap<Register, Vec<usize>>,
}

impl Copies {
    /// The definitions by an origin, such as `mapa` or `cvta.shared`, and by instructions with these opcodes; and the
    /// parameters that have an address. None without an origin.
    fn of(
        text: &[u8],
        code: &Code,
        slots: &Slots,
        computes: impl Fn(&Mnemonic<'_>) -> bool,
        parameters: &[Register],
        is_origin: impl Fn(&Instruction) -> bool,
    ) -> Self {
        let mut copies = Self::default();
        parameters.iter().for_each(|&parameter| copies.add(parameter, true, &[]));
        if parameters.is_empty() && !code.instructions().any(|(_, found)| is_origin(found)) {
            return copies;
        }
        for (_, instruction) in code.instructions() {
            if let Some(access) = slots.access(instruction) {
                for (element, item) in access.items(instruction) {
                    let Operand::Register(register) = item else { continue };
                    let slots: SmallVec<[Register; 4]> = element.slots().collect();
                    match access.is_store {
                        true => slots.iter().for_each(|slot| copies.add(*slot, false, &[*register])),
                        false => copies.add(*register, false, &slots),
                    }
                }
                continue;
            }
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            let is_origin = is_origin(instruction);
            let mut sources: SmallVec<[Register; 4]> = SmallVec::new();
            if !is_origin {
                if !computes(&mnemonic) {
                    continue;
                }
                for operand in instruction.operands.iter().skip(1) {
                    operand.registers(&mut |register| sources.push(register));
                }
            }
            outputs(instruction, &mnemonic, &mut |to| copies.add(to, is_origin, &sources));
            slots.results(instruction).for_each(|to| copies.add(to, is_origin, &sources));
        }
        copies
    }

    fn add(&mut self, to: Register, is_origin: bool, sources: &[Register]) {
        for source in sources {
            self.users.entry(*source).or_default().push(self.all.len());
        }
        self.all.push(Copy { to, is_origin });
    }

    /// The copies that read a register.
    fn users(&self, register: Register) -> &[usize] {
        self.users.get(&register).map_or(&[], Vec::as_slice)
    }

    /// The registers that an address can reach.
    fn reached(&self) -> FxHashSet<Register> {
        let mut found = FxHashSet::default();
        let mut pending: Vec<Register> = self.all.iter().filter(|copy| copy.is_origin).map(|copy| copy.to).collect();
        while let Some(register) = pending.pop() {
            if found.insert(register) {
                let users = self.users(register).iter().filter_map(|index| self.all.get(*index));
                pending.extend(users.map(|copy| copy.to));
            }
        }
        found
    }

    /// The registers that always have an address: each definition copies one.
    fn certain(&self, slots: &Slots, definitions: &Definitions) -> FxHashSet<Register> {
        let mut found = self.reached();
        let mut known: FxHashMap<Register, usize> = FxHashMap::default();
        for copy in &self.all {
            *known.entry(copy.to).or_default() += 1;
        }
        // How many sources of each copy have such an address.
        let mut support = vec![0_usize; self.all.len()];
        for register in &found {
            for &index in self.users(*register) {
                support.get_mut(index).into_iter().for_each(|count| *count += 1);
            }
        }
        // Registers that something else can write.
        let has_other = |register: &Register| {
            known.get(register).copied().unwrap_or(0) < definitions.of_register(*register).len()
                || slots.has_other_writer(*register)
        };
        let mut pending: Vec<Register> = found.iter().copied().filter(has_other).collect();
        let without = self.all.iter().zip(&support).filter(|(copy, count)| !copy.is_origin && **count == 0);
        pending.extend(without.map(|(copy, _)| copy.to));
        while let Some(register) = pending.pop() {
            if !found.remove(&register) {
                continue;
            }
            for &index in self.users(register) {
                let (Some(copy), Some(count)) = (self.all.get(index), support.get_mut(index)) else { continue };
                *count = count.saturating_sub(1);
                if *count == 0 && !copy.is_origin {
                    pending.push(copy.to);
                }
            }
        }
        found
    }
}
