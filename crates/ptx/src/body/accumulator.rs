//! Which statements use the accumulators of `wgmma.mma_async`.
//!
//! The registers of a destination are an accumulator. Those that `mov` copies it to hold a copy: compilers write copies
//! for operands of inline assembly that are read and written, and `ptxas` removes them. The copies of one accumulator
//! in one basic block, without an instruction of wgmma between them, have one number.
//!
//! Guarantees that two accumulators have no register in common. Leaves out on purpose: destinations that overlap
//! without being equal, and copies in registers that something else writes, too; whether a wait lies between
//! (`tileiras-kernel`).

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use tileiras_kernel::AccumulatorId;
use tileiras_kernel::program::AccumulatorUse;
use tileiras_kernel::value::Space;

use super::mnemonic::Mnemonic;
use super::operands::{address_register, space};
use super::registers::outputs;
use crate::statement::{Code, Instruction, Operand, Register, Statement};

/// The uses of accumulators in a code. They are numbered from 0 on.
#[derive(Clone, Debug, Default)]
pub(super) struct Accumulators {
    /// How many there are, with those that hold copies.
    count: usize,
    /// The accumulator of each `wgmma.mma_async`, by the index of the statement.
    pub of_mma: FxHashMap<usize, AccumulatorId>,
    /// What each statement copies or uses.
    pub uses: FxHashMap<usize, SmallVec<[AccumulatorUse; 1]>>,
}

impl Accumulators {
    /// `generic`: the registers whose values can be generic addresses of local memory.
    pub fn of(text: &[u8], code: &Code, generic: &FxHashSet<Register>) -> Self {
        let mut found = Self::default();
        let mut of_register = found.add_destinations(text, code);
        if !of_register.is_empty() {
            found.add_uses(text, code, generic, &mut of_register);
        }
        found
    }

    fn add(&mut self) -> AccumulatorId {
        self.count += 1;
        AccumulatorId::new(self.count - 1)
    }

    /// Numbers the destinations. Returns the accumulator of each register of one.
    fn add_destinations(&mut self, text: &[u8], code: &Code) -> FxHashMap<Register, AccumulatorId> {
        let mut destinations: Vec<(usize, Vec<Register>)> = Vec::new();
        let mut known: FxHashMap<Register, Vec<Register>> = FxHashMap::default();
        let mut overlapping: FxHashSet<Register> = FxHashSet::default();
        for (index, instruction) in code.instructions().filter(|(_, instruction)| accumulates(text, instruction)) {
            let mut registers = Vec::new();
            if let Some(first) = instruction.operands.first() {
                first.registers(&mut |register| registers.push(register));
            }
            registers.sort_unstable();
            registers.dedup();
            for &register in &registers {
                let other = known.entry(register).or_insert_with(|| registers.clone());
                if *other != registers {
                    overlapping.extend(other.iter().chain(&registers));
                }
            }
            destinations.push((index, registers));
        }
        let mut of_register = FxHashMap::default();
        for (index, registers) in destinations {
            let Some(first) = registers.first().filter(|first| !overlapping.contains(first)) else { continue };
            let accumulator = of_register.get(first).copied().unwrap_or_else(|| self.add());
            of_register.extend(registers.iter().map(|&register| (register, accumulator)));
            self.of_mma.insert(index, accumulator);
        }
        of_register
    }

    /// Finds the copies and the uses, in the order of the text.
    fn add_uses(
        &mut self,
        text: &[u8],
        code: &Code,
        generic: &FxHashSet<Register>,
        of_register: &mut FxHashMap<Register, AccumulatorId>,
    ) {
        let mut written: FxHashMap<Register, usize> = FxHashMap::default();
        for (_, instruction) in code.instructions() {
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            outputs(instruction, &mnemonic, &mut |register| *written.entry(register).or_default() += 1);
        }
        // The copies in this basic block since the last instruction of wgmma, and those of them that only `mov`
        // follows.
        let (mut copies, mut latest) = (FxHashMap::default(), FxHashSet::default());
        // The registers in this basic block that hold a copy, and that something else writes elsewhere.
        let mut local: FxHashMap<Register, AccumulatorId> = FxHashMap::default();
        for (index, statement) in code.statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else {
                copies.clear();
                local.clear();
                continue;
            };
            let mnemonic = Mnemonic::of(instruction.mnemonic.of(text));
            let opcode = mnemonic.opcode;
            if keeps(instruction, &mnemonic, generic) {
                continue;
            }
            if opcode == "wgmma" {
                copies.clear();
                latest.clear();
                continue;
            }
            // `mov.b32 to, from;` and `mov.b32 {low, high}, from;`
            if let ("mov", [to, Operand::Register(from)]) = (opcode, instruction.operands.as_slice()) {
                let mut targets = Vec::new();
                to.registers(&mut |register| targets.push(register));
                let source = local.get(from).or_else(|| of_register.get(from)).copied();
                targets.iter().for_each(|to| {
                    local.remove(to);
                });
                let Some(from) = source else { continue };
                let is_accumulator = |to: &Register| of_register.contains_key(to);
                if targets.iter().any(is_accumulator) || instruction.guard.is_some() {
                    continue;
                }
                let held = *copies.entry(from).or_insert_with(|| self.add());
                for to in targets {
                    let of_copy = if written.get(&to) == Some(&1) { &mut *of_register } else { &mut local };
                    of_copy.insert(to, held);
                }
                if latest.insert((from, held)) {
                    self.uses.insert(index, smallvec![AccumulatorUse::Copy { from, to: held }]);
                }
                continue;
            }
            let (mut used, mut written): (BTreeSet<AccumulatorId>, BTreeSet<AccumulatorId>) = Default::default();
            for (position, operand) in instruction.operands.iter().enumerate() {
                operand.registers(&mut |register| {
                    // A copy that is written is not read.
                    let copy = local.get(&register).filter(|_| position > 0);
                    used.extend(copy.or_else(|| of_register.get(&register)));
                });
            }
            if opcode == "mov" {
                instruction.operands.iter().take(1).for_each(|to| {
                    to.registers(&mut |register| {
                        local.remove(&register);
                    });
                });
            } else {
                outputs(instruction, &mnemonic, &mut |register| {
                    written.extend(of_register.get(&register));
                    local.remove(&register);
                });
            }
            if !used.is_empty() {
                let of = |accumulator| match written.contains(&accumulator) {
                    true => AccumulatorUse::Write(accumulator),
                    false => AccumulatorUse::Read(accumulator),
                };
                self.uses.insert(index, used.into_iter().map(of).collect());
            }
            if opcode != "mov" {
                latest.clear();
            }
            if matches!(opcode, "bra" | "brx" | "call" | "ret" | "exit") {
                copies.clear();
                local.clear();
            }
        }
    }
}

/// Whether it stores to local memory, or can: compilers keep each variable there where they do not optimise, and
/// `ptxas` waits for the products before.
fn keeps(instruction: &Instruction, mnemonic: &Mnemonic<'_>, generic: &FxHashSet<Register>) -> bool {
    let can_be_local = || address_register(instruction).is_some_and(|register| generic.contains(&register));
    mnemonic.opcode == "st"
        && match space(mnemonic) {
            Some(space) => space == Space::Local,
            None => can_be_local(),
        }
}

fn accumulates(text: &[u8], instruction: &Instruction) -> bool {
    instruction.mnemonic.of(text).starts_with("wgmma.mma_async")
}
