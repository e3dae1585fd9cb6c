//! Operations of wgmma, and the uses of their accumulators.

use smallvec::SmallVec;

use crate::id::{AccumulatorId, ValueId};

/// An operation of wgmma.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum Wgmma<V = ValueId> {
    /// `wgmma.fence`.
    Fence,
    /// `wgmma.mma_async`.
    Mma {
        /// The registers of 32 bits that the accumulator takes in each thread.
        registers: u32,
        /// The accumulator; none if it is not known.
        accumulator: Option<AccumulatorId>,
        /// The descriptors of 64 bits of the matrices in shared memory that it reads.
        descriptors: SmallVec<[V; 2]>,
    },
    /// `wgmma.commit_group`.
    Commit,
    /// `wgmma.wait_group`, with the number of groups that may still be pending.
    Wait {
        /// The number.
        pending: u32,
    },
}

/// What an instruction does with the registers of an accumulator, whatever its kind is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum AccumulatorUse {
    /// It reads some of them, and writes none.
    Read(AccumulatorId),
    /// It writes some of them. A `mov` does not count: `ptxas` removes it.
    Write(AccumulatorId),
    /// It copies them with `mov`, which can come before the wait for them: compilers write such copies for operands of
    /// inline assembly that are read and written, and `ptxas` removes them.
    Copy {
        /// What is copied.
        from: AccumulatorId,
        /// What holds the copy.
        to: AccumulatorId,
    },
}

impl AccumulatorUse {
    /// The accumulator that has to be complete before this use.
    #[must_use]
    pub(crate) const fn awaited(self) -> Option<AccumulatorId> {
        match self {
            Self::Read(id) | Self::Write(id) => Some(id),
            Self::Copy { .. } => None,
        }
    }
}

impl<V> Wgmma<V> {
    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> Wgmma<W> {
        match self {
            Self::Fence => Wgmma::Fence,
            Self::Mma { registers, accumulator, descriptors } => {
                Wgmma::Mma { registers, accumulator, descriptors: descriptors.into_iter().filter_map(of).collect() }
            }
            Self::Commit => Wgmma::Commit,
            Self::Wait { pending } => Wgmma::Wait { pending },
        }
    }
}
