//! Asynchronous copies that complete in groups.

/// A step of the asynchronous copies that are not in bulk: `cp.async`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum CpAsync {
    /// `cp.async.ca`, `cp.async.cg`.
    Copy,
    /// `cp.async.commit_group`.
    Commit,
    /// `cp.async.wait_group`: waits for groups.
    WaitGroup,
    /// What waits for the copies themselves: `cp.async.wait_all`, or an mbarrier by `cp.async.mbarrier.arrive`.
    WaitAll,
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
