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
    /// Code reads or writes registers of an accumulator.
    UseAccumulator {
        /// The accumulator.
        accumulator: AccumulatorId,
        /// Whether it writes some of them. A `mov` does not count: `ptxas` removes it.
        writes: bool,
    },
    /// Code copies an accumulator with `mov`, which can come before the wait for it: compilers write such copies for
    /// operands of inline assembly that are read and written, and `ptxas` removes them.
    CopyAccumulator {
        /// What is copied.
        from: AccumulatorId,
        /// What holds the copy.
        to: AccumulatorId,
    },
}

impl<V> Wgmma<V> {
    /// Whether it is an instruction of wgmma, and not a use of what one computes.
    pub const fn is_instruction(&self) -> bool {
        !matches!(self, Self::UseAccumulator { .. } | Self::CopyAccumulator { .. })
    }

    /// The same, with numbers of accumulators from another one on.
    #[must_use]
    pub fn with_accumulators_from(self, first: AccumulatorId) -> Self {
        let shifted = |id: AccumulatorId| AccumulatorId::new(first.index().saturating_add(id.index()));
        match self {
            Self::Mma { registers, accumulator, descriptors } => {
                Self::Mma { registers, accumulator: accumulator.map(shifted), descriptors }
            }
            Self::UseAccumulator { accumulator, writes } => {
                Self::UseAccumulator { accumulator: shifted(accumulator), writes }
            }
            Self::CopyAccumulator { from, to } => Self::CopyAccumulator { from: shifted(from), to: shifted(to) },
            other => other,
        }
    }

    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> Wgmma<W> {
        match self {
            Self::Fence => Wgmma::Fence,
            Self::Mma { registers, accumulator, descriptors } => {
                Wgmma::Mma { registers, accumulator, descriptors: descriptors.into_iter().filter_map(of).collect() }
            }
            Self::Commit => Wgmma::Commit,
            Self::Wait { pending } => Wgmma::Wait { pending },
            Self::UseAccumulator { accumulator, writes } => Wgmma::UseAccumulator { accumulator, writes },
            Self::CopyAccumulator { from, to } => Wgmma::CopyAccumulator { from, to },
        }
    }
}
