//! Accesses beyond the variable whose address they use.
//!
//! Leaves out on purpose: arrays whose size the launch states, and addresses that depend on arguments.

use crate::id::{SymbolId, ValueId};
use crate::program::{CpAsync, Function, InstructionKind, Program};
use crate::value::{Space, ValueKind};

/// The shared variable of a known size that an address is computed from, with its size.
pub(super) type Bounds = (SymbolId, u64);

/// The bounds of the addresses that the instructions of a function access.
pub(super) fn of_addresses(program: &Program, function: &Function) -> Vec<(ValueId, Bounds)> {
    let depends = function.depending_on(|index| {
        matches!(function.values.get(index).map(|value| &value.kind), Some(ValueKind::Symbol(_)))
    });
    let is_symbolic = |value: &ValueId| depends.get(value.index()).copied().unwrap_or(false);
    let of_address = |address: ValueId| {
        let (symbol, _) = function.variable_of(address)?;
        // The difference of two variables leads from one to the other.
        if function.terms(address)?.iter().filter(|term| is_symbolic(term)).count() > 1 {
            return None;
        }
        let variable = program.variables.get(&symbol).filter(|variable| variable.space == Space::Shared)?;
        Some((address, (symbol, variable.size.filter(|size| *size != 0)?)))
    };
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let addresses = instructions.flat_map(|instruction| {
        let copied = match &instruction.kind {
            InstructionKind::AsyncCopy(copy) => [copy.to, copy.from],
            InstructionKind::CpAsync(CpAsync::Copy { to, .. }) => [*to, None],
            _ => [None, None],
        };
        copied.into_iter().flatten().chain(instruction.accesses.iter().map(|access| access.address))
    });
    addresses.filter_map(of_address).collect()
}

/// Accesses of one instruction beyond a variable.
#[derive(Copy, Clone, Debug)]
pub(super) struct Beyond {
    /// How often the instruction had been executed before the first one.
    pub times: u32,
    /// Where the farthest one ends, in bytes from the beginning of the variable.
    pub end: u64,
    /// The bytes of the variable.
    pub size: u64,
}
