//! Asynchronous copies that complete in groups.

use crate::id::ValueId;

/// A step of the asynchronous copies that are not in bulk: `cp.async`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum CpAsync {
    /// `cp.async.ca`, `cp.async.cg`.
    Copy {
        /// The address in shared memory; none if it is not a value.
        to: Option<ValueId>,
        /// The number of bytes.
        bytes: Option<ValueId>,
        /// The address in global memory.
        from: Option<ValueId>,
    },
    /// `cp.async.commit_group`.
    Commit,
    /// `cp.async.wait_group`: waits for groups.
    WaitGroup {
        /// The number of groups that can be left.
        pending: u32,
    },
    /// `cp.async.wait_all`.
    WaitAll,
    /// `cp.async.mbarrier.arrive`: the next part of the same instruction, an arrival or a copy that completes on an mbarrier, is
    /// executed when the copies of the thread are complete.
    Arrive,
}

/// A step of the groups in which bulk copies from shared memory complete.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum BulkGroup {
    /// `cp.async.bulk.commit_group`.
    Commit,
    /// `cp.async.bulk.wait_group`, with or without `.read`.
    Wait {
        /// The number of groups that can be left.
        pending: u32,
    },
}
