//! Addresses of shared memory: 24 bits in the memory of a CTA, and above them the rank of the CTA in the cluster.

/// The first address of a variable.
pub(super) const FIRST: u64 = 0x400;

/// The end of the addresses that a matrix descriptor can state. No CTA has as much shared memory.
pub(super) const END: u64 = 0x4_0000;

/// Whether an address is in a variable. One that is computed of an argument alone is not.
pub(super) fn is_in_variable(address: u64) -> bool {
    address & !OF_CTA >= FIRST
}

/// The bits of an address of shared memory that tell the CTA of the cluster. Code for pairs of CTAs clears the lowest
/// of them to get the address in the CTA with an even rank.
pub(super) const OF_CTA: u64 = 0xff00_0000;

/// The same address in the shared memory of a CTA of the cluster.
pub(super) fn in_cta(address: u64, rank: u32) -> u64 {
    address & !OF_CTA | u64::from(rank) << 24
}

/// The part of an address by which objects in shared memory are told apart.
pub(super) const fn key(address: u64) -> u64 {
    address & 0xffff_ffff
}
