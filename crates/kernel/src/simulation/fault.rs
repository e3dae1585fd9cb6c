//! What goes wrong in launches.

use crate::id::InstId;

/// What the threads of a launch do wrong.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// They wait for a phase of an mbarrier, and no thread arrives any more.
    Mbarrier {
        /// The arrivals in the phase.
        arrived: u64,
        /// Those that complete it.
        count: u64,
    },
    /// They wait again and again for a phase of an mbarrier that is complete.
    Repeats,
    /// They wait for bytes on an mbarrier, and other ones are copied.
    Bytes {
        /// The bytes that the phase expects.
        expected: u64,
        /// Those of the copies.
        copied: u64,
    },
    /// The copies that complete on an mbarrier have more bytes than its expect-tx operations: depending on their order,
    /// a phase completes early, or never.
    Surplus {
        /// The bytes of all expect-tx operations.
        expected: u64,
        /// Those of all copies.
        copied: u64,
    },
    /// They wait at a barrier of the CTA, and no thread comes any more.
    Barrier {
        /// The threads that have come.
        arrived: u64,
        /// Those that it counts, if that is not the whole CTA.
        count: Option<u64>,
    },
    /// They arrive at a barrier of the CTA that counts its threads, and do not know that the phase in which they have
    /// arrived before is complete.
    ArrivesAgain,
    /// They count other threads than those that have arrived in this phase of a barrier of the CTA.
    DifferentCounts {
        /// The threads that they count.
        count: u64,
        /// Those that the others count.
        other: u64,
    },
    /// They wait at the barrier of the cluster, and others wait elsewhere.
    ClusterBarrier,
    /// They use an mbarrier that nothing has initialised.
    NotInitialised,
    /// They use an mbarrier that another thread initialises, and do not know that it has.
    InitialisedByOther,
    /// They initialise an mbarrier that is one already.
    InitialisedAgain,
    /// They invalidate an mbarrier that others can still use.
    InvalidatedEarly,
    /// They store to an mbarrier.
    StoresToMbarrier,
    /// A part of a warp waits for the rest of it, which waits elsewhere.
    PartOfWarp,
    /// Some lanes of a mask wait for the rest of them, which wait elsewhere.
    PartOfMask,
    /// They synchronise with lanes of a mask, and are not in it.
    NotInMask {
        /// The lowest lane that is not.
        lane: u32,
    },
    /// Lanes of a warp name different barriers.
    DifferentBarriers,
    /// They wait for columns of tensor memory, and no thread releases any.
    Columns {
        /// The columns that they ask for.
        asked: u64,
        /// Those that are allocated.
        held: u64,
    },
    /// They wait for registers, and no warp releases any.
    Registers {
        /// The registers that the warp asks for.
        asked: u64,
        /// Those that are free.
        free: u64,
    },
    /// Lanes of a warp arrive at an mbarrier together, in more than one of its phases.
    TooMany {
        /// The arrivals.
        found: u64,
        /// Those that complete a phase.
        count: u64,
    },
    /// They arrive in a phase of an mbarrier that has all of its arrivals, and has not completed.
    BeyondCount,
    /// They release a part of an allocation of tensor memory, or more than it has.
    ReleasesPart {
        /// The columns that they release.
        columns: u64,
        /// Those of the allocation.
        of: u64,
    },
    /// They release an address in an allocation that is not where it begins.
    ReleasesOther,
    /// They read what a copy writes, and do not know that it is complete.
    ReadsCopy,
    /// They read the response to a request to cancel, and do not know that it is complete.
    ReadsResponse,
    /// They request again while others have read the last response without a fence of the proxy.
    NotFenced,
    /// They access a column of tensor memory after those of the allocation.
    NotAllocated {
        /// The column, from the first one of the allocation on.
        column: u64,
        /// The number of columns of the allocation.
        columns: u64,
    },
    /// They access tensor memory, and the kernel allocates none.
    NothingAllocated,
    /// They access tensor memory that has been released.
    Released,
    /// They release tensor memory that other warps can still use.
    StillUsed,
    /// Lanes of a warp name different addresses of tensor memory.
    DifferentAddresses,
    /// They load what a product writes, and do not know that it is complete.
    ReadsProduct,
    /// They access the shared memory of another CTA, and do not know that it has started.
    NotStarted,
    /// They access the shared memory of another CTA that can have exited.
    Exited,
    /// They commit to an mbarrier of a CTA that can have exited when the arrival comes: nothing there waits for it.
    /// A wait for a later commit may be enough: the order of their arrivals is not stated.
    ArrivesAfterExit,
    /// Two threads access a word of shared memory, or two warps a part of tensor memory, at least one of them writes
    /// it, and nothing orders them.
    Race(Memory),
    /// They access shared memory beyond the variable whose address they use.
    OutOfBounds {
        /// Where the access ends, in bytes from the beginning of the variable.
        end: u64,
        /// The bytes of the variable.
        size: u64,
    },
    /// They write what other operations read, and do not know that these are complete.
    Overwrites,
    /// An asynchronous operation reads what threads have written without a fence of the proxy after it.
    NotVisible,
    /// An asynchronous operation reads what other threads can still write.
    ReadsEarly,
}

/// The memory of a data race.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Memory {
    /// Shared memory.
    Shared,
    /// Tensor memory.
    Tensor,
}

/// The rank of waits that never end.
const STUCK: u8 = 4;

impl Fault {
    /// Which faults can be the cause of others: those with a smaller number. Only those with the smallest one are
    /// reported.
    pub(super) const fn rank(self) -> u8 {
        match self {
            Self::NotStarted
            | Self::NotInitialised
            | Self::InitialisedByOther
            | Self::InitialisedAgain
            | Self::StoresToMbarrier
            | Self::DifferentBarriers
            | Self::ArrivesAgain
            | Self::DifferentCounts { .. }
            | Self::NotInMask { .. }
            | Self::NothingAllocated
            | Self::Released
            | Self::ReleasesPart { .. }
            | Self::ReleasesOther
            | Self::StillUsed
            | Self::NotAllocated { .. }
            | Self::DifferentAddresses => 0,
            // A wait that is missing is the cause of both.
            Self::InvalidatedEarly
            | Self::Race(_)
            | Self::OutOfBounds { .. }
            | Self::ReadsCopy
            | Self::ReadsProduct
            | Self::ReadsResponse
            | Self::NotVisible
            | Self::ReadsEarly => 1,
            Self::Overwrites | Self::NotFenced => 2,
            Self::TooMany { .. } | Self::BeyondCount | Self::Surplus { .. } => 3,
            Self::Mbarrier { .. }
            | Self::Repeats
            | Self::Bytes { .. }
            | Self::Barrier { .. }
            | Self::ClusterBarrier
            | Self::PartOfWarp
            | Self::PartOfMask
            | Self::Columns { .. }
            | Self::Registers { .. } => STUCK,
            Self::Exited | Self::ArrivesAfterExit => 5,
        }
    }

    /// Whether it depends on something that is not stated, so that no launch has it for certain.
    pub(super) const fn is_possible(self) -> bool {
        matches!(self, Self::ArrivesAfterExit)
    }

    /// The numbers of bytes that do not fit together.
    pub(super) const fn bytes(self) -> Option<[u64; 2]> {
        match self {
            Self::Bytes { expected, copied } | Self::Surplus { expected, copied } => Some([expected, copied]),
            _ => None,
        }
    }

    /// Whether threads wait for ever.
    pub(super) const fn is_stuck(self) -> bool {
        self.rank() == STUCK
    }
}

/// The size of a grid.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Grid {
    /// One cluster, or one CTA.
    One,
    /// Several of them.
    Several,
}

/// A fault of a launch.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Counterexample {
    /// What is wrong.
    pub fault: Fault,
    /// The threads of the block.
    pub threads: u32,
    /// The number that all integer arguments are; none if every launch with this block has the fault.
    pub number: Option<u64>,
    /// The requests to cancel that succeed, if no argument decides anything and other launches do not have the fault.
    pub requests: Option<u64>,
    /// The grid that the launch needs for the fault, if other grids do not show it.
    pub grid: Option<Grid>,
    /// Whether it needs threads that test mbarriers late.
    pub is_late: bool,
    /// Whether every launch that the contract allows has the fault.
    pub is_certain: bool,
    /// The other instruction that takes part in it: one that nothing orders, or that is not complete.
    pub other: Option<InstId>,
}
