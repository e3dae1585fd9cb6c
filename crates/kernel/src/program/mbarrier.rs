//! Operations on mbarriers.

use crate::id::ValueId;

/// An operation on an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum MbarrierOperation {
    /// `mbarrier.init`.
    Init {
        /// The number of arrivals that complete a phase.
        count: Option<ValueId>,
    },
    /// `mbarrier.inval`.
    Invalidate,
    /// `mbarrier.expect_tx` and the `.expect_tx` forms of arrive: expects that many bytes, if the number is a constant.
    ExpectTx {
        /// The number of bytes.
        bytes: Option<ValueId>,
        /// Whether it arrives, too.
        arrives: bool,
    },
    /// `mbarrier.arrive` without bytes, and `cp.async.mbarrier.arrive.noinc`.
    Arrive {
        /// The number of arrivals of a thread; none if it is one.
        count: Option<ValueId>,
    },
    /// What `mbarrier.arrive_drop` does beside the arrival: later phases count fewer arrivals.
    Drop,
    /// `mbarrier.test_wait` or `.try_wait`.
    Wait {
        /// The parity of the phase; none if the operation names the phase by the state of an arrival.
        parity: Option<ValueId>,
        /// The predicate that tells whether it has completed, if something reads it.
        result: Option<ValueId>,
        /// Whether the operation contains the loop that waits until the phase has completed. Otherwise it tests the phase once.
        is_loop: bool,
    },
}
