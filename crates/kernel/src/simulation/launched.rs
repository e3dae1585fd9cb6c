//! What the launches of a kernel show, and how each of them ended.

use rustc_hash::{FxHashMap, FxHashSet};

use super::fault::Counterexample;
use crate::id::InstId;

/// What the launches of a kernel show.
#[derive(Debug, Default)]
pub struct Launched {
    /// What is wrong in one of them, and not in others, ascending by the instruction.
    pub counterexamples: Vec<(InstId, Counterexample)>,
    /// The instructions at which the only launch of a block has no fault, if it ends: it reads no argument, so that
    /// every launch is like it.
    pub(crate) always_faultless: FxHashSet<InstId>,
    /// The instructions of the launches that end without any fault; none if there is no such launch.
    pub(crate) faultless: Option<FxHashSet<InstId>>,
    /// The instructions of the launches without a fault in which no barrier of all threads was completed after a thread
    /// had exited that would take part in it.
    pub(crate) all_come: FxHashSet<InstId>,
    /// For each instruction of a launch with a fault, the threads of its block and the number of its arguments.
    pub(crate) faulty: FxHashMap<InstId, (u32, u64)>,
    /// Where the dynamic shared memory ends that launches without a fault access, in bytes: the most of them; none if
    /// there is no such launch, or if it accesses no shared memory.
    pub dynamic_shared: Option<u64>,
    /// Every launch that was executed.
    pub trials: Vec<Trial>,
    /// Why nothing is known, if that is so.
    pub unknown: Option<Unknown>,
}

/// What launches show of something that is said to go wrong whenever an instruction is executed.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Shown {
    /// Nothing that refutes it.
    Nothing,
    /// A launch executes the instruction without a fault, or only launches without the instruction have none.
    Refuted,
    /// One launch executes the instruction and has a fault. Another one has none, and does not execute it.
    InLaunch {
        /// The threads of the block.
        threads: u32,
        /// The number of all integer arguments.
        number: u64,
    },
}

impl Launched {
    /// Whether there is a launch without a fault that executes the instruction, and in which all threads reach each
    /// barrier of all threads. A launch in which some had exited before a barrier does not count: it proves nothing.
    pub fn all_come(&self, id: InstId) -> bool {
        self.all_come.contains(&id)
    }

    /// Whether a launch without any fault executes the instruction, and none with a fault does.
    pub fn is_right(&self, id: InstId) -> bool {
        let is_executed = self.faultless.as_ref().is_some_and(|right| right.contains(&id));
        is_executed && !self.faulty.contains_key(&id)
    }

    /// Whether a launch with a fault executes the instruction.
    pub fn goes_wrong(&self, id: InstId) -> bool {
        self.faulty.contains_key(&id)
    }

    /// What launches show of something that is said to go wrong whenever an instruction is executed.
    pub fn shown(&self, id: InstId) -> Shown {
        match (&self.faultless, self.faulty.get(&id)) {
            (None, _) => Shown::Nothing,
            (Some(right), Some(&(threads, number))) if !right.contains(&id) => Shown::InLaunch { threads, number },
            (Some(_), _) => Shown::Refuted,
        }
    }
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
    /// The clusters of the grid along each axis, if they were chosen.
    pub clusters: Option<u64>,
    /// Whether each test of an mbarrier comes as late as it can.
    pub is_late: bool,
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
