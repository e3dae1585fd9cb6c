//! What instructions of tensor cores do.

use smallvec::SmallVec;
use tileiras_kernel::program::{CtaGroup, InstructionKind, ProductSize, Tcgen05, Wgmma};

use super::mnemonic::Mnemonic;
use super::operands::{Position, address, at, multicast};
use crate::statement::{Instruction, Operand};

pub(super) fn wgmma(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<Wgmma<Position>> {
    Some(match mnemonic.first() {
        "fence" => Wgmma::Fence,
        "mma_async" => {
            let descriptors = descriptors(instruction);
            Wgmma::Mma { registers: registers(mnemonic), accumulator: None, descriptors }
        }
        "commit_group" => Wgmma::Commit,
        "wait_group" => {
            let pending = instruction.operands.first().and_then(Operand::integer)?;
            Wgmma::Wait { pending: u32::try_from(pending).unwrap_or(u32::MAX) }
        }
        _ => return None,
    })
}

/// The registers of 32 bits that an accumulator takes in each thread. `wgmma.mma_async.sync.aligned.m64n128k16.f32` has
/// 64 x 128 values in 128 threads; two values of 16 bits share a register.
fn registers(mnemonic: &Mnemonic<'_>) -> u32 {
    let mut parts = mnemonic.qualifiers.iter();
    let columns = parts.find_map(|part| part.strip_prefix("m64n")?.split('k').next()?.parse::<u32>().ok());
    let divisor = if parts.next() == Some(&"f16") { 4 } else { 2 };
    columns.unwrap_or(0) / divisor
}

pub(super) fn tcgen05(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<InstructionKind<Position>> {
    let group = mnemonic.qualifiers.iter().find_map(|part| match *part {
        "cta_group::1" => Some(CtaGroup::One),
        "cta_group::2" => Some(CtaGroup::Two),
        _ => None,
    });
    let first = address(instruction, 0);
    let (operation, address) = match mnemonic.first() {
        "alloc" => (Tcgen05::Alloc, first),
        "dealloc" => (Tcgen05::Dealloc, at(instruction, 0)),
        "relinquish_alloc_permit" => (Tcgen05::Relinquish, None),
        "mma" => (Tcgen05::Mma, first),
        "cp" => (Tcgen05::Cp, first),
        "shift" => (Tcgen05::Shift, first),
        "commit" => (Tcgen05::Commit, first.or(at(instruction, 0))),
        "ld" => (Tcgen05::Ld, first),
        "st" => (Tcgen05::St, first),
        "wait::ld" => (Tcgen05::WaitLd, None),
        "wait::st" => (Tcgen05::WaitSt, None),
        "fence::before_thread_sync" | "fence::after_thread_sync" | "fence" => (Tcgen05::Fence, None),
        _ => return None,
    };
    let columns = match operation {
        Tcgen05::Alloc | Tcgen05::Dealloc => at(instruction, 1),
        _ => None,
    };
    let size = match operation {
        Tcgen05::Mma if !mnemonic.has("ws") => product_size(instruction, mnemonic),
        _ => None,
    };
    let descriptors = match operation {
        Tcgen05::Mma | Tcgen05::Cp => descriptors(instruction),
        _ => SmallVec::new(),
    };
    let sources = match operation {
        Tcgen05::Mma => sources(instruction),
        _ => SmallVec::new(),
    };
    let (rows, accessed) = match operation {
        Tcgen05::Ld | Tcgen05::St => (None, accessed_columns(mnemonic)),
        Tcgen05::Cp => copied(mnemonic).unzip(),
        _ => (None, None),
    };
    let multicast = multicast(instruction, mnemonic);
    Some(InstructionKind::Tcgen05 {
        operation,
        group,
        address,
        columns,
        size,
        accessed,
        rows,
        descriptors,
        sources,
        multicast,
    })
}

/// `[d], a, b, idesc`; with `.sp`, the address of the metadata comes before the instruction descriptor. Of the operands
/// after it, only `disable-output-lane` is a vector.
fn product_size(instruction: &Instruction, mnemonic: &Mnemonic<'_>) -> Option<ProductSize<Position>> {
    let descriptor = at(instruction, if mnemonic.has("sp") { 4 } else { 3 })?;
    let vector = instruction.operands.iter().position(|operand| matches!(operand, Operand::Vector(_)));
    Some(ProductSize { descriptor, disabled_lanes: vector.and_then(|index| Position::try_from(index).ok()) })
}

/// The rows that `tcgen05.cp` reads, and the columns that it writes, if it does not convert what it copies.
fn copied(mnemonic: &Mnemonic<'_>) -> Option<(u32, u32)> {
    let shape = mnemonic.qualifiers.iter().find_map(|shape| match *shape {
        "128x256b" => Some((128, 8)),
        "4x256b" => Some((4, 8)),
        "128x128b" => Some((128, 4)),
        "64x128b" => Some((64, 4)),
        "32x128b" => Some((32, 4)),
        _ => None,
    })?;
    let converts = mnemonic.has("b8x16");
    (!converts).then_some(shape)
}

/// The columns that `.32x32b.x4` and its like access. In packed forms two columns share a register.
fn accessed_columns(mnemonic: &Mnemonic<'_>) -> Option<u32> {
    if mnemonic.qualifiers.iter().any(|part| part.ends_with("pack::16b")) {
        return None;
    }
    let columns = mnemonic.qualifiers.iter().find_map(|shape| match *shape {
        "32x32b" | "16x32bx2" => Some(1),
        "16x64b" => Some(2),
        "16x128b" => Some(4),
        "16x256b" => Some(8),
        _ => None,
    })?;
    let times = mnemonic.qualifiers.iter().find_map(|part| part.strip_prefix('x')?.parse::<u32>().ok())?;
    times.checked_mul(columns)
}

/// What a product only reads in tensor memory: all addresses but that of D.
fn sources(instruction: &Instruction) -> SmallVec<[Position; 2]> {
    (1..instruction.operands.len()).filter_map(|index| address(instruction, index)).collect()
}

/// The operands A and B of a product, or the source of `tcgen05.cp`: descriptors, if they are no registers of a matrix
/// and no address in tensor memory.
fn descriptors(instruction: &Instruction) -> SmallVec<[Position; 2]> {
    let is_descriptor =
        |position: &Position| matches!(instruction.operands.get(usize::from(*position)), Some(Operand::Register(_)));
    [1, 2].into_iter().filter(is_descriptor).collect()
}
