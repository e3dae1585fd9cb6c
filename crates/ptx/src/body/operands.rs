//! Where the operands of an instruction are, and what they are.

use tileiras_kernel::program::Multicast;
use tileiras_kernel::value::Space;

use super::mnemonic::Mnemonic;
use crate::statement::{Code, Instruction, Operand, Register, Storage};

/// The position of an operand.
pub(super) type Position = u8;

/// The position of the address with that number, from 0 on.
pub(super) fn address(instruction: &Instruction, number: usize) -> Option<Position> {
    let is_address = |operand: &Operand| matches!(operand, Operand::Address { .. });
    let mut found = instruction.operands.iter().enumerate().filter(|(_, operand)| is_address(operand));
    found.nth(number).and_then(|(index, _)| u8::try_from(index).ok())
}

/// The position of the last operand.
pub(super) fn last(instruction: &Instruction) -> Option<Position> {
    instruction.operands.len().checked_sub(1).and_then(|index| u8::try_from(index).ok())
}

/// The position, if there is such an operand.
pub(super) fn at(instruction: &Instruction, index: Position) -> Option<Position> {
    (usize::from(index) < instruction.operands.len()).then_some(index)
}

/// The mask of CTAs is the last operand, but for the cache policy.
pub(super) fn multicast(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Multicast<Position>> {
    let from_end = if mnemonic.has("L2::cache_hint") { 2 } else { 1 };
    let ctas = instruction.operands.len().checked_sub(from_end).and_then(|index| Position::try_from(index).ok());
    let of_pairs = mnemonic.opcode == "cp" && mnemonic.has("cta_group::2");
    mnemonic.has("multicast::cluster").then_some(Multicast { ctas, of_pairs })
}

/// The state space that an access names; none if its address is a generic one.
pub(super) fn space(mnemonic: &Mnemonic<'_>) -> Option<Space> {
    mnemonic.qualifiers.iter().find_map(|part| match *part {
        "shared::cluster" => Some(Space::SharedCluster),
        part => match part.split("::").next()? {
            "param" | "const" => Some(Space::Constant),
            "shared" => Some(Space::Shared),
            "local" => Some(Space::Local),
            "global" => Some(Space::Global),
            _ => None,
        },
    })
}

/// The register that the first address of an instruction begins with.
pub(super) fn address_register(instruction: &Instruction) -> Option<Register> {
    instruction.operands.iter().find_map(|operand| match operand {
        Operand::Address { items, .. } => match items.first() {
            Some(Operand::Register(register)) => Some(*register),
            _ => None,
        },
        _ => None,
    })
}

/// Whether a register is a `.param` variable.
pub(super) fn is_parameter(code: &Code, register: Register) -> bool {
    code.register(register).is_some_and(|info| info.storage != Storage::Register)
}
