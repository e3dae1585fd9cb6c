//! Operations on tensor memory, and what is wrong with them.

use crate::execution::Site;
use crate::id::ValueId;
use crate::paths::address::Address;
use crate::program::{InstructionKind, Tcgen05};

/// What is wrong with the life of an allocation.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TensorFault {
    /// Some path from the allocation to the end of the kernel has no deallocation.
    NotReleased,
    /// The kernel allocates nothing.
    NothingAllocated,
    /// The deallocation has another number of columns: its own, and that of the allocation.
    OtherColumns(u64, u64),
    /// The address is not the one that the allocation has returned.
    OtherAddress,
    /// Everything is released before.
    UseAfterRelease,
    /// The CTA has given up the right to allocate before.
    AllocAfterRelinquish,
    /// What a `tcgen05.ld` reads is overwritten, and no `tcgen05.wait::ld` is between.
    OverwrittenBeforeLoadWait,
    /// What a `tcgen05.st` writes is used or released, and no `tcgen05.wait::st` is between.
    StoreNotAwaited,
    /// Another warp has allocated, and no barrier is between.
    NotVisible,
}

pub(crate) fn operation(site: &Site<'_, '_>) -> Option<Tcgen05> {
    match site.instruction.kind {
        InstructionKind::Tcgen05 { operation, .. } => Some(operation),
        _ => None,
    }
}

pub(crate) fn is_access(operation: Tcgen05) -> bool {
    matches!(operation, Tcgen05::Mma | Tcgen05::Cp | Tcgen05::Shift | Tcgen05::Ld | Tcgen05::St)
}

/// The operand with the address.
pub(crate) fn address_operand(site: &Site<'_, '_>) -> Option<ValueId> {
    match site.instruction.kind {
        InstructionKind::Tcgen05 { address, .. } => address,
        _ => None,
    }
}

pub(crate) fn address_of(site: &Site<'_, '_>) -> Option<Address> {
    Some(Address::of(site.run, site.context, address_operand(site)?))
}

pub(crate) fn columns_of(site: &Site<'_, '_>) -> Option<u64> {
    match site.instruction.kind {
        InstructionKind::Tcgen05 { columns: Some(columns), .. } => site.constant(columns),
        _ => None,
    }
}
