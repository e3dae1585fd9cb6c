//! Which registers an instruction reads and writes.

use super::mnemonic::{Mnemonic, Type};
use crate::statement::{Instruction, Operand, Register};

/// What a definition needs of its operands.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Inputs {
    /// Nothing: its result is unknown.
    None,
    /// All of them.
    All,
}

/// What the definitions of an instruction need.
pub(super) fn inputs(mnemonic: &Mnemonic<'_>) -> Inputs {
    let follows = is_pure(mnemonic)
        || match mnemonic.opcode {
            "ld" => !mnemonic.has_space("global"),
            "st" => mnemonic.has_space("param"),
            "shfl" | "vote" | "match" | "redux" | "mapa" | "getctarank" => true,
            "clusterlaunchcontrol" => true,
            _ => false,
        };
    if follows { Inputs::All } else { Inputs::None }
}

/// Whether the result of an instruction depends on its operands only.
pub(super) fn is_pure(mnemonic: &Mnemonic<'_>) -> bool {
    PURE.contains(&mnemonic.opcode) && !mnemonic.has("cc") && !mnemonic.has("volatile")
}

/// The opcodes of instructions without a state. Those that read the carry flag are not among them.
#[rustfmt::skip] // a table
pub(super) const PURE: [&str; 53] = [
    "abs", "add", "and", "bfe", "bfi", "bfind", "bmsk", "brev", "clz", "cnot", "copysign", "cos", "cvt", "cvta", "div",
    "dp2a", "dp4a", "ex2", "fma", "fns", "isspacep", "lg2", "lop3", "mad", "mad24", "max", "min", "mov", "mul", "mul24",
    "neg", "not", "or", "popc", "prmt", "rcp", "rem", "rsqrt", "sad", "selp", "set", "setp", "shf", "shl", "shr", "sin",
    "slct", "sqrt", "sub", "szext", "tanh", "testp", "xor",
];

/// The registers that an instruction writes.
pub(super) fn outputs(instruction: &Instruction, mnemonic: &Mnemonic<'_>, found: &mut impl FnMut(Register)) {
    let operands = instruction.operands.as_slice();
    match (mnemonic.opcode, operands) {
        ("call", [Operand::List(results), _, ..]) => results.iter().for_each(|result| result.registers(found)),
        ("st", [Operand::Address { items, .. }, ..]) if mnemonic.has_space("param") => {
            items.iter().take(1).for_each(|item| item.registers(found))
        }
        ("bar" | "barrier", [first, ..]) if mnemonic.has("red") => first.registers(found),
        ("tcgen05", [first, second, ..]) if mnemonic.begins(&["ld", "red"]) => {
            first.registers(found);
            second.registers(found);
        }
        ("tcgen05", [first, ..]) if mnemonic.first() == "ld" => first.registers(found),
        ("wgmma", [first, ..]) if mnemonic.first() == "mma_async" => first.registers(found),
        (
            "call" | "st" | "bar" | "barrier" | "tcgen05" | "wgmma" | "bra" | "brx" | "nanosleep" | "setmaxnreg"
            | "pmevent" | "stackrestore" | "cp" | "red" | "ret" | "exit" | "trap" | "fence" | "membar",
            _,
        ) => {}
        (_, [first @ (Operand::Register(_) | Operand::Vector(_) | Operand::Pair(_)), ..]) => first.registers(found),
        _ => {}
    }
}

/// The bits of the registers that an instruction writes, if nothing declares them.
pub(super) fn output_bits(mnemonic: &Mnemonic<'_>) -> u8 {
    let mut types = mnemonic.types();
    let bits = match mnemonic.opcode {
        "setp" | "elect" | "testp" | "isspacep" => Some(1),
        "popc" | "clz" | "getctarank" => Some(32),
        "cvt" | "set" => types.next().map(Type::width),
        "mbarrier" if matches!(mnemonic.first(), "test_wait" | "try_wait") => Some(1),
        "clusterlaunchcontrol" if mnemonic.has("pred") => Some(1),
        "clusterlaunchcontrol" => Some(32),
        "mul" | "mad" if mnemonic.has("wide") => types.last().map(|of_type| of_type.width().saturating_mul(2).min(64)),
        _ => types.last().map(Type::width),
    };
    bits.unwrap_or(32)
}
