//! What is known of tensor memory.

use super::clock::Access;

/// An operation that writes tensor memory.
#[derive(Copy, Clone, Debug)]
pub(super) struct IssuedProduct {
    /// Whether it is `tcgen05.mma`, and no copy.
    pub is_mma: bool,
    /// The access that has issued it.
    pub by: Access,
}

/// The columns of tensor memory of a CTA.
pub(super) const COLUMNS: u64 = 512;

/// An allocation of tensor memory.
#[derive(Copy, Clone, Debug)]
pub(super) struct LiveAllocation {
    /// The number of columns, if it is known.
    pub columns: Option<u64>,
    pub state: AllocationState,
}

/// Whether an allocation is released.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum AllocationState {
    Held,
    Released,
    /// A release of an address that is not known can be of it.
    Unknown,
}
