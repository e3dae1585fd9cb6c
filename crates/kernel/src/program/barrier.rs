//! Barriers and fences.

/// What a barrier of the CTA does in the threads that execute it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum BarrierOperation {
    /// Arrives and waits: `.sync`, `.red`.
    Sync,
    /// Arrives only: `.arrive`.
    Arrive,
}

/// The instructions of a warp at which threads of one mask can meet.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Meets {
    /// `bar.warp.sync`.
    Barrier,
    /// `elect.sync`.
    Election,
    /// All others.
    Exchange,
}

/// The memory that a fence orders.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Fence {
    /// `fence`, `membar`: accesses of the generic proxy.
    Generic,
    /// `fence.mbarrier_init`.
    MbarrierInit,
    /// `fence.proxy.async` without a direction.
    ProxyAsync,
    /// `fence.proxy.async::generic.release.sync_restrict`.
    ProxyRelease,
    /// `fence.proxy.async::generic.acquire.sync_restrict`.
    ProxyAcquire,
}
