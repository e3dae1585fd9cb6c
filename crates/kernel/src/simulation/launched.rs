//! What the launches of a kernel show, and how each of them ended.

use rustc_hash::FxHashSet;

use super::fault::Broken;
use crate::id::InstId;

/// What the launches of a kernel show.
#[derive(Debug, Default)]
pub struct Launched {
    /// What is wrong in one of them, and not in others, ascending by the instruction.
    pub broken: Vec<(InstId, Broken)>,
    /// The instructions of the only launch that there is for a block, if it ends without any fault: it asks for no
    /// argument.
    pub right: FxHashSet<InstId>,
    /// Every launch that was executed.
    pub trials: Vec<Trial>,
    /// Why nothing is known, if that is so.
    pub unknown: Option<Unknown>,
}

/// One launch that was executed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Trial {
    /// The block.
    pub block: [u32; 3],
    /// The number that all integer arguments of at most 32 bits are; with `has_wide` those of 64 bits, too.
    pub number: u64,
    /// Whether arguments of 64 bits are numbers, and no addresses.
    pub has_wide: bool,
    /// The number of one argument that is another one.
    pub other: Option<u64>,
    /// How it ended.
    pub end: End,
    /// The instructions that its warps executed.
    pub instructions: u32,
    /// The number of its faults.
    pub faults: usize,
}

/// How a launch ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum End {
    /// All threads ended, or wait for ever.
    Complete,
    /// Something was not known on which all that follows depends.
    Unknown,
    /// It was too long.
    Exhausted,
}

/// Why no launch of a kernel shows anything.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Unknown {
    /// The contract states neither the block nor a bound.
    Block,
    /// The cluster is not known, and the kernel uses several CTAs.
    Cluster,
    /// The cluster has too many CTAs.
    LargeCluster,
    /// It calls code that is not known.
    Calls,
    /// Its variables need more shared memory than a CTA has.
    SharedMemory,
    /// Each launch depends on something that is not known, such as what global memory contains.
    Values,
    /// Its launches have too many instructions.
    Exhausted,
}
