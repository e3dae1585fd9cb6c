//! What one launch asks of its kernel.
//!
//! Accepts sizes as far as they are constants. Leaves out on purpose: the operation and its place.

/// The sizes of one launch; `None` for what is not a constant.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct LaunchSite {
    /// The grid, x, y, z: in CTAs, or in clusters where the kernel says that blocks are clusters.
    pub grid: [Option<i64>; 3],
    /// The block, in threads.
    pub block: [Option<i64>; 3],
    /// The cluster, in CTAs, where the launch states one.
    pub cluster: Option<[Option<i64>; 3]>,
    /// Dynamic shared memory, in bytes; `Some(0)` where the launch states none.
    pub shared: Option<i64>,
}
