//! Operations on mbarriers.

use crate::id::ValueId;

/// An operation on an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum MbarrierOperation<V = ValueId> {
    /// `mbarrier.init`.
    Init {
        /// The number of arrivals that complete a phase.
        count: Option<V>,
    },
    /// `mbarrier.inval`.
    Invalidate,
    /// `mbarrier.expect_tx` and the `.expect_tx` forms of arrive: expects that many bytes, if the number is a constant.
    ExpectTx {
        /// The number of bytes.
        bytes: Option<V>,
        /// How it arrives, too; none if it does not.
        arrives: Option<Arrival>,
    },
    /// `mbarrier.arrive` and `mbarrier.arrive_drop` without bytes, and `cp.async.mbarrier.arrive.noinc`.
    Arrive {
        /// The number of arrivals of a thread; none if it is one.
        count: Option<V>,
        /// How it arrives.
        arrival: Arrival,
    },
    /// `mbarrier.test_wait` or `.try_wait`.
    Wait {
        /// The parity of the phase; none if the operation names the phase by the state of an arrival.
        parity: Option<V>,
        /// The predicate that tells whether it has completed, if something reads it.
        result: Option<V>,
        /// Whether the operation contains the loop that waits until the phase has completed. Otherwise it tests the
        /// phase once.
        is_loop: bool,
    },
}

/// How an operation arrives at an mbarrier.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Arrival {
    /// `.arrive`.
    Plain,
    /// `.arrive_drop`: later phases count so many arrivals fewer.
    Drop,
    /// `cp.async.mbarrier.arrive.noinc`: when the copies of the thread that are not in bulk have completed.
    AfterCpAsync,
}

impl<V> MbarrierOperation<V> {
    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> MbarrierOperation<W> {
        match self {
            Self::Init { count } => MbarrierOperation::Init { count: count.and_then(of) },
            Self::Invalidate => MbarrierOperation::Invalidate,
            Self::ExpectTx { bytes, arrives } => MbarrierOperation::ExpectTx { bytes: bytes.and_then(of), arrives },
            Self::Arrive { count, arrival } => MbarrierOperation::Arrive { count: count.and_then(of), arrival },
            Self::Wait { parity, result, is_loop } => {
                let (parity, result) = (parity.and_then(&mut *of), result.and_then(of));
                MbarrierOperation::Wait { parity, result, is_loop }
            }
        }
    }
}
