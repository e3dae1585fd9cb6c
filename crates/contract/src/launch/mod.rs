//! The sizes of one launch.
//!
//! Accepts the sizes that are constants.
//!
//! Leaves out on purpose: the operation and its location, and which sizes are legal ([`condition`]).

pub mod condition;

use crate::resources::Resources;

/// The sizes of one launch; `None` for a size that is not a constant.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct LaunchSite {
    /// The grid in x, y, z: in CTAs, or in clusters if the kernel states that blocks are clusters.
    pub grid: [Option<i64>; 3],
    /// The block in x, y, z, in threads.
    pub block: [Option<i64>; 3],
    /// The cluster in x, y, z, in CTAs; none if the launch states no cluster.
    pub cluster: Option<[Option<i64>; 3]>,
    /// Dynamic shared memory, in bytes; `Some(0)` if the launch states none.
    pub shared: Option<i64>,
    /// What the kernel uses, if it is compiled.
    pub resources: Resources,
}
