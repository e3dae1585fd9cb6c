//! Asynchronous copies.

use crate::id::ValueId;

/// A copy that completes later: `cp.async.bulk`, `st.async`, `red.async`, `cp.async.mbarrier.arrive` without `.noinc`,
/// and `mbarrier.complete_tx`, which stands for one.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct AsyncCopy<V = ValueId> {
    /// Where it writes shared memory; none if that is not known, or if it writes none.
    pub to: Option<V>,
    /// Where it reads the shared memory of its own CTA.
    pub from: Option<V>,
    /// The number of bytes; none if the instruction does not state it.
    pub bytes: Option<V>,
    /// Whether it combines what it writes with what is there, by relaxed atomic operations: `cp.reduce`, `red.async`.
    pub reduces: bool,
    /// How it completes.
    pub completion: Completion<V>,
    /// The CTAs that it is for, if these are several: each with the same addresses in its own shared memory.
    pub multicast: Option<Multicast<V>>,
    /// Whether it copies in bulk: addresses and sizes are multiples of 16.
    pub is_bulk: bool,
}

/// How a copy completes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Completion<V = ValueId> {
    /// In the bulk group of its thread.
    Group,
    /// As bytes on an mbarrier; none if its address is not a value.
    Mbarrier(Option<V>),
    /// On an mbarrier, when the copies of its thread that are not in bulk have completed.
    AfterCpAsync(Option<V>),
}

/// The CTAs of `.multicast::cluster`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Multicast<V = ValueId> {
    /// The mask of their ranks.
    pub ctas: Option<V>,
    /// Whether it is a copy with `.cta_group::2`: the mbarrier is in one CTA of each pair, that with the parity of the
    /// address.
    pub of_pairs: bool,
}

/// A step of the asynchronous copies that are not in bulk: `cp.async`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum CpAsync<V = ValueId> {
    /// `cp.async.ca`, `cp.async.cg`.
    Copy {
        /// The address in shared memory; none if it is not a value.
        to: Option<V>,
        /// The number of bytes.
        bytes: Option<V>,
        /// The address in global memory.
        from: Option<V>,
        /// How many bytes of it are copied before zeros, or a predicate: none are if it holds. None if all are.
        copied: Option<V>,
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

impl<V: Copy> Completion<V> {
    /// The mbarrier, if its address is a value.
    pub(crate) const fn mbarrier(&self) -> Option<V> {
        match *self {
            Self::Group => None,
            Self::Mbarrier(mbarrier) | Self::AfterCpAsync(mbarrier) => mbarrier,
        }
    }
}

impl<V> AsyncCopy<V> {
    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> AsyncCopy<W> {
        AsyncCopy {
            to: self.to.and_then(&mut *of),
            from: self.from.and_then(&mut *of),
            bytes: self.bytes.and_then(&mut *of),
            reduces: self.reduces,
            completion: match self.completion {
                Completion::Group => Completion::Group,
                Completion::Mbarrier(mbarrier) => Completion::Mbarrier(mbarrier.and_then(&mut *of)),
                Completion::AfterCpAsync(mbarrier) => Completion::AfterCpAsync(mbarrier.and_then(&mut *of)),
            },
            multicast: self.multicast.map(|multicast| multicast.map(of)),
            is_bulk: self.is_bulk,
        }
    }
}

impl<V> Multicast<V> {
    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> Multicast<W> {
        Multicast { ctas: self.ctas.and_then(of), of_pairs: self.of_pairs }
    }
}

impl<V> CpAsync<V> {
    pub(super) fn map<W>(self, of: &mut impl FnMut(V) -> Option<W>) -> CpAsync<W> {
        match self {
            Self::Copy { to, bytes, from, copied } => {
                let (to, bytes, from) = (to.and_then(&mut *of), bytes.and_then(&mut *of), from.and_then(&mut *of));
                let is_whole = copied.is_none();
                let copied = copied.and_then(of);
                // If it is stated, and not known, nothing is known of the copy.
                CpAsync::Copy { to: to.filter(|_| is_whole || copied.is_some()), bytes, from, copied }
            }
            Self::Commit => CpAsync::Commit,
            Self::WaitGroup { pending } => CpAsync::WaitGroup { pending },
            Self::WaitAll => CpAsync::WaitAll,
        }
    }
}
