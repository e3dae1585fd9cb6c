//! Sets of threads of a block, and the shape of a launch.
//!
//! Guarantees exact sets for every block that a device can launch: at most 1,024 threads, one bit for each.
//!
//! Leaves out on purpose: which threads execute what ([`crate::execution`]).

use tileiras_target::Axis;

/// The threads of a warp.
pub(crate) const WARP: u32 = tileiras_target::WARP_THREADS;

/// The most warps of a block.
pub(crate) const WARPS: usize = 32;

/// A set of threads of one block, by their linear number: one word for each warp.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct ThreadSet {
    warps: [u32; WARPS],
}

impl ThreadSet {
    /// No thread.
    pub const EMPTY: Self = Self { warps: [0; WARPS] };

    /// The most threads that a block has.
    pub const CAPACITY: u32 = 32 * WARPS as u32;

    /// Every thread that a block can have.
    pub const ALL: Self = Self { warps: [u32::MAX; WARPS] };

    /// The first threads, at most 1,024.
    pub fn first(count: u32) -> Self {
        let lanes = |warp: u32| match count.saturating_sub(warp * WARP) {
            rest if rest >= WARP => u32::MAX,
            rest => (1_u32 << rest) - 1,
        };
        Self::from_warps(|warp| lanes(u32::try_from(warp).unwrap_or(u32::MAX / WARP)))
    }

    /// The threads below `count` for which a predicate is true.
    pub fn filter(count: u32, mut predicate: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::EMPTY;
        for thread in (0..count as usize).filter(|&thread| predicate(thread)) {
            set.insert(thread);
        }
        set
    }

    fn from_warps(lanes: impl FnMut(usize) -> u32) -> Self {
        Self { warps: std::array::from_fn(lanes) }
    }

    /// Adds a thread.
    pub(crate) fn insert(&mut self, thread: usize) {
        if let Some(warp) = self.warps.get_mut(thread / 32) {
            *warp |= 1 << (thread % 32);
        }
    }

    /// Whether the set has a thread.
    pub fn contains(&self, thread: usize) -> bool {
        self.warps.get(thread / 32).is_some_and(|warp| warp >> (thread % 32) & 1 == 1)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.warps.iter().all(|&lanes| lanes == 0)
    }

    /// The number of threads.
    pub fn count(&self) -> u32 {
        self.warps.iter().map(|lanes| lanes.count_ones()).sum()
    }

    /// The threads, ascending.
    pub fn threads(&self) -> impl Iterator<Item = usize> + use<> {
        self.warps().flat_map(|(warp, lanes)| {
            (0..32).filter(move |lane| lanes >> lane & 1 == 1).map(move |lane| warp * 32 + lane)
        })
    }

    /// The first thread.
    pub(crate) fn lowest(&self) -> Option<usize> {
        let (warp, lanes) = self.warps.iter().enumerate().find(|&(_, &lanes)| lanes != 0)?;
        Some(warp * 32 + lanes.trailing_zeros() as usize)
    }

    /// The lanes of each warp that has a thread in the set: the number of the warp, and a bit for each lane.
    pub fn warps(&self) -> impl Iterator<Item = (usize, u32)> + use<> {
        let warps = self.warps;
        warps.into_iter().enumerate().filter(|&(_, lanes)| lanes != 0)
    }

    /// The lanes of one warp.
    pub fn lanes(&self, warp: usize) -> u32 {
        self.warps.get(warp).copied().unwrap_or_default()
    }

    /// The threads in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self::from_warps(|warp| self.lanes(warp) & other.lanes(warp))
    }

    /// The threads in either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self::from_warps(|warp| self.lanes(warp) | other.lanes(warp))
    }

    /// The threads that are not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self::from_warps(|warp| self.lanes(warp) & !other.lanes(warp))
    }

    /// Whether all threads are in the other.
    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.without(other).is_empty()
    }

    /// Whether no thread is in the other.
    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.and(other).is_empty()
    }

    /// Whether each warp of `all` is in the set with all its threads of `all`, or with none.
    pub(crate) fn is_whole_warps_of(&self, all: &Self) -> bool {
        self.warps().all(|(warp, lanes)| all.lanes(warp) & !lanes == 0)
    }
}

/// The threads of one CTA: the shape of its block, and its rank in the cluster.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Cta {
    /// The threads of the block on each axis. Their product is 1 to 1,024.
    pub block: [u32; 3],
    /// The shape of the cluster, if it is known.
    pub cluster: Option<[u32; 3]>,
    /// The rank of the CTA in the cluster; 0 if the shape is unknown.
    pub rank: u32,
}

impl Cta {
    /// The number of threads.
    pub fn threads(&self) -> u32 {
        self.block.iter().product::<u32>().min(1024)
    }

    /// All threads.
    pub fn all(&self) -> ThreadSet {
        ThreadSet::first(self.threads())
    }

    /// The thread id of a thread on an axis.
    pub(crate) fn tid(&self, thread: usize, axis: Axis) -> u64 {
        position(thread, self.block, axis)
    }

    /// The number of CTAs of the cluster, if it is known.
    pub fn cluster_ctas(&self) -> Option<u32> {
        self.cluster.map(|cluster| cluster.iter().product())
    }

    /// The position of the CTA in the cluster on an axis, if the shape of the cluster is known.
    pub(crate) fn cluster_ctaid(&self, axis: Axis) -> Option<u64> {
        Some(position(self.rank as usize, self.cluster?, axis))
    }
}

fn position(index: usize, shape: [u32; 3], axis: Axis) -> u64 {
    let [x, y, _] = shape.map(|size| u64::from(size.max(1)));
    let index = index as u64;
    match axis {
        Axis::X => index % x,
        Axis::Y => index / x % y,
        Axis::Z => index / (x * y),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cta, ThreadSet};
    use tileiras_target::Axis;

    #[test]
    fn threads_are_numbered_by_x_then_y_then_z() {
        let cta = Cta { block: [8, 4, 2], cluster: Some([2, 2, 1]), rank: 3 };
        assert_eq!(cta.threads(), 64);
        assert_eq!(Axis::ALL.map(|axis| cta.tid(45, axis)), [5, 1, 1]);
        assert_eq!(Axis::ALL.map(|axis| cta.cluster_ctaid(axis)), [Some(1), Some(1), Some(0)]);
    }

    #[test]
    fn sets_have_the_threads_that_were_put_in() {
        let set = ThreadSet::first(40);
        assert_eq!(set.count(), 40);
        assert_eq!(set.warps().collect::<Vec<_>>(), [(0, u32::MAX), (1, 0xff)]);
        let odd = ThreadSet::filter(40, |thread| thread % 2 == 1);
        assert_eq!(set.without(&odd).lowest(), Some(0));
        assert!(odd.is_subset(&set) && !odd.is_whole_warps_of(&set));
        assert!(ThreadSet::first(32).is_whole_warps_of(&set));
        assert_eq!(ThreadSet::first(2000).count(), 1024);
    }
}
