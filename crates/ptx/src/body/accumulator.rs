//! Which statements read or write the accumulator of a `wgmma.mma_async`.
//!
//! A copy by `mov` is no read: compilers write copies for operands of inline assembly that are read and written, and
//! `ptxas` removes them. The copy is an accumulator as well. Guarantees that a statement is found only where all
//! `wgmma.mma_async` of the code have one accumulator in common: with several, what is read can have been waited for
//! while another one is written.
//!
//! Leaves out on purpose: whether a wait lies between (`tileiras-kernel`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::mnemonic::Mnemonic;
use crate::statement::{Code, Instruction, Operand, Register};

/// The statements, by their indices.
pub(super) fn readers(text: &[u8], code: &Code) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let accumulates = |instruction: &Instruction| instruction.mnemonic.of(text).starts_with("wgmma.mma_async");
    let mut sets: Vec<Vec<Register>> = Vec::new();
    for (_, instruction) in code.instructions().filter(|(_, instruction)| accumulates(instruction)) {
        let mut set = Vec::new();
        if let Some(first) = instruction.operands.first() {
            first.registers(&mut |register| set.push(register));
        }
        sets.push(set);
    }
    if sets.is_empty() {
        return found;
    }
    let copies = copies(text, code);
    let mut groups = Groups::default();
    for set in &sets {
        for pair in set.windows(2) {
            if let [first, second] = pair {
                groups.join(*first, *second);
            }
        }
    }
    for &(to, from) in &copies {
        groups.join(to, from);
    }
    let mut roots = sets.iter().filter_map(|set| set.first()).map(|first| groups.root(*first));
    let first = roots.next();
    if roots.any(|root| Some(root) != first) {
        return found;
    }
    // What is copied to the accumulator is none; what is copied from it is one.
    let mut accumulators: FxHashSet<Register> = sets.into_iter().flatten().collect();
    let mut users: FxHashMap<Register, Vec<Register>> = FxHashMap::default();
    for (to, from) in copies {
        users.entry(from).or_default().push(to);
    }
    let mut pending: Vec<Register> = accumulators.iter().copied().collect();
    while let Some(register) = pending.pop() {
        let copies = users.get(&register).into_iter().flatten().copied();
        pending.extend(copies.filter(|copy| accumulators.insert(*copy)));
    }
    for (index, instruction) in code.instructions() {
        if accumulates(instruction) || copy(text, instruction).is_some() {
            continue;
        }
        let mut names = false;
        for operand in &instruction.operands {
            operand.registers(&mut |register| names |= accumulators.contains(&register));
        }
        if names {
            found.insert(index);
        }
    }
    found
}

fn copies(text: &[u8], code: &Code) -> Vec<(Register, Register)> {
    code.instructions().filter_map(|(_, instruction)| copy(text, instruction)).collect()
}

/// `mov a, b`: the new and the old register.
fn copy(text: &[u8], instruction: &Instruction) -> Option<(Register, Register)> {
    match (Mnemonic::of(instruction.mnemonic.of(text)).opcode, instruction.operands.as_slice()) {
        ("mov", [Operand::Register(to), Operand::Register(from)]) => Some((*to, *from)),
        _ => None,
    }
}

/// Groups of registers that belong together.
#[derive(Default)]
struct Groups {
    parents: FxHashMap<Register, Register>,
}

impl Groups {
    fn root(&mut self, register: Register) -> Register {
        let mut root = register;
        while let Some(&parent) = self.parents.get(&root) {
            root = parent;
        }
        let mut step = register;
        while step != root {
            step = self.parents.insert(step, root).unwrap_or(root);
        }
        root
    }

    fn join(&mut self, first: Register, second: Register) {
        let (first, second) = (self.root(first), self.root(second));
        if first != second {
            self.parents.insert(first, second);
        }
    }
}
