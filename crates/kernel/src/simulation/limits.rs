//! The limits of the execution of launches. What exceeds one is not known, and nothing is said of it.

/// The most instructions of all launches of a kernel.
pub(super) const INSTRUCTIONS_OF_KERNEL: u32 = 4_000_000;

/// The most instructions of one launch.
pub(super) const INSTRUCTIONS: u32 = 400_000;

/// The most blocks that the warps of one launch execute. A copy of some bytes counts as one.
pub(super) const BLOCKS: u32 = 6_000;

/// As many bytes of a copy are as much work as a block.
pub(super) const BYTES_OF_BLOCK: u64 = 1024;

/// The most bytes of a copy that are followed: as many as the shared memory of a CTA has.
pub(super) const BYTES_OF_COPY: u64 = 227 * 1024;

/// The most CTAs of a cluster that is executed.
pub(super) const CTAS: u32 = 4;

/// The deepest nesting of calls.
pub(super) const CALLS: usize = 16;

/// The longest expression that is followed.
pub(super) const EXPRESSION: usize = 256;

/// The most arguments that decide on branches: such as three sizes. More of them are not independent of each other.
pub(super) const DECIDING_ARGUMENTS: u32 = 4;
